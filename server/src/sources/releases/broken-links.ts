/** Notices that a platform no longer works with the version of yt-dlp that is used. */
import type { VideoUrl } from '../video-url.ts';
import type { EndedRun } from '../ytdlp.ts';
import { outcomeOf } from './usage.ts';

/** A link that failed, and who asked for it. */
export interface BrokenLink {
  readonly url: string;
  readonly workspaceId: string;
}

export interface Breakage {
  readonly version: string;
  readonly platform: VideoUrl['platform'];
  /** Different links, the newest first. */
  readonly links: readonly BrokenLink[];
  /** Of so many of the last runs, so many failed. */
  readonly runs: number;
  readonly broken: number;
}

interface Seen {
  readonly link: BrokenLink;
  readonly broken: boolean;
}

const lastRuns = 20;
/** Fewer different links may be those of one caller who has bad ones. */
const fewestLinks = 5;

export class BrokenLinks {
  /** By platform, the last runs with the version of the newest of them. */
  readonly #seen = new Map<string, { version: string; runs: Seen[] }>();

  /** What is wrong, once at least half of the last runs of a platform failed; else null. */
  note({ version, video, workspaceId, list, failure }: EndedRun): Breakage | null {
    const outcome = outcomeOf({ video, failure });
    if (outcome === null || list) return null;

    const { platform, url } = video;
    const before = this.#seen.get(platform);
    const runs = before?.version === version ? before.runs : [];
    // A link that is tried again and again counts once.
    const others = runs.filter(({ link }) => link.url !== url).slice(1 - lastRuns);
    others.push({ link: { url, workspaceId }, broken: outcome === 'broken' });
    this.#seen.set(platform, { version, runs: others });

    if (outcome !== 'broken') return null;
    const broken = others.filter((one) => one.broken);
    if (broken.length < fewestLinks || broken.length * 2 < others.length) return null;

    const links = broken.map(({ link }) => link).reverse();
    return { version, platform, links, runs: others.length, broken: broken.length };
  }

  /** After something was done about it: what came before no longer counts. */
  forget(platform: string): void {
    this.#seen.delete(platform);
  }
}
