/* Loaded into the app: runs scripts in its pages. A script comes as the file that SCRIPT names, whose
   first line is the title of the window; what its body returns goes into a file beside it. */
#include <stdlib.h>
#include <string.h>
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

static WebKitWebView *view_of(const char *title) {
    WebKitWebView *view = NULL;
    GList *windows = gtk_window_list_toplevels();
    for (GList *window = windows; window && !view; window = window->next)
        if (!g_strcmp0(gtk_window_get_title(GTK_WINDOW(window->data)), title))
            view = find(GTK_WIDGET(window->data));
    g_list_free(windows);
    return view;
}

static void returned(GObject *view, GAsyncResult *result, gpointer file) {
    GError *error = NULL;
    JSCValue *value =
        webkit_web_view_call_async_javascript_function_finish(WEBKIT_WEB_VIEW(view), result, &error);
    char *text = value ? jsc_value_to_json(value, 0) : g_strconcat("! ", error->message, NULL);
    char *into = g_strconcat(file, ".result", NULL);
    /* Written beside it and renamed: whoever reads it reads all of it. */
    g_file_set_contents(into, text ? text : "null", -1, NULL);
    g_free(into);
    g_free(text);
    g_clear_object(&value);
    g_clear_error(&error);
}

static gboolean look(gpointer file) {
    char *script = NULL;
    if (!g_file_get_contents(file, &script, NULL, NULL)) return G_SOURCE_CONTINUE;
    char *body = strchr(script, '\n');
    *body++ = 0;
    WebKitWebView *view = view_of(script);
    if (view) {
        remove(file);
        webkit_web_view_call_async_javascript_function(view, body, -1, NULL, NULL, NULL, NULL,
                                                       returned, file);
    }
    g_free(script);
    return G_SOURCE_CONTINUE;
}

__attribute__((constructor)) static void loaded(void) {
    /* WebKit's own processes inherit the variable that loads this, and have no window. */
    char *program = g_file_read_link("/proc/self/exe", NULL);
    if (program && g_str_has_suffix(program, "/vults") && getenv("SCRIPT"))
        g_timeout_add(50, look, g_strdup(getenv("SCRIPT")));
    g_free(program);
}
