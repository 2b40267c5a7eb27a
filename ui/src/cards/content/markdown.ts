import type { Passage, Segment, Text } from "../../gen/view";
import { linesOf } from "../../kit/text";

/**
 * A plan in Markdown, read line by line for its looks. A page would hide some of what Markdown can
 * hold: comments, HTML, definitions, where links lead. Here every character is drawn, or is a mark
 * whose effect is drawn; what is not known as a mark stands as it is written.
 */
export type Row =
  | { kind: "text"; spans: Span[] }
  | { kind: "heading"; level: number; spans: Span[] }
  /** `marker` is what stands before it; `depth` is how far it is set in. */
  | { kind: "item"; depth: number; marker: string; spans: Span[] }
  | { kind: "quote"; depth: number; spans: Span[] }
  /** The first line of a code block with what it says about it. */
  | { kind: "fence"; says: Text }
  | { kind: "code"; text: Text }
  | { kind: "rule" }
  /** A line in which columns count. */
  | { kind: "columns"; text: Text }
  | { kind: "blank" };

/** A piece of a line. */
export type Span =
  | { kind: "text" | "code" | "markup"; text: Text }
  | { kind: "strong" | "emphasis" | "struck"; spans: Span[] }
  /** `title` is text too: what a page would show only to a pointer that rests. */
  | { kind: "link" | "image"; spans: Span[]; target: Text; title: Text | null };

/** A longer line is shown as it is written: all of it must be on screen at once. */
const LINE_LIMIT = 4_000;
/** A longer plan is shown as it is written, for the same reason. */
const PLAN_LIMIT = 100_000;
/** Marks inside of marks beyond this are shown as they are written. */
const DEPTH_LIMIT = 6;

/** Stands for a hidden character while a line is read; no text should have it. */
const HIDDEN = "\uffff";

const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^([ \t]*)([-*+]|\d{1,9}[.)])[ \t]+/;
const QUOTE = /^ {0,3}>(?: {0,3}>)*[ \t]?/;
const COLUMNS = /^[ \t]*\|.*\|[ \t]*$/;

/** Whether a plan can be shown with its looks. */
export const isFormatted = ({ characters }: Passage) => characters <= PLAN_LIMIT;

/** Reads a plan. */
export function rowsOfMarkdown(plan: Text): Row[] {
  const rows: Row[] = [];
  /** The fence that ends the code block, while one is open. */
  let fence: string | null = null;
  for (const text of linesOf(plan)) {
    const line = new Line(text);
    const { source } = line;
    if (fence !== null) {
      if (closes(source, fence)) fence = null;
      else rows.push({ kind: "code", text });
      continue;
    }
    const opens = FENCE.exec(source);
    if (opens) {
      fence = opens[2] ?? "";
      rows.push({ kind: "fence", says: line.cut(source.length - (opens[3] ?? "").length) });
      continue;
    }
    rows.push(rowOf(line, text));
  }
  return rows;
}

function closes(source: string, fence: string): boolean {
  const marks = source.trim();
  const only = marks.length >= fence.length && marks === fence.charAt(0).repeat(marks.length);
  return only && /^ {0,3}\S/.test(source);
}

function rowOf(line: Line, text: Text): Row {
  const { source } = line;
  if (source.trim() === "") return { kind: "blank" };
  if (RULE.test(source)) return { kind: "rule" };
  const heading = HEADING.exec(source);
  if (heading) {
    const level = heading[1]?.length ?? 1;
    return { kind: "heading", level, spans: line.spans(heading[0].length) };
  }
  const item = ITEM.exec(source);
  if (item) {
    const [all, blanks = "", marker = ""] = item;
    const depth = blanks.replaceAll("\t", "    ").length;
    return { kind: "item", depth, marker, spans: line.spans(all.length) };
  }
  const quote = QUOTE.exec(source);
  if (quote) {
    const depth = quote[0].split(">").length - 1;
    return { kind: "quote", depth, spans: line.spans(quote[0].length) };
  }
  if (COLUMNS.test(source)) return { kind: "columns", text };
  return { kind: "text", spans: line.spans(0) };
}

