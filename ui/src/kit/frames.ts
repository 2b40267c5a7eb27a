// Whatever is said of the screen, or drawn on it bit by bit, takes its turn here.

type Then = () => void;

/** The number of the last frame in which something here was called, and when that frame began. */
let frame = 0;
let began = -1;

/** How many looks the next frame takes. */
let looks = 0;
/** What is to be said, once the frame that it speaks of is painted; in the order of the frames. */
const reports: { of: number; say: Then }[] = [];
/** What is to be done between two frames, in turn. */
const works = new Set<Then>();
/** Whether the next frame calls for one of them. */
let asked = false;

const turns = new MessageChannel();

/** Says what is known of frames up to this one: they have been painted. */
function speak(painted: number): void {
  for (let next = reports[0]; next && next.of <= painted; next = reports[0]) {
    reports.shift();
    next.say();
  }
}

function inNextFrame(then: Then): void {
  requestAnimationFrame((time) => {
    if (time !== began) {
      began = time;
      // The one before is painted, though its message may come only after this one.
      speak(frame);
      frame++;
    }
    then();
    // A message comes after the paint of the frame whose callback posted it.
    turns.port2.postMessage(frame);
  });
}

/**
 * Calls `look` right before the next paint, and what that returns right after it: nothing is said of
 * the screen that was not on it.
 */
export function aroundPaint(look: () => Then | undefined): void {
  looks++;
  inNextFrame(() => {
    looks--;
    const say = look();
    if (say) reports.push({ of: frame, say });
  });
}

/**
 * Does some work after the next paint, and only once nothing waits to be said: what a person can see
 * by now goes before what is still to be drawn. Returns how to call it off.
 */
export function afterPaint(work: Then): () => void {
  works.add(work);
  ask();
  return () => works.delete(work);
}

function ask(): void {
  if (asked || works.size === 0) return;
  asked = true;
  inNextFrame(() => (asked = false));
}

turns.port1.onmessage = ({ data }: MessageEvent<number>) => {
  speak(data);
  if (asked) return;
  // One in each gap: together they would hold up what comes next.
  const [work] = works;
  if (work && looks === 0) {
    works.delete(work);
    work();
  }
  ask();
};
