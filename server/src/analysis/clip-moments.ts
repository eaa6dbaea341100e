/** Which stretches of a video a clip holds. */
import type { ClipRange, CreateClip, Results } from '@reelsight/contract';
import { aroundSaid } from '@reelsight/contract/clip-terms';
import { identityOf } from './name-key.ts';

export interface ClipMoments {
  /** In order, apart from each other, within the video; at least one. */
  readonly ranges: readonly ClipRange[];
}

const namesAtMost = 10;

/** `durationSeconds`: length of the video; null if it is not known. */
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
  const ranges = united(
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

/** What was seen on one frame alone is shown for a moment. */
const least = 0.05;

/** Ordered; what overlaps or touches becomes one, what is empty is left out. */
export function united(ranges: readonly ClipRange[]): ClipRange[] {
  const apart: { start: number; end: number }[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (end <= start) continue;
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
