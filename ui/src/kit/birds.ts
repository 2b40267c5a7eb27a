/** What a pixel of a bird is painted with. */
export type Paint = "body" | "wing" | "eye" | "beak" | "band" | "leg";

/** A pose as rows of pixels; each letter is a [`Paint`], a dot is nothing. */
interface Pose {
  width: number;
  height: number;
  /** One path per paint, in pixel units. */
  paths: [Paint, string][];
}

const LETTERS: Record<string, Paint> = {
  k: "body",
  w: "wing",
  e: "eye",
  b: "beak",
  n: "band",
  f: "leg",
};

function pose(...rows: string[]): Pose {
  const paths = new Map<Paint, string>();
  rows.forEach((row, y) => {
    // Equal neighbours make one run, so that no seam shows between them.
    for (const run of row.matchAll(/([a-z])\1*/g)) {
      const paint = LETTERS[run[0].charAt(0)];
      if (!paint) continue;
      const width = run[0].length;
      paths.set(paint, `${paths.get(paint) ?? ""}M${run.index} ${y}h${width}v1h-${width}z`);
    }
  });
  return { width: rows[0]?.length ?? 0, height: rows.length, paths: [...paths] };
}

/** The poses of a bird. */
export const POSES = {
  /** Sits still. */
  perched: pose(
    "..kkk.......",
    ".kkekk......",
    ".kkkkbb.....",
    "..kk..b.....",
    ".nnnn.......",
    "kkkkkk......",
    "kkwwwkkk....",
    "kwwwwwkkk...",
    "kwwwwwwkk...",
    "kkwwwwwkk...",
    ".kkwwwkkk...",
    "..kkkkkkkk..",
    "...f.f..kkk.",
    "...f.f....k.",
  ),
  /** Wants something. */
  wings: pose(
    "......kkk......",
    "k....kkekk...k.",
    "kk...kkkkbb.kk.",
    "kkk...kk..bkkk.",
    "kwkk..nnn.kkwk.",
    ".kwkkkkkkkkwk..",
    ".kwwkkkkkkwwk..",
    "..kwwkkkkwwk...",
    "..kkwkkkkwkk...",
    "...kkkkkkkk....",
    "....kkkkkk.....",
    ".....kkkk......",
    ".....f..f......",
    ".....f..f......",
  ),
} as const;
