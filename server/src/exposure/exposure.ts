/** What brands come to over any number of videos, from the sums of each. */
import type {
  Exposure,
  ExposureBrand,
  ExposureDevice,
  ExposurePosition,
  Surface,
} from '@reelsight/contract';
import { exposurePositions } from '@reelsight/contract/exposure-terms';
import { identityOf } from '../analysis/name-key.ts';
import { type ExposureOptions, formulaOf, mediaValue } from './formula.ts';
import { roundSeconds } from './spans.ts';
import type { BrandSums, VideoExposure } from './video-exposure.ts';

/** Of videos that were summed with the same options. */
export function exposureOfVideos(
  videos: readonly VideoExposure[],
  options: ExposureOptions = {},
): Exposure {
  const total = sum(videos.map(({ video }) => video.duration_seconds));
  const byName = Map.groupBy(
    videos.flatMap(({ brands }) => brands),
    ({ name }) => identityOf(name),
  );
  const voice = sum(videos.flatMap(({ brands }) => brands.map(({ seen }) => seen)));
  const wanted = options.brands && new Set(options.brands.map(identityOf));
  const brands = [...byName]
    .filter(([name]) => wanted === undefined || wanted.has(name))
    .map(([, sums]) => brandOf(sums, { total, voice }, options));
  return {
    formula: formulaOf(options),
    videos: videos.map(({ video: { duration_seconds, ...video } }) => ({
      ...video,
      duration_seconds: roundSeconds(duration_seconds),
    })),
    left_out: [],
    seconds_total: roundSeconds(total),
    brands: brands.sort(byWorth),
  };
}

const sum = (all: readonly number[]): number => all.reduce((a, b) => a + b, 0);

const byWorth = (a: ExposureBrand, b: ExposureBrand): number =>
  b.equivalent_seconds - a.equivalent_seconds ||
  b.seen_seconds - a.seen_seconds ||
  (a.name < b.name ? -1 : 1);

/** Seconds of all videos, and of all brands in them. */
interface Whole {
  readonly total: number;
  readonly voice: number;
}

function brandOf(
  videos: readonly BrandSums[],
  { total, voice }: Whole,
  options: ExposureOptions,
): ExposureBrand {
  const over = (of: (one: BrandSums) => number): number => sum(videos.map(of));
  const seen = over((one) => one.seen);
  const boxed = over((one) => one.boxed);
  const equivalent = digits(
    over((one) => one.equivalent),
    4,
  );
  return {
    name: (videos[0] as BrandSums).name,
    videos: videos.length,
    appearances: over((one) => one.appearances),
    seen_seconds: roundSeconds(seen),
    share_of_video: share(seen, total),
    share_of_voice: share(seen, voice),
    solus_seconds: roundSeconds(over((one) => one.solus)),
    mean_size: boxed > 0 ? digits(over((one) => one.size) / boxed, 6) : 0,
    max_size: digits(Math.max(0, ...videos.map(({ maxSize }) => maxSize)), 6),
    position: positionOf(videos),
    clarity:
      boxed > 0
        ? share(
            over((one) => one.clarity),
            boxed,
          )
        : 1,
    clarity_known: share(
      over((one) => one.clarityKnown),
      seen,
    ),
    legible_seconds: legibleOf(videos),
    said: {
      times: over(({ said }) => said.times),
      seconds_overlapping_seen: roundSeconds(over(({ said }) => said.overlapping)),
    },
    longest_seconds: roundSeconds(Math.max(0, ...videos.map(({ longest }) => longest))),
    first_seen: videos.find(({ first }) => first !== null)?.first ?? null,
    equivalent_seconds: equivalent,
    media_value_usd: mediaValue(equivalent, options),
    surfaces: surfacesOf(videos),
    best: bestOf(videos),
  };
}

/** At most 1: a span may end a frame after the length that the file names. */
const share = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, digits(part / whole, 4)) : 0;

function digits(value: number, count: number): number {
  const by = 10 ** count;
  return Math.round(value * by) / by;
}

function positionOf(videos: readonly BrandSums[]): ExposureBrand['position'] {
  const seconds = (name: ExposurePosition): number =>
    roundSeconds(sum(videos.map(({ position }) => position[name])));
  return Object.fromEntries(
    exposurePositions.map((name) => [name, seconds(name)]),
  ) as ExposureBrand['position'];
}

function legibleOf(videos: readonly BrandSums[]): ExposureBrand['legible_seconds'] {
  const on = (device: ExposureDevice): number =>
    roundSeconds(sum(videos.map(({ legible }) => legible[device])));
  return { phone: on('phone'), laptop: on('laptop'), tv: on('tv') };
}

function surfacesOf(videos: readonly BrandSums[]): ExposureBrand['surfaces'] {
  const all = Map.groupBy(
    videos.flatMap(({ surfaces }) => surfaces),
    ({ surface }): Surface => surface,
  );
  return [...all]
    .map(([surface, group]) => ({
      surface,
      seen_seconds: roundSeconds(sum(group.map(({ seen }) => seen))),
      equivalent_seconds: digits(sum(group.map(({ equivalent }) => equivalent)), 4),
    }))
    .sort((a, b) => b.seen_seconds - a.seen_seconds || (a.surface < b.surface ? -1 : 1));
}

/** One with a proof frame, if any video has one. */
function bestOf(videos: readonly BrandSums[]): ExposureBrand['best'] {
  const all = videos.flatMap(({ best }) => (best ? [best] : []));
  const proven = all.filter(({ frame_url }) => frame_url !== null);
  const [first, ...rest] = proven.length > 0 ? proven : all;
  if (!first) return null;
  const { worth: _, ...best } = rest.reduce((a, b) => (b.worth > a.worth ? b : a), first);
  return best;
}
