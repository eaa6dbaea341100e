/** Counts how many reported things are right, second by second, compared with what a clip is known to show. */
import { overlap } from '../../server/src/analysis/boxes.ts';
import type { BuiltObject } from '../../server/src/perception/things/object-results.ts';
import type { Clip, Second } from './thing-clips.ts';

export interface ThingCounts {
  /** Seconds, added up over the names. */
  right: number;
  wrong: number;
  missed: number;
  /** The same, but only for seconds in which the thing is at least a fifth of the picture's height. */
  largeRight: number;
  largeMissed: number;
  /** Sum of the overlaps with the true boxes (intersection over union), and the number of these overlaps. */
  boxes: number;
  boxed: number;
  /** Confidence of each reported second, and whether it was right. */
  readonly claims: { readonly confidence: number; readonly right: boolean }[];
}

export const noCounts = (): ThingCounts => ({
  right: 0,
  wrong: 0,
  missed: 0,
  largeRight: 0,
  largeMissed: 0,
  boxes: 0,
  boxed: 0,
  claims: [],
});

/** Adds the findings in a clip that has one picture per second to the counts. */
export function countThings(counts: ThingCounts, clip: Clip, built: readonly BuiltObject[]): void {
  for (const name of clip.asked) {
    const result = built.find((one) => one.result.name === name)?.result;

    for (const [second, truth] of clip.seconds.entries()) {
      const own = truth.things.filter((thing) => thing.name === name);
      const there = own.length > 0;
      const large = own.some(({ box }) => !box || box.height >= largeFrom);
      if (!there && truth.unclear.includes(name)) continue;

      const claimed = result ? confidenceAt(result, second) : null;
      if (there && claimed !== null) counts.right++;
      else if (there) counts.missed++;
      else if (claimed !== null) counts.wrong++;

      if (large && claimed !== null) counts.largeRight++;
      else if (large) counts.largeMissed++;

      if (claimed !== null) counts.claims.push({ confidence: claimed, right: there });
    }

    for (const { timestamp, bounding_box } of result?.frames ?? []) {
      countBox(counts, clip.seconds[Math.floor(timestamp)], name, bounding_box);
    }
  }
}

const largeFrom = 0.2;

type Result = BuiltObject['result'];

/**
 * A second is claimed by a frame in it, or by an appearance that covers at least half of it. Returns the highest
 * confidence; null if nothing claims the second.
 */
function confidenceAt(result: Result, second: number): number | null {
  const framed = result.frames.filter(({ timestamp }) => Math.floor(timestamp) === second);
  const spanned = result.appearances.filter(
    ({ timestamp_start: start, timestamp_end: end }) =>
      Math.min(end, second + 1) - Math.max(start, second) >= 0.5,
  );
  const all = [...framed, ...spanned].map(({ confidence }) => confidence);
  return all.length > 0 ? Math.max(...all) : null;
}

function countBox(
  counts: ThingCounts,
  truth: Second | undefined,
  name: string,
  box: Result['frames'][number]['bounding_box'],
): void {
  const own = truth?.things.filter((thing) => thing.name === name) ?? [];
  const overlaps = own.flatMap((thing) => (thing.box ? [overlap(thing.box, box)] : []));
  if (overlaps.length === 0) return;
  counts.boxes += Math.max(...overlaps);
  counts.boxed++;
}
