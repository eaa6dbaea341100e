/** Which pictures a costly engine is shown, and for which samples what it saw there counts. */
import type { FrameSample, MediaPass } from '../media/media.ts';
import { reachSeconds } from './cells.ts';

export interface Look {
  /** Index into the pass's images. */
  readonly image: number;
  /** Samples that this look stands for, ascending; never beyond its shot. */
  readonly samples: readonly number[];
}

/** Samples, `to` exclusive. */
interface Samples {
  readonly from: number;
  readonly to: number;
}

/** Every stored picture of the samples once. */
export function everyImage(
  { frames }: Pick<MediaPass, 'frames'>,
  { from, to }: Samples = { from: 0, to: frames.length },
): Look[] {
  const samplesOf = new Map<number, number[]>();
  for (let sample = from; sample < to; sample++) {
    const { image } = frames[sample] as FrameSample;
    const samples = samplesOf.get(image);
    if (samples) samples.push(sample);
    else samplesOf.set(image, [sample]);
  }
  return [...samplesOf].map(([image, samples]) => ({ image, samples }));
}

/** Looks whose image is used by one of the samples. */
export function looksWithin(
  looks: readonly Look[],
  { frames }: Pick<MediaPass, 'frames'>,
  { from, to }: Samples,
): Look[] {
  const own = new Set(frames.slice(from, to).map(({ image }) => image));
  return looks.filter(({ image }) => own.has(image));
}

/** At most `limit` pictures of the whole video: one a shot first, then evenly over time. */
export function fewImages(pass: MediaPass, limit: number): Look[] {
  const all = everyImage(pass);
  if (all.length <= limit) return all;
  const byShot = [...Map.groupBy(all, (look) => shotOf(look, pass)).values()];
  const middles = byShot.map((looks) => looks[looks.length >> 1] as Look);
  const chosen = new Set(evenly(middles, limit));
  const rest = all.filter((look) => !chosen.has(look));
  for (const look of evenly(rest, limit - chosen.size)) chosen.add(look);
  const images = [...chosen].sort((a, b) => firstOf(a) - firstOf(b));
  return images.map((look) => ({ ...look, samples: nearestTo(look, images, pass) }));
}

const firstOf = (look: Look) => look.samples[0] as number;
const shotOf = (look: Look, pass: MediaPass) => pass.frames[firstOf(look)]?.shot ?? 0;

function evenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from(
    { length: count },
    (_, i) => items[Math.floor(((i + 0.5) * items.length) / count)] as T,
  );
}

function nearestTo(look: Look, looks: readonly Look[], pass: MediaPass): number[] {
  const shot = shotOf(look, pass);
  const inShot = looks.filter((other) => shotOf(other, pass) === shot);
  return pass.frames.flatMap((frame, sample) => {
    if (frame.shot !== shot) return [];
    const nearest = inShot.reduce((best, other) =>
      distanceTo(frame, other, pass) < distanceTo(frame, best, pass) ? other : best,
    );
    return nearest === look && distanceTo(frame, look, pass) <= reachSeconds ? [sample] : [];
  });
}

const distanceTo = ({ timestamp }: FrameSample, look: Look, pass: MediaPass) =>
  Math.min(
    ...look.samples.map((sample) =>
      Math.abs((pass.frames[sample] as FrameSample).timestamp - timestamp),
    ),
  );
