/** Chooses the pictures that are shown to a costly engine, and the samples to which each result applies. */
import type { FrameSample, MediaPass } from '../media/media.ts';
import { reachSeconds } from './cells.ts';

export interface Look {
  /** Index into the pass's images. */
  readonly image: number;
  /** Samples to which the result of this look applies, in ascending order; all of them are in the picture's shot. */
  readonly samples: readonly number[];
}

/** A range of samples, `to` exclusive. */
interface Samples {
  readonly from: number;
  readonly to: number;
}

/** One look for each stored picture that the samples use. */
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

/** Selects the looks whose picture is used by at least one of the samples. */
export function looksWithin(
  looks: readonly Look[],
  { frames }: Pick<MediaPass, 'frames'>,
  { from, to }: Samples,
): Look[] {
  const sampleImages = new Set(frames.slice(from, to).map(({ image }) => image));
  return looks.filter(({ image }) => sampleImages.has(image));
}

/** Chooses at most `limit` pictures from the whole video: first one per shot, then others evenly spread over time. */
export function fewImages(pass: MediaPass, limit: number): Look[] {
  const allLooks = everyImage(pass);
  if (allLooks.length <= limit) return allLooks;

  const byShot = [...Map.groupBy(allLooks, (look) => shotOf(look, pass)).values()];
  const middles = byShot.map((shotLooks) => shotLooks[shotLooks.length >> 1] as Look);
  const chosen = new Set(evenly(middles, limit));
  const rest = allLooks.filter((look) => !chosen.has(look));
  for (const look of evenly(rest, limit - chosen.size)) chosen.add(look);

  const images = [...chosen].sort((a, b) => firstOf(a) - firstOf(b));
  const nearest = nearestSamples(images, pass);

  return images.map((look) => ({ ...look, samples: nearest.get(look) ?? [] }));
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

/**
 * Assigns to each look the samples of its shot that are nearest to it and within `reachSeconds`; if two looks are
 * equally near, the first one gets the sample. One pass over the shot suffices: its looks are in order of time, and the
 * samples of a picture are consecutive.
 */
function nearestSamples(looks: readonly Look[], pass: MediaPass): Map<Look, number[]> {
  const { frames } = pass;
  const nearest = new Map(looks.map((look) => [look, [] as number[]]));
  const timeOf = (sample: number) => (frames[sample] as FrameSample).timestamp;
  const samplesOf = Map.groupBy(frames.keys(), (sample) => frames[sample]?.shot ?? 0);

  for (const [shot, inShot] of Map.groupBy(looks, (look) => shotOf(look, pass))) {
    const lookTimes = inShot.flatMap((look) =>
      look.samples.map((sample) => ({ look, time: timeOf(sample) })),
    );
    let next = 0;

    for (const sample of samplesOf.get(shot) ?? []) {
      const time = timeOf(sample);
      while (next < lookTimes.length && (lookTimes[next] as Shown).time < time) next++;
      const around = lookTimes.slice(Math.max(0, next - 1), next + 1);
      const best = around.reduce((a, b) => (away(b, time) < away(a, time) ? b : a));
      if (away(best, time) <= reachSeconds) nearest.get(best.look)?.push(sample);
    }
  }

  return nearest;
}

/** A time, in seconds, at which the picture of a look is shown. */
interface Shown {
  readonly look: Look;
  readonly time: number;
}

const away = ({ time }: Shown, sampleTime: number) => Math.abs(time - sampleTime);
