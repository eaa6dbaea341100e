/** The video that every test job is about, and the links that choose how a test job ends. */
import {
  Fault,
  type TestOutcome,
  testFailureCodes,
  testHost,
  testOutcomeOf,
  testPaths,
  testPlatform,
} from '@reelsight/contract';
import type { JobRow } from '../../db/jobs/jobs.ts';
import type { VideoFacts, VideoLink } from '../domain.ts';

/** Length of the video of a test job, in seconds. Fixed, so that its estimate needs no look at the video. */
export const testSeconds = 60;

/** What stands in for the answer of a platform, which test jobs do not ask. */
export const testVideoFacts: VideoFacts = {
  videoId: null,
  title: 'Test video',
  durationSeconds: testSeconds,
  thumbnailUrl: null,
};

/**
 * Reads a link to the host of test links; null for any other text. Throws Fault INVALID_URL for a path that the host
 * does not have.
 */
export function parseTestLink(text: string): VideoLink | null {
  const url = testUrlOf(text);
  if (!url) return null;

  if (!testOutcomeOf(url))
    throw new Fault('INVALID_URL', url.pathname.slice(0, 100), { text: unknownPath });

  // The query is part of the id, so that one path can stand for many videos.
  const videoId = `${url.pathname}${url.search}`;
  return { platform: testPlatform, videoId, url: `https://${testHost}${videoId}` };
}

const testUrlOf = (text: string): URL | null => {
  const url = URL.parse(text.trim());
  return url?.hostname === testHost && /^https?:$/.test(url.protocol) ? url : null;
};

const otherPaths = testPaths.filter((path) => !path.startsWith('/failed/')).join(', ');
const unknownPath = `url: ${testHost} has no such path. The paths are: ${otherPaths}, and /failed/ followed by one of ${testFailureCodes.join(', ')}.`;

/** How a test job ends: as its link says, or completed for any other video. */
export function outcomeOfJob({ url: link }: Pick<JobRow, 'url'>): TestOutcome {
  const url = link === null ? null : testUrlOf(link);
  return (url && testOutcomeOf(url)) ?? { kind: 'completed', results: 'whole' };
}
