/** Decides which videos the filters of a Follow accept, from what is known of each. */
import { parseIsoDate } from '@reelsight/contract';
import type { FollowRule } from '../../db/follows.ts';

export interface Candidate {
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
}

/** Why a video is left out; null if it is taken. Unknown facts never exclude a video. */
export function leftOutBy(filters: FollowRule['filters'], video: Candidate): string | null {
  const { min_duration_seconds: shortest, newer_than: since, ...words } = filters ?? {};
  if (shortest != null && video.durationSeconds !== null && video.durationSeconds < shortest)
    return `shorter than ${shortest} seconds`;
  if (since != null && video.publishedAt !== null && video.publishedAt <= parseIsoDate(since))
    return `not newer than ${since}`;

  const title = fold(video.title ?? '');
  const titleHas = (word: string): boolean => title.includes(fold(word));
  if (words.title_includes?.length && !words.title_includes.some(titleHas))
    return 'none of the words in its title';

  const unwanted = words.title_excludes?.find(titleHas);
  return unwanted === undefined ? null : `"${unwanted}" in its title`;
}

/** Whether a filter needs a fact that is not known about the video. */
export function lacksFor(
  filters: FollowRule['filters'],
  video: Pick<Candidate, 'durationSeconds' | 'publishedAt'>,
): boolean {
  const { min_duration_seconds: shortest, newer_than: since } = filters ?? {};
  return (
    (shortest != null && video.durationSeconds === null) ||
    (since != null && video.publishedAt === null)
  );
}

/** Folds a text for comparison, so that letter case and composition of accents make no difference. */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
