/** Notices when a platform no longer works with the yt-dlp version in use. */
import type { VideoUrl } from '../video-url.ts';
import type { EndedRun } from '../ytdlp.ts';
import { outcomeOf } from './usage.ts';

/** A link that failed, and the workspace that submitted it. */
export interface BrokenLink {
  readonly url: string;
  readonly workspaceId: string;
}

export interface Breakage {
  readonly version: string;
  readonly platform: VideoUrl['platform'];
  /** Distinct links that failed, newest first. */
  readonly links: readonly BrokenLink[];
  /** Number of recent runs that were counted; `broken` of them failed. */
  readonly runs: number;
  readonly broken: number;
}

interface Seen {
  readonly link: BrokenLink;
  readonly broken: boolean;
}

const lastRuns = 20;
/** Minimum number of different broken links: fewer may all be bad links from one caller. */
const fewestLinks = 5;

export class BrokenLinks {
  /** The most recent runs by platform, all with the same version: that of the newest run. */
  readonly #seen = new Map<string, { version: string; runs: Seen[] }>();

  /** Returns the breakage once at least half of a platform's recent runs have failed; otherwise null. */
  note({ version, video, workspaceId, list, failure }: EndedRun): Breakage | null {
    const outcome = outcomeOf({ video, failure });
    if (outcome === null || list) return null;

    const { platform, url } = video;
    const record = this.#seen.get(platform);
    const runs = record?.version === version ? record.runs : [];
    // A link that is tried repeatedly counts only once.
    const recentRuns = runs.filter(({ link }) => link.url !== url).slice(1 - lastRuns);
    recentRuns.push({ link: { url, workspaceId }, broken: outcome === 'broken' });
    this.#seen.set(platform, { version, runs: recentRuns });

    if (outcome !== 'broken') return null;
    const broken = recentRuns.filter((run) => run.broken);
    if (broken.length < fewestLinks || broken.length * 2 < recentRuns.length) return null;

    const links = broken.map(({ link }) => link).reverse();
    return { version, platform, links, runs: recentRuns.length, broken: broken.length };
  }

  /** Must be called after a breakage was acted on, so that earlier runs are no longer counted. */
  forget(platform: string): void {
    this.#seen.delete(platform);
  }
}
