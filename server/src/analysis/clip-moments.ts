/** Determines which stretches of a video a clip contains. */
import type { ClipRange, CreateClip, Results } from '@reelsight/contract';
import { aroundSaid } from '@reelsight/contract/clip-terms';
import { identityOf } from './name-key.ts';
import { unionOf } from './spans.ts';

export interface ClipMoments {
  /** In order, without overlaps, within the video; at least one. */
  readonly ranges: readonly ClipRange[];
}

const namesAtMost = 10;

/**
 * The stretches that a clip contains, or why it can't be made. `durationSeconds` is the length of the video, or null if
 * unknown.
 */
export function momentsOf(
  ask: Pick<CreateClip, 'ranges' | 'brand' | 'object' | 'padding_seconds'>,
  results: Pick<Results, 'brands' | 'objects'> | null,
  durationSeconds: number | null,
): ClipMoments | { readonly refused: string } {
  const chosenRanges = ask.ranges ?? namedMoments(ask, results);
  if (typeof chosenRanges === 'string') return { refused: chosenRanges };

  const length = durationSeconds ?? Number.POSITIVE_INFINITY;
  const beyond = (ask.ranges ?? []).findIndex(({ start }) => start >= length);
  if (beyond >= 0) {
    const refused = `ranges.${beyond}.start: The video ends at ${length} s.`;
    return { refused };
  }

  const padding = ask.padding_seconds ?? 0;
  const ranges = unionOf(
    chosenRanges.map(({ start, end }) => ({
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
  const candidates = (brand ? results?.brands : results?.objects) ?? [];
  const match =
    candidates.find((candidate) => candidate.name === name) ??
    candidates.find((candidate) => identityOf(candidate.name) === identityOf(name));
  if (!match) {
    const names = candidates.slice(0, namesAtMost).map((candidate) => candidate.name);
    const hint = names.length > 0 ? ` There are: ${names.join(', ')}.` : '';
    return `${field}: The results hold no “${name}”.${hint}`;
  }

  return match.appearances.map((appearance) => {
    const { timestamp, timestamp_start: start, timestamp_end: end } = appearance;
    if (start !== undefined && end !== undefined)
      return { start, end: Math.max(end, start + minSeconds) };
    return { start: timestamp - aroundSaid.before, end: timestamp + aroundSaid.after };
  });
}

/** Minimum length of an appearance in seconds, so that something seen on only one frame is shown for a moment. */
const minSeconds = 0.05;

const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
