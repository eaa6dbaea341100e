/**
 * Limits how much of a video's text is kept, because the join of its parts holds all of it in memory: hours of a full
 * page that changes in every sample would need gigabytes.
 */
import { largestOf } from '../../analysis/extremes.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';

/** Maximum cost of all lines of a video together, in sightings. Each takes some 60 bytes. */
const ofVideo = 10_000_000;
/** What a line costs in addition to its sightings, because its text and its place take memory too. */
const ofLine = 10;

export class LinesKept {
  /** Whether lines were left out. */
  isCut = false;
  readonly #perSample: number;

  constructor({ frames }: Pick<MediaPass, 'frames'>) {
    this.#perSample = ofVideo / Math.max(1, frames.length);
  }

  /**
   * Selects the lines to keep of a cell with this many samples: the texts in the largest letters, each in all its
   * samples, so that no text is torn into pieces.
   */
  of(lines: readonly ReadLine[], samples: number): readonly ReadLine[] {
    let left = this.#perSample * samples;
    if (costOf(lines) <= left) return lines;

    this.isCut = true;
    const byText = [...Map.groupBy(lines, ({ text }) => text).values()].map((group) => ({
      group,
      height: largestOf(group.map(({ box }) => box.height)),
    }));
    const keptLines = new Set<ReadLine>();

    for (const { group } of byText.sort((a, b) => b.height - a.height)) {
      const cost = costOf(group);
      if (cost > left) continue;
      left -= cost;
      for (const line of group) keptLines.add(line);
    }

    return lines.filter((line) => keptLines.has(line));
  }
}

const costOf = (lines: readonly ReadLine[]): number =>
  lines.reduce((sum, { samples }) => sum + samples.length + ofLine, 0);
