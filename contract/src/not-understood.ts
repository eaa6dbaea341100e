/** Says where in a video somebody speaks and no word was understood, for the console and the command line. */
import type { TranscriptionResult } from './results.ts';
import { timeText } from './time-text.ts';

type Spoken = Pick<TranscriptionResult, 'language_spans'>;

/** More stretches would fill a line; the results have them all. */
const shownStretches = 8;

const notUnderstoodSpans = ({ language_spans: spans = [] }: Spoken) =>
  spans.filter(({ understood }) => understood === false);

/** `0:14.2–0:18.6, 0:31.0–0:40.2`; empty if every word was understood, or if the results are too old to say it. */
export function notUnderstoodText(transcription: Spoken | undefined): string {
  const spans = transcription ? notUnderstoodSpans(transcription) : [];
  const times = spans
    .slice(0, shownStretches)
    .map(({ start, end }) => `${timeText(start)}–${timeText(end)}`);

  return [...times, ...(spans.length > shownStretches ? ['…'] : [])].join(', ');
}

/** What a transcript without lines means: silence, or speech in which nothing was understood. */
export const noWordsText = (transcription: Spoken): string =>
  notUnderstoodSpans(transcription).length > 0
    ? 'Somebody speaks, but no word was understood.'
    : 'No speech.';
