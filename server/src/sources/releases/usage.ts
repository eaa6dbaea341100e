/**
 * Records, for each platform and version of yt-dlp, whether links could be read. The operator sees these numbers, and
 * they reveal a version that stopped working.
 */
import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, failures } from '../failure.ts';
import type { EndedRun } from '../ytdlp.ts';

/** `read`: yt-dlp understood the platform, even if the answer is that there is no such video. */
export type Outcome = 'read' | 'broken';

/** Classifies a run; null if it says nothing about yt-dlp, as with an unavailable network, a full disk, or a limit. */
export function outcomeOf({ video, failure }: Pick<EndedRun, 'video' | 'failure'>): Outcome | null {
  if (video.platform === 'direct') return null;
  if (failure === null) return 'read';
  const { breaks, about, job }: Failure = failures[failure];
  if (breaks) return 'broken';
  return about === 'video' && job !== 'PLATFORM_UNAVAILABLE' ? 'read' : null;
}

export interface Usage {
  readonly version: string;
  readonly platform: string;
  readonly read: number;
  readonly broken: number;
}

const mostBytes = 256 * 1024;
const dayMs = 86_400_000;

/** A log file with one line per run, to which any number of processes may append. Contains no links. */
export class UsageLog {
  readonly #folder: string;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  get #path(): string {
    return join(this.#folder, 'usage.log');
  }

  /** Appends a run. Never fails: a line that can't be written is just not counted. */
  note(time: Date, version: string, platform: string, outcome: Outcome): void {
    const line = `${time.toISOString()} ${version} ${platform} ${outcome}\n`;
    this.#writing = this.#writing.then(() => this.#append(line)).catch(() => undefined);
  }

  async #append(line: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await appendFile(this.#path, line);
    if ((await stat(this.#path)).size <= mostBytes) return;
    const lines = (await readFile(this.#path, 'utf8')).split('\n');
    await writeFile(`${this.#path}.new`, lines.slice(lines.length >> 1).join('\n'));
    await rename(`${this.#path}.new`, this.#path);
  }

  /** Returns the usage of the last `days` days, newest version first. */
  async recent(now: Date, days: number): Promise<Usage[]> {
    await this.#writing;
    const text = await readFile(this.#path, 'utf8').catch(() => '');
    const since = new Date(now.getTime() - days * dayMs).toISOString();
    const counts = new Map<
      string,
      { version: string; platform: string; read: number; broken: number }
    >();

    for (const line of text.split('\n')) {
      const [time = '', version = '', platform = '', outcome] = line.split(' ');
      if (time < since || (outcome !== 'read' && outcome !== 'broken')) continue;

      const key = `${version} ${platform}`;
      const count = counts.get(key) ?? { version, platform, read: 0, broken: 0 };
      count[outcome] += 1;
      counts.set(key, count);
    }

    return [...counts.values()].sort(
      (a, b) => b.version.localeCompare(a.version) || a.platform.localeCompare(b.platform),
    );
  }
}
