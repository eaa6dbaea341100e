/** Cuts speech into utterances for a recogniser: at pauses, or, if there are none, at the quietest moment. */
import { type HeardSpeech, loudnessRate, type Stretch } from './vad.ts';

export interface UtteranceLimits {
  /** Stretches with a shorter pause between them are transcribed together. */
  readonly joinSeconds: number;
  readonly maxSeconds: number;
  /** Margin kept before and after, so that soft first and last sounds are not lost. */
  readonly marginSeconds: number;
}

export interface Utterance extends Stretch {
  /** Stretches of speech in the utterance. */
  readonly stretches: readonly Stretch[];
}

/** Utterances in order, never overlapping; each holds at least one stretch. Pure. */
export function utterances(speech: HeardSpeech, limits: UtteranceLimits): Utterance[] {
  const pieces = speech.stretches.flatMap((stretch) => cutLong(stretch, speech, limits));
  const groups = runsOf(pieces, limits.joinSeconds).flatMap((run) => splitRun(run, limits));
  return groups.map((stretches, index) => {
    const [start, end] = spanOf(stretches);
    const previousEnd = groups[index - 1]?.at(-1)?.end;
    const nextStart = groups[index + 1]?.[0]?.start;

    return {
      start: Math.max(
        start - limits.marginSeconds,
        previousEnd === undefined ? speech.start : (previousEnd + start) / 2,
      ),
      end: Math.min(
        end + limits.marginSeconds,
        nextStart === undefined ? speech.end : (end + nextStart) / 2,
      ),
      stretches,
    };
  });
}

type Group = readonly Stretch[];

const spanOf = (group: Group): [number, number] => [group[0]?.start ?? 0, group.at(-1)?.end ?? 0];

function runsOf(stretches: readonly Stretch[], joinSeconds: number): Group[] {
  const runs: Stretch[][] = [];

  for (const stretch of stretches) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && stretch.start - last.end < joinSeconds) run.push(stretch);
    else runs.push([stretch]);
  }

  return runs;
}

/** Cuts a run that is too long at the longest pause in the last two thirds of the longest possible utterance. */
function splitRun(run: Group, { maxSeconds }: UtteranceLimits): Group[] {
  const groups: Group[] = [];
  let rest = run;
  for (;;) {
    const [start, end] = spanOf(rest);
    if (end - start <= maxSeconds) return [...groups, rest];

    const fitting = rest.filter((stretch) => stretch.end - start <= maxSeconds).length;
    const late = rest.findIndex((stretch) => stretch.end - start > maxSeconds / 3) + 1;
    const cutIndex = longestPause(rest, Math.min(late, fitting), fitting);
    groups.push(rest.slice(0, cutIndex));
    rest = rest.slice(cutIndex);
  }
}

/** Index of the stretch after the longest pause, among the stretches `from` to `to`. */
function longestPause(group: Group, from: number, to: number): number {
  let best = to;
  let longest = -1;
  for (let index = from; index <= to; index++) {
    const previous = group[index - 1];
    const next = group[index];
    const pause = previous && next ? next.start - previous.end : -1;
    if (pause >= longest) [best, longest] = [index, pause];
  }

  return best;
}

/** Width of the window whose loudness is compared: longer than the silence inside a stop consonant (about 0.1 s). */
const quietSeconds = 0.15;

function cutLong(
  stretch: Stretch,
  speech: HeardSpeech,
  { maxSeconds }: UtteranceLimits,
): Stretch[] {
  const parts: Stretch[] = [];
  let start = stretch.start;
  while (stretch.end - start > maxSeconds) {
    const cutTime = quietest(speech, start + maxSeconds / 2, start + maxSeconds);
    parts.push({ start, end: cutTime });
    start = cutTime;
  }

  return [...parts, { start, end: stretch.end }];
}

/** Middle of the quietest window between two times. */
function quietest({ loudness, start }: HeardSpeech, from: number, to: number): number {
  const width = Math.round(quietSeconds * loudnessRate);
  const last = Math.floor((to - start) * loudnessRate) - width;
  let best = last;
  let minSum = Number.POSITIVE_INFINITY;
  for (let index = Math.ceil((from - start) * loudnessRate); index <= last; index++) {
    let sum = 0;
    for (let slot = index; slot < index + width; slot++) sum += (loudness[slot] ?? 0) ** 2;
    if (sum < minSum) [best, minSum] = [index, sum];
  }

  return start + (best + width / 2) / loudnessRate;
}
