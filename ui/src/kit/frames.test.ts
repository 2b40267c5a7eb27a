import { beforeEach, expect, test, vi } from "vitest";

/** Frames that begin when a test says so. Their messages come later, as those of a page do. */
let callbacks: ((time: number) => void)[] = [];
let time = 0;
vi.stubGlobal("requestAnimationFrame", (callback: (time: number) => void) =>
  callbacks.push(callback),
);

const { afterPaint, aroundPaint } = await import("./frames");

function begin(): void {
  const now = callbacks;
  callbacks = [];
  time += 16;
  for (const callback of now) callback(time);
}

/** Resolves when what was posted before has come. */
const messages = () => new Promise((resolve) => setTimeout(resolve, 5));

let happened: string[] = [];
beforeEach(() => {
  happened = [];
  callbacks = [];
});

function look(name: string): void {
  aroundPaint(() => {
    happened.push(`look ${name}`);
    return () => happened.push(`say ${name}`);
  });
}

test("what a look finds is said after the paint of its frame", async () => {
  look("a");
  expect(happened).toEqual([]);
  begin();
  expect(happened).toEqual(["look a"]);
  await messages();
  expect(happened).toEqual(["look a", "say a"]);
});

test("a frame that begins says of the one before that it is painted, and nothing of itself", async () => {
  look("a");
  begin();
  look("b");
  look("c");
  begin();
  expect(happened).toEqual(["look a", "say a", "look b", "look c"]);
  await messages();
  expect(happened.slice(4)).toEqual(["say b", "say c"]);
});

test("what is to be drawn waits for what is to be said", async () => {
  afterPaint(() => happened.push("work"));
  begin();
  look("a");
  await messages();
  expect(happened).toEqual([]);
  begin();
  await messages();
  expect(happened).toEqual(["look a", "say a", "work"]);
});

test("each gap between two frames has room for one piece of work", async () => {
  afterPaint(() => happened.push("first"));
  afterPaint(() => happened.push("second"));
  begin();
  await messages();
  expect(happened).toEqual(["first"]);
  begin();
  await messages();
  expect(happened).toEqual(["first", "second"]);
});

test("work that goes on and on keeps no look from being said", async () => {
  let callOff = () => {};
  const work = () => {
    happened.push("work");
    callOff = afterPaint(work);
  };
  afterPaint(work);
  begin();
  await messages();
  look("a");
  begin();
  await messages();
  expect(happened).toEqual(["work", "look a", "say a", "work"]);
  callOff();
  begin();
  await messages();
  expect(happened).toHaveLength(4);
});

test("work that is called off is not done, and nothing waits for it", async () => {
  afterPaint(() => happened.push("called off"))();
  afterPaint(() => happened.push("work"));
  begin();
  await messages();
  expect(happened).toEqual(["work"]);
});
