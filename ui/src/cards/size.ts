import type { Content, Passage } from "../gen/view";
import { t } from "../i18n";
import { isFormatted } from "./content/markdown";
import { lengthOf } from "../kit/text";

/** What stands under the thing on a card: how much there is, and what must not be missed in it. */
export interface Size {
  plain: string[];
  strong: string[];
  bad: string[];
}

/** `scrolls`: whether there is more than is visible at once, so that its length is worth a word. */
export function sizeOf(content: Content | null, scrolls: boolean): Size {
  const size: Size = { plain: [], strong: [], bad: [] };
  const length = ({ lines, characters }: Passage) => {
    if (scrolls) size.plain.push(t.command.lines(lines), t.command.characters(characters));
  };
  const hidden = (characters: number) => {
    if (characters > 0) size.strong.push(t.command.hidden(characters));
  };
  switch (content?.kind) {
    case undefined:
      break;
    case "command":
      length(content.command);
      hidden(content.command.hidden);
      break;
    case "files": {
      const { files } = content;
      const lines = files.flatMap(({ diff }) => diff.hunks.flatMap((hunk) => hunk.lines));
      const outside = files.filter((file) => file.outside).length;
      if (files.length > 1) {
        size.plain.push(t.files.count(files.length));
        size.plain.push(`${t.diff.added(content.added)} ${t.diff.removed(content.removed)}`);
        if (outside > 0) size.bad.push(t.files.filesOutside(outside));
      }
      if (scrolls) {
        const characters = lines.reduce((sum, line) => sum + lengthOf(line.text), 0);
        size.plain.push(t.command.lines(lines.length), t.command.characters(characters));
      }
      break;
    }
    case "open":
      hidden(content.prompt?.hidden ?? 0);
      break;
    case "subagent":
      length(content.prompt);
      hidden(content.prompt.hidden);
      break;
    case "plan":
      if (!isFormatted(content.plan)) size.plain.push(t.plan.tooLong);
      length(content.plan);
      hidden(content.plan.hidden);
      break;
    case "hooks": {
      const { commands, files } = content;
      const texts = [
        ...commands.flatMap(({ program }) => ("shell" in program ? [program.shell] : program.argv)),
        ...files.flatMap(({ text }) =>
          typeof text !== "string" && "whole" in text ? [text.whole] : [],
        ),
      ];
      const sum = (of: (passage: Passage) => number) =>
        texts.reduce((all, one) => all + of(one), 0);
      if (files.length > 0) size.plain.push(t.trust.files(files.length));
      if (scrolls) size.plain.push(t.command.lines(sum(({ lines }) => lines)));
      hidden(sum((passage) => passage.hidden));
      break;
    }
    case "questions": {
      const passages = content.questions.flatMap(({ question, options }) => [
        question,
        ...options.flatMap(({ description, preview }) => [description, preview]),
      ]);
      hidden(passages.reduce((sum, next) => sum + (next?.hidden ?? 0), 0));
      break;
    }
    case "tool": {
      const texts = content.arguments.map(({ value }) => ("text" in value ? value.text.hidden : 0));
      if (scrolls) size.plain.push(t.input.values(content.arguments.length));
      hidden(texts.reduce((sum, next) => sum + next, 0));
      if (scrolls && content.arguments.some(({ outside }) => outside)) {
        size.bad.push(t.input.outside);
      }
      break;
    }
  }
  return size;
}
