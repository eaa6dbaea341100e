/** Joins lines that were read in single samples into texts with start and end times. */
import type { ScreenText } from '../../analysis/passages.ts';
import { fold } from '../../analysis/words.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';

/** Sightings of the same words count as one text if they are at most this many sampling intervals apart. */
const gapIntervals = 1.5;

export function screenTexts(lines: readonly ReadLine[], pass: MediaPass): ScreenText[] {
  const half = pass.fps > 0 ? 0.5 / pass.fps : 0.5;
  const open = new Map<string, { text: string; start: number; end: number; confidence: number }>();
  const finishedTexts: ScreenText[] = [];
  const sighted = lines
    .flatMap((line) => line.samples.map((sample) => ({ sample, line })))
    .sort((a, b) => a.sample - b.sample);
  for (const { sample, line } of sighted) {
    const frame = pass.frames[sample];
    const shot = frame && pass.shots[frame.shot];
    if (!frame || !shot) continue;

    const key = fold(line.text);
    const start = Math.max(shot.start, frame.timestamp - half);
    const end = Math.min(shot.end, frame.timestamp + half);
    const openText = open.get(key);
    if (openText && start - openText.end <= gapIntervals * 2 * half) {
      openText.end = Math.max(openText.end, end);
      openText.confidence = Math.max(openText.confidence, line.confidence);
    } else {
      if (openText) finishedTexts.push(openText);
      open.set(key, { text: line.text, start, end, confidence: line.confidence });
    }
  }

  return [...finishedTexts, ...open.values()].sort((a, b) => a.start - b.start);
}
