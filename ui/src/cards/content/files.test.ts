import { describe, expect, test } from "vitest";

import type { FileView } from "../../gen/view";
import { rowsOfFiles, whyUnread } from "./files";

function file(change: FileView["change"]): FileView {
  const path = [{ plain: "/a" }];
  const diff = { added: 0, removed: 0, hunks: [] };
  return { path, leads_to: null, outside: false, change, diff };
}

describe("a file without lines", () => {
  test.each<[FileView["change"], string[], ReturnType<typeof whyUnread>]>([
    [{ is: "new" }, ["file", "nothing"], null],
    [{ is: "changed" }, ["file", "nothing"], null],
    [{ is: "deleted", unread: null }, ["file", "nothing"], null],
    [{ is: "deleted", unread: "not_text" }, ["file"], "not_text"],
    [{ is: "unread", why: "too_large" }, ["file", "nothing"], "too_large"],
  ])("%o", (change, rows, why) => {
    expect(rowsOfFiles([file(change)]).map(({ kind }) => kind)).toEqual(rows);
    expect(whyUnread(file(change))).toBe(why);
  });
});
