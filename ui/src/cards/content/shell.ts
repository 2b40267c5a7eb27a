import type { Text } from "../../gen/view";

/** What a piece of a command is, for its colour. */
export type Kind =
  "text" | "command" | "keyword" | "option" | "string" | "variable" | "operator" | "comment";

/** A piece of a command, in its order; `hidden` holds a label instead of text. */
export type Token = { kind: Kind; text: string } | { kind: "hidden"; label: string };

/** A longer command is shown without colour: it must be on screen at once. */
const COLOUR_LIMIT = 4_000;

const KEYWORDS = new Set(
  "if then elif else fi while until do done for in case esac select function { } ! [[ ]]".split(
    " ",
  ),
);

/** Commands that run the command after them. */
const PREFIXES = new Set(
  "sudo doas env exec nohup nice time command xargs eval builtin".split(" "),
);

const WORD = /[^\s;|&()<>'"`$\\]+/y;
const SPACE = /[^\S\n]+/y;
const VARIABLE = /\$(?:\{[^}\n]*\}?|[A-Za-z_]\w*|[0-9@*#?$!-])/y;
const OPERATOR = /&&|\|\||;;|\|&|&>>?|>>|<<<|<<-?|>&|<&|>\||[;|&()<>]/y;
const REDIRECTS = /[<>]/;
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** Reads a command piece by piece. Its state outlives a hidden character in the middle of a word. */
class Scanner {
  readonly tokens: Token[] = [];
  private mode: "plain" | "single" | "double" | "comment" = "plain";
  /** The kind of the word that is open, if one is. */
  private word: Kind | undefined;
  /** Whether the next word is a command. */
  private expectsCommand = true;
  /** Whether the next word is a file that is read or written. */
  private expectsTarget = false;

  hidden(label: string): void {
    this.tokens.push({ kind: "hidden", label });
  }

  emit(kind: Kind, text: string): void {
    const last = this.tokens.at(-1);
    if (last && last.kind !== "hidden" && last.kind === kind) last.text += text;
    else this.tokens.push({ kind, text });
  }

  plain(source: string): void {
    let at = 0;
    while (at < source.length) at += this.step(source, at);
  }

  /** Emits at least one character and says how many. */
  private step(source: string, at: number): number {
    switch (this.mode) {
      case "comment":
        return this.until(source, at, "\n", "comment", false);
      case "single":
        return this.until(source, at, "'", "string", true);
      case "double":
        return this.doubleQuoted(source, at);
      case "plain":
        return this.unquoted(source, at);
    }
  }

  private take(kind: Kind, text: string): number {
    this.emit(kind, text);
    return text.length;
  }

  private until(source: string, at: number, end: string, kind: Kind, inclusive: boolean): number {
    const found = source.indexOf(end, at);
    if (found === -1) return this.take(kind, source.slice(at));
    this.mode = "plain";
    if (inclusive) return this.take(kind, source.slice(at, found + 1));
    return found > at ? this.take(kind, source.slice(at, found)) : this.lineBreak();
  }

  private doubleQuoted(source: string, at: number): number {
    const character = source.charAt(at);
    if (character === "\\") return this.take("string", source.slice(at, at + 2));
    if (character === "$") {
      const variable = matchAt(VARIABLE, source, at);
      if (variable) return this.take("variable", variable);
    }
    if (character === '"') this.mode = "plain";
    return this.take("string", character);
  }

  private lineBreak(): number {
    this.word = undefined;
    this.expectsCommand = true;
    this.expectsTarget = false;
    return this.take("text", "\n");
  }

  private unquoted(source: string, at: number): number {
    const character = source.charAt(at);
    if (character === "\n") return this.lineBreak();
    const space = matchAt(SPACE, source, at);
    if (space) {
      this.word = undefined;
      return this.take("text", space);
    }
    if (character === "\\") {
      if (source.charAt(at + 1) !== "\n") this.open();
      return this.take(this.word ?? "text", source.slice(at, at + 2));
    }
    if (character === "#" && !this.word) {
      this.mode = "comment";
      return this.take("comment", character);
    }
    if (character === "'" || character === '"') {
      this.open();
      this.mode = character === "'" ? "single" : "double";
      return this.take("string", character);
    }
    if (character === "`") return this.operator("`");
    if (source.startsWith("$(", at)) return this.operator("$(");
    if (character === "$") {
      this.open();
      return this.take("variable", matchAt(VARIABLE, source, at) ?? character);
    }
    const operator = matchAt(OPERATOR, source, at);
    if (operator) return this.operator(operator);
    return this.bare(matchAt(WORD, source, at) ?? character);
  }

  private operator(text: string): number {
    this.word = undefined;
    if (REDIRECTS.test(text)) this.expectsTarget = true;
    else this.expectsCommand = text !== ")";
    return this.take("operator", text);
  }

  /** Opens a word that begins with a quote, a variable or an escape. */
  private open(): void {
    if (this.word) return;
    this.word = this.expectsCommand && !this.expectsTarget ? "command" : "text";
    if (!this.expectsTarget) this.expectsCommand = false;
    this.expectsTarget = false;
  }

  private bare(text: string): number {
    if (!this.word) {
      this.word = this.kindOf(text);
      const stays = this.word === "keyword" || this.word === "variable" || this.word === "option";
      if (!this.expectsTarget && !stays && !PREFIXES.has(text)) this.expectsCommand = false;
      this.expectsTarget = false;
    }
    return this.take(this.word, text);
  }

  private kindOf(text: string): Kind {
    if (this.expectsTarget) return "text";
    if (text.startsWith("-") && text.length > 1) return "option";
    if (!this.expectsCommand) return "text";
    if (ASSIGNMENT.test(text)) return "variable";
    return KEYWORDS.has(text) ? "keyword" : "command";
  }
}

/** Splits a command for its colours. Every character stays, in its place. */
export function tokenize(command: Text): Token[] {
  const scanner = new Scanner();
  const length = command.reduce((sum, s) => sum + ("plain" in s ? s.plain.length : 1), 0);
  for (const segment of command) {
    if ("hidden" in segment) scanner.hidden(segment.hidden);
    else if (length > COLOUR_LIMIT) scanner.emit("text", segment.plain);
    else scanner.plain(segment.plain);
  }
  return scanner.tokens;
}

/** A piece of a drawn line. `blanks` is a run so long that what follows could be missed. */
export type Piece = Token | { kind: "blanks"; text: string };

/** From this many blanks in the middle of a line on, their number says more than their width. */
const MANY_BLANKS = 16;
const BLANKS = new RegExp(`([^\\S\\n]{${MANY_BLANKS},})`);

/** Splits tokens into lines; each but the last ends with its line break. One at the very end begins no line. */
export function lines(tokens: Token[]): Piece[][] {
  const found: Piece[][] = [[]];
  for (const token of tokens) {
    if (token.kind === "hidden") {
      found.at(-1)?.push(token);
      continue;
    }
    for (const part of token.text.split(/(?<=\n)/)) {
      for (const text of part.split(BLANKS)) {
        if (!text) continue;
        const line = found.at(-1);
        const indents = line?.length === 0 && text.length < 3 * MANY_BLANKS;
        const blanks = text.length >= MANY_BLANKS && text.trim() === "" && !indents;
        line?.push(blanks ? { kind: "blanks", text } : { kind: token.kind, text });
      }
      if (part.endsWith("\n")) found.push([]);
    }
  }
  if (found.length > 1 && found.at(-1)?.length === 0) found.pop();
  return found;
}
