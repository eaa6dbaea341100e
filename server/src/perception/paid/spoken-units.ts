/** Divides a transcript into sentences with their times, joining sentences that the transcript splits at a pause. */
import { endsSentence, sentencesOf } from '../../analysis/words.ts';
import type { SpeechSegment } from '../../engines/speech.ts';

export interface SpokenUnit {
  readonly text: string;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** A pause longer than this ends a sentence. */
const longestPauseSeconds = 1;
/** Maximum length of a unit: longer speech without full stops is divided. */
const mostCharacters = 300;

export function spokenUnits(segments: readonly SpeechSegment[]): SpokenUnit[] {
  const units: SpokenUnit[] = [];

  for (const unit of segments.flatMap(sentencesWithTimes)) {
    const last = units.at(-1);
    const goesOn =
      last &&
      !endsSentence(last.text) &&
      unit.start - last.end < longestPauseSeconds &&
      last.text.length + unit.text.length < mostCharacters;
    if (!goesOn) units.push(unit);
    else
      units[units.length - 1] = {
        text: `${last.text} ${unit.text}`,
        start: last.start,
        end: unit.end,
      };
  }

  return units;
}

function sentencesWithTimes(segment: SpeechSegment): SpokenUnit[] {
  const sentences = sentencesOf(segment.text);
  const length = Math.max(1, segment.text.length);
  let from = 0;

  return sentences.map((text) => {
    const index = Math.max(from, segment.text.indexOf(text, from));
    from = index + text.length;
    return {
      text: text.slice(0, mostCharacters),
      start: timeAt(segment, index / length, 'start'),
      end: timeAt(segment, from / length, 'end'),
    };
  });
}

/** The time at which the given share of the text has been spoken; without word times, a steady pace is assumed. */
function timeAt(
  { start, end, words = [] }: SpeechSegment,
  share: number,
  of: 'start' | 'end',
): number {
  const total = words.reduce((sum, { text }) => sum + text.length + 1, 0);
  let passed = 0;

  for (const word of words) {
    const next = passed + word.text.length + 1;
    const reached = of === 'start' ? next > share * total + 0.5 : next >= share * total - 0.5;
    if (reached) return word[of];
    passed = next;
  }

  return words.length > 0 ? (words.at(-1)?.[of] ?? end) : start + share * (end - start);
}
