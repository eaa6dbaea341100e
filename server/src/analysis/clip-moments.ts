/** Which stretches of a video a clip contains. */
import type { ClipRange, CreateClip, Results } from '@reelsight/contract';
import { aroundSaid } from '@reelsight/contract/clip-terms';
import { identityOf } from './name-key.ts';
import { unionOf } from './spans.ts';

export interface ClipMoments {
  /** In order, without overlaps, within the video; at least one. */
  readonly ranges: readonly ClipRange[];
}

const namesAtMost = 10;

/** `durationSeconds`: length of the video; null if unknown. */
export function momentsOf(
  ask: Pick<CreateClip, 'ranges' | 'brand' | 'object' | 'padding_seconds'>,
  results: Pick<Results, 'brands' | 'objects'> | null,
  durationSeconds: number | null,
): ClipMoments | { readonly refused: string } {
  const found = ask.ranges ?? namedMoments(ask, results);
  if (typeof found === 'string') return { refused: found };

  const length = durationSeconds ?? Number.POSITIVE_INFINITY;
  const beyond = (ask.ranges ?? []).findIndex(({ start }) => start >= length);
  if (beyond >= 0) {
    const refused = `ranges.${beyond}.start: The video ends at ${length} s.`;
    return { refused };
  }

  const padding = ask.padding_seconds ?? 0;
  const ranges = unionOf(
    found.map(({ start, end }) => ({
      start: toMilliseconds(Math.max(0, start - padding)),
      end: toMilliseconds(Math.min(length, end + padding)),
    })),
  );
  if (ranges.length > 0) return { ranges };

  const name = ask.brand ?? ask.object ?? '';
  return { refused: `“${name}” has no moments in this video.` };
}

function namedMoments(
  { brand, object }: Pick<CreateClip, 'brand' | 'object'>,
  results: Pick<Results, 'brands' | 'objects'> | null,
): ClipRange[] | string {
  const [field, name] = brand ? ['brand', brand] : ['object', object ?? ''];
  const all = (brand ? results?.brands : results?.objects) ?? [];
  const one =
    all.find((each) => each.name === name) ??
    all.find((each) => identityOf(each.name) === identityOf(name));
  if (!one) {
    const names = all.slice(0, namesAtMost).map((each) => each.name);
    const there = names.length > 0 ? ` There are: ${names.join(', ')}.` : '';
    return `${field}: The results hold no “${name}”.${there}`;
  }

  return one.appearances.map((appearance) => {
    const { timestamp, timestamp_start: start, timestamp_end: end } = appearance;
    if (start !== undefined && end !== undefined)
      return { start, end: Math.max(end, start + least) };
    return { start: timestamp - aroundSaid.before, end: timestamp + aroundSaid.after };
  });
}

/** Something seen on only one frame is shown for a moment. */
const least = 0.05;

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
