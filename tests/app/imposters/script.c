/* Loaded into the app: runs the script of the file that SCRIPT names in the first web view, once
   the file is there. */
#include <stdlib.h>
#include <webkit2/webkit2.h>

static WebKitWebView *find(GtkWidget *widget) {
    if (WEBKIT_IS_WEB_VIEW(widget)) return WEBKIT_WEB_VIEW(widget);
    WebKitWebView *found = NULL;
    if (GTK_IS_CONTAINER(widget)) {
        GList *children = gtk_container_get_children(GTK_CONTAINER(widget));
        for (GList *child = children; child && !found; child = child->next)
            found = find(GTK_WIDGET(child->data));
        g_list_free(children);
    }
    return found;
}

static gboolean run(gpointer file) {
    char *script = NULL;
    if (!g_file_get_contents(file, &script, NULL, NULL)) return G_SOURCE_CONTINUE;
    WebKitWebView *view = NULL;
    GList *windows = gtk_window_list_toplevels();
    for (GList *window = windows; window && !view; window = window->next)
        view = find(GTK_WIDGET(window->data));
    g_list_free(windows);
    if (view) webkit_web_view_evaluate_javascript(view, script, -1, NULL, NULL, NULL, NULL, NULL);
    g_free(script);
    return view ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

__attribute__((constructor)) static void loaded(void) {
    /* WebKit's own processes inherit the variable that loads this, and have no window. */
    char *program = g_file_read_link("/proc/self/exe", NULL);
    if (program && g_str_has_suffix(program, "/vults") && getenv("SCRIPT"))
        g_timeout_add(100, run, g_strdup(getenv("SCRIPT")));
    g_free(program);
}