const ESCAPE = /\\[!-/:-@[-`{-~]/y;
const TICKS = /`+/y;
const LINK =
  /(!?)\[([^[\]]*)\]\([ \t]*(<[^<>]*>|[^\s()<>]*(?:\([^\s()<>]*\)[^\s()<>]*)*)(?:[ \t]+("[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*\)/dy;
const MARKUP = /<!--|-->|<[!?/A-Za-z][^<>]*>?/y;
const ADDRESS = /https?:\/\/[^\s<>"'`\uffff]*[^\s<>"'`\uffff.,;:!?)\]}*_~]/iy;
const MARKS = [
  ["***", "strong"],
  ["___", "strong"],
  ["**", "strong"],
  ["__", "strong"],
  ["~~", "struck"],
  ["*", "emphasis"],
  ["_", "emphasis"],
] as const;
const WORD = /[\p{L}\p{N}]/u;

/** One line, with its hidden characters as one letter each. */
class Line {
  readonly source: string;
  private readonly labels = new Map<number, string>();

  constructor(text: Text) {
    let source = "";
    for (const segment of text) {
      if ("plain" in segment) {
        source += segment.plain;
      } else {
        this.labels.set(source.length, segment.hidden);
        source += HIDDEN;
      }
    }
    this.source = source;
  }

  /** A part of the line as it came. */
  cut(from: number, to = this.source.length): Text {
    const found: Segment[] = [];
    let start = from;
    for (let at = this.source.indexOf(HIDDEN, from); at !== -1 && at < to;) {
      if (at > start) found.push({ plain: this.source.slice(start, at) });
      found.push({ hidden: this.labels.get(at) ?? "U+FFFF" });
      start = at + 1;
      at = this.source.indexOf(HIDDEN, start);
    }
    if (start < to) found.push({ plain: this.source.slice(start, to) });
    return found;
  }

  /** The line from here on, read for its marks. */
  spans(from: number): Span[] {
    const to = this.source.length;
    if (to > LINE_LIMIT) return [{ kind: "text", text: this.cut(from) }];
    return this.read(from, to, 0);
  }

  private read(from: number, to: number, depth: number): Span[] {
    const spans: Span[] = [];
    let plain = from;
    let at = from;
    const flush = (end: number) => {
      if (end > plain) spans.push({ kind: "text", text: this.cut(plain, end) });
    };
    /** Marks that nothing closes any more. */
    const open = new Set<string>();
    while (at < to) {
      if (this.match(ESCAPE, at, to)) {
        // The mark goes; the character after it stays.
        flush(at);
        plain = at + 1;
        at += 2;
        continue;
      }
      const found = this.spanAt(at, to, depth, open);
      if (!found) {
        at++;
        continue;
      }
      flush(at);
      spans.push(found.span);
      at = plain = found.end;
    }
    flush(to);
    return spans;
  }

  private spanAt(
    at: number,
    to: number,
    depth: number,
    open: Set<string>,
  ): { span: Span; end: number } | null {
    switch (this.source.charAt(at)) {
      case "`":
        return this.code(at, to);
      case "[":
      case "!":
        return this.link(at, to, depth);
      case "<": {
        const markup = this.match(MARKUP, at, to);
        if (!markup) return null;
        const end = at + markup[0].length;
        const [, address] = /^<(https?:\/\/[^\s<>]+)>$/i.exec(markup[0]) ?? [];
        return address
          ? { span: this.address(at + 1, end - 1), end }
          : { span: { kind: "markup", text: this.cut(at, end) }, end };
      }
      case "-": {
        const end = at + 3;
        if (!this.source.startsWith("-->", at) || end > to) return null;
        return { span: { kind: "markup", text: this.cut(at, end) }, end };
      }
      case "h":
      case "H": {
        const found = this.match(ADDRESS, at, to);
        if (!found || WORD.test(this.source.charAt(at - 1))) return null;
        const end = at + found[0].length;
        return { span: this.address(at, end), end };
      }
      case "*":
      case "_":
      case "~":
        return this.marked(at, to, depth, open);
      default:
        return null;
    }
  }

  private address(from: number, to: number): Span {
    return { kind: "link", spans: [], target: this.cut(from, to), title: null };
  }

  private code(at: number, to: number): { span: Span; end: number } | null {
    const ticks = this.match(TICKS, at, to)?.[0] ?? "`";
    const from = at + ticks.length;
    for (let end = from; end < to;) {
      end = this.source.indexOf("`", end);
      if (end === -1 || end >= to) break;
      const closing = this.match(TICKS, end, to)?.[0] ?? "`";
      if (closing === ticks) {
        return { span: { kind: "code", text: this.cut(from, end) }, end: end + ticks.length };
      }
      end += closing.length;
    }
    // The whole run is no mark: a part of it must not become one.
    return { span: { kind: "text", text: this.cut(at, from) }, end: from };
  }

  private link(at: number, to: number, depth: number): { span: Span; end: number } | null {
    const found = this.match(LINK, at, to);
    const [, words, target, title] = found?.indices?.slice(1) ?? [];
    if (!found || !words || !target) return null;
    const bare = this.source.charAt(target[0]) === "<" ? 1 : 0;
    const span: Span = {
      kind: found[1] === "!" ? "image" : "link",
      spans: this.read(words[0], words[1], depth + 1),
      target: this.cut(target[0] + bare, target[1] - bare),
      title: title ? this.cut(title[0] + 1, title[1] - 1) : null,
    };
    return { span, end: at + found[0].length };
  }

  private marked(
    at: number,
    to: number,
    depth: number,
    open: Set<string>,
  ): { span: Span; end: number } | null {
    const { source } = this;
    if (depth >= DEPTH_LIMIT) return null;
    for (const [mark, kind] of MARKS) {
      if (!source.startsWith(mark, at) || open.has(mark)) continue;
      const from = at + mark.length;
      const inWord = mark.startsWith("_") && WORD.test(source.charAt(at - 1));
      if (from >= to || inWord || /\s/.test(source.charAt(from))) continue;
      const end = this.closing(mark, from, to);
      if (end === -1) {
        open.add(mark);
        continue;
      }
      const inside = this.read(from, end, depth + 1);
      const spans: Span[] = mark.length === 3 ? [{ kind: "emphasis", spans: inside }] : inside;
      return { span: { kind, spans }, end: end + mark.length };
    }
    // The whole run stands as it is written.
    let end = at + 1;
    while (end < to && source.charAt(end) === source.charAt(at)) end++;
    return { span: { kind: "text", text: this.cut(at, end) }, end };
  }

  /** Where a mark is closed: after something, at the end of a run of its own length. */
  private closing(mark: string, from: number, to: number): number {
    const { source } = this;
    const letter = mark.charAt(0);
    for (let at = source.indexOf(mark, from + 1); at !== -1 && at + mark.length <= to;) {
      let end = at;
      while (end < to && source.charAt(end) === letter) end++;
      const fits = end - at === mark.length && !/[\s\\]/.test(source.charAt(at - 1));
      const inWord = letter === "_" && WORD.test(source.charAt(end));
      if (fits && !inWord) return at;
      at = source.indexOf(mark, end);
    }
    return -1;
  }

  private match(pattern: RegExp, at: number, to: number): RegExpExecArray | null {
    pattern.lastIndex = at;
    const found = pattern.exec(this.source);
    return found && at + found[0].length <= to ? found : null;
  }
}

/** The address that a link opens outside; null where it is none of the web, or hides something. */
export function webAddress(target: Text): string | null {
  const [segment, ...more] = target;
  if (!segment || more.length > 0 || !("plain" in segment)) return null;
  try {
    const { protocol, href } = new URL(segment.plain);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}
