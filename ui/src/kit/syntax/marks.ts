import type { Root, RootContent } from "hast";
import { createLowlight } from "lowlight";

import { grammarsFor } from "./grammars";
import type { Language } from "./languages";

/** What a piece of code is, for its colour; whatever else there is stays plain. */
export type Kind = "keyword" | "string" | "number" | "comment";

/** The characters of a line from one place up to another that are of one kind. */
export interface Mark {
  from: number;
  to: number;
  kind: Kind;
}

/** Lines that follow one another, without their ends. */
export interface Code {
  language: Language;
  lines: string[];
}

/** The grammars' names for what has a colour. `plain` ends the colour of what is around it. */
const KINDS: Record<string, Kind | "plain"> = {
  bullet: "number",
  char: "string",
  code: "string",
  comment: "comment",
  doctag: "comment",
  keyword: "keyword",
  link: "string",
  literal: "keyword",
  name: "keyword",
  number: "number",
  quote: "comment",
  regexp: "string",
  section: "keyword",
  "selector-tag": "keyword",
  string: "string",
  subst: "plain",
  symbol: "string",
};

const lowlight = createLowlight();

function kindOf(node: RootContent): Kind | "plain" | undefined {
  const classes = node.type === "element" ? node.properties["className"] : undefined;
  const [name] = Array.isArray(classes) ? classes : [];
  return typeof name === "string" ? KINDS[name.replace(/^hljs-/, "")] : undefined;
}

/** The marks of a text as a whole, in their order, and the text; they do not overlap. */
function marksIn(root: Root): { marks: Mark[]; text: string } {
  const marks: Mark[] = [];
  let text = "";
  const read = (nodes: readonly RootContent[], around: Kind | "plain") => {
    for (const node of nodes) {
      if (node.type === "text") {
        const from = text.length;
        text += node.value;
        if (around !== "plain") marks.push({ from, to: text.length, kind: around });
      } else if (node.type === "element") {
        read(node.children, kindOf(node) ?? around);
      }
    }
  };
  read(root.children as RootContent[], "plain");
  return { marks, text };
}

/** The marks of each line; none at all where the grammar fails. */
export async function marksOf({ language, lines }: Code): Promise<Mark[][]> {
  lowlight.register(await grammarsFor(language));
  const text = lines.join("\n");
  const { marks, text: read } = marksIn(lowlight.highlight(language, text));
  // A few grammars lose characters of a text that is not in their language.
  if (read !== text) return [];
  let start = 0;
  let next = 0;
  return lines.map((line) => {
    const end = start + line.length;
    const found: Mark[] = [];
    for (; next < marks.length; next++) {
      const mark = marks[next];
      if (!mark || mark.from >= end) break;
      const from = Math.max(mark.from, start) - start;
      const to = Math.min(mark.to, end) - start;
      if (from < to) found.push({ from, to, kind: mark.kind });
      if (mark.to > end) break;
    }
    start = end + 1;
    return found;
  });
}
