/** Joins lines that were read in single samples into texts with start and end times. */
import type { ScreenText } from '../../analysis/passages.ts';
import { fold } from '../../analysis/words.ts';
import type { MediaPass } from '../../media/media.ts';
import type { ReadLine } from '../artifacts.ts';

/** Sightings of the same words count as one text if they are at most this many sampling intervals apart. */
const gapIntervals = 1.5;

/** Each question looks through all of them, and takes a second for this many. */
const mostTexts = 50_000;

/** Keeps those that are shown longest if there are too many, in their order. */
export function keptTexts(texts: readonly ScreenText[]): readonly ScreenText[] {
  if (texts.length <= mostTexts) return texts;
  const longestTexts = texts
    .toSorted((a, b) => b.end - b.start - (a.end - a.start))
    .slice(0, mostTexts);
  return longestTexts.sort((a, b) => a.start - b.start);
}

export function screenTexts(lines: readonly ReadLine[], pass: MediaPass): ScreenText[] {
  const half = pass.fps > 0 ? 0.5 / pass.fps : 0.5;
  const open = new Map<string, { text: string; start: number; end: number; confidence: number }>();
  const finishedTexts: ScreenText[] = [];
  const keys = lines.map((line) => fold(line.text));

  for (const { sample, index } of inOrder(lines, pass.frames.length)) {
    const frame = pass.frames[sample];
    const shot = frame && pass.shots[frame.shot];
    if (!frame || !shot) continue;

    const { text, confidence } = lines[index] as ReadLine;
    const key = keys[index] as string;
    const start = Math.max(shot.start, frame.timestamp - half);
    const end = Math.min(shot.end, frame.timestamp + half);
    const openText = open.get(key);
    if (openText && start - openText.end <= gapIntervals * 2 * half) {
      openText.end = Math.max(openText.end, end);
      openText.confidence = Math.max(openText.confidence, confidence);
    } else {
      if (openText) finishedTexts.push(openText);
      open.set(key, { text, start, end, confidence });
    }
  }

  return [...finishedTexts, ...open.values()].sort((a, b) => a.start - b.start);
}

/**
 * All sightings by sample, and by the order of the lines in each. Places them by counting (Cormen et al., Introduction
 * to Algorithms, 8.2): hours of a full page have millions, which as objects would not fit into memory.
 */
function* inOrder(
  lines: readonly ReadLine[],
  sampleCount: number,
): Generator<{ readonly sample: number; readonly index: number }> {
  const ends = new Uint32Array(sampleCount + 1);
  for (const { samples } of lines) {
    for (const sample of samples) if (sample < sampleCount) (ends[sample + 1] as number) += 1;
  }
  for (let sample = 0; sample < sampleCount; sample += 1)
    (ends[sample + 1] as number) += ends[sample] as number;

  const indices = new Uint32Array(ends[sampleCount] as number);
  for (const [index, { samples }] of lines.entries()) {
    for (const sample of samples) {
      if (sample >= sampleCount) continue;
      indices[ends[sample] as number] = index;
      (ends[sample] as number) += 1;
    }
  }

  let place = 0;
  for (let sample = 0; sample < sampleCount; sample += 1) {
    for (; place < (ends[sample] as number); place += 1)
      yield { sample, index: indices[place] as number };
  }
}
