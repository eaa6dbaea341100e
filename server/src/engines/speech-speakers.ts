/** Assigns each word to a speaker's turn, and cuts segments where the speaker changes. Pure functions. */
import type { SpeakerTurn, SpeechSegment, SpokenSegment, Word } from './speech.ts';
import { segmentOf } from './transcript.ts';

/** A word outside all turns goes to the nearest turn within this many seconds. */
const nearSeconds = 0.5;

/**
 * Assigns each word to the turn with the longest overlap; a segment without words goes to one speaker as a whole.
 * Speakers are renumbered in the order of their first words, so that a speaker without words gets no number.
 */
export function assignSpeakers(
  segments: readonly SpeechSegment[],
  turns: readonly SpeakerTurn[],
): SpokenSegment[] {
  return countedAnew(segments.flatMap((segment) => splitBySpeaker(segment, turns)));
}

/** Numbers speakers from 1 in the order of these segments. */
export function countedAnew(spoken: readonly SpokenSegment[]): SpokenSegment[] {
  const numbers = new Map<number, number>();
  return spoken.map(({ speaker, ...segment }) => {
    if (speaker === undefined) return segment;
    const number = numbers.get(speaker) ?? numbers.size + 1;
    numbers.set(speaker, number);
    return { ...segment, speaker: number };
  });
}

function splitBySpeaker(segment: SpeechSegment, turns: readonly SpeakerTurn[]): SpokenSegment[] {
  const { words } = segment;
  if (!words || words.length === 0) return [withSpeaker(segment, speakerAt(segment, turns))];

  const speakers = words.map((word) => speakerAt(word, turns));
  const runs: { speaker: number | undefined; words: Word[] }[] = [];
  words.forEach((word, index) => {
    // A word that no turn covers goes to the speaker of the word before it, or else to the next known
    // speaker.
    const speaker = speakers[index] ?? runs.at(-1)?.speaker ?? speakers.slice(index).find(Boolean);
    const run = runs.at(-1);
    if (run && run.speaker === speaker) run.words.push(word);
    else runs.push({ speaker, words: [word] });
  });

  if (runs.length === 1) return [withSpeaker(segment, runs[0]?.speaker)];
  return runs.map((run) => withSpeaker(segmentOf(run.words), run.speaker));
}

const withSpeaker = (segment: SpeechSegment, speaker: number | undefined): SpokenSegment =>
  speaker === undefined ? segment : { ...segment, speaker };

interface Span {
  readonly start: number;
  readonly end: number;
}

function speakerAt(span: Span, turns: readonly SpeakerTurn[]): number | undefined {
  let best: SpeakerTurn | undefined;
  let bestOverlap = -nearSeconds;

  for (const turn of turns) {
    // A negative overlap is the gap between the turn and the span.
    const overlap = Math.min(turn.end, span.end) - Math.max(turn.start, span.start);
    if (overlap > bestOverlap) [best, bestOverlap] = [turn, overlap];
  }

  return best?.speaker;
}
