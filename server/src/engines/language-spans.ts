/** Divides the speech of a recording by the language that is spoken, and tells where nobody could be understood. Pure. */
import type { TimeSpan } from './engine.ts';

/** A stretch of speech in one language. Pauses within it count as part of it. */
export interface LanguageSpan extends TimeSpan {
  /** Primary subtag; `und` if the language is not known. */
  readonly language: string;
  /** Set if no word was understood. */
  readonly understood?: false;
}

/** An utterance with its language; null if no word of it was understood. */
export interface SpokenPart extends TimeSpan {
  readonly language: string | null;
}

/**
 * Speech shorter than this of which nothing was understood is a cough, a laugh or a chord, and not worth telling.
 */
const leastSeconds = 2;
/**
 * After a longer pause, speech that was not understood counts as another stretch, so that a stretch does not claim that
 * somebody speaks all the time.
 */
const mostPauseSeconds = 10;

/** Joins utterances that follow one another in the same language. `parts` must be in order of time. */
export function languageSpans(parts: readonly SpokenPart[]): LanguageSpan[] {
  const runs: { language: string | null; start: number; end: number; seconds: number }[] = [];

  for (const { start, end, language } of parts) {
    const run = runs.at(-1);
    const goesOn =
      run?.language === language && (language !== null || start - run.end <= mostPauseSeconds);

    if (run && goesOn) {
      run.end = Math.max(run.end, end);
      run.seconds += end - start;
    } else runs.push({ language, start, end, seconds: end - start });
  }

  const spans: LanguageSpan[] = [];
  for (const { language, start, end, seconds } of runs) {
    if (language === null) {
      if (seconds >= leastSeconds) spans.push({ start, end, language: 'und', understood: false });
      continue;
    }

    // A cough between two stretches of one language does not divide them.
    const last = spans.at(-1);
    const goesOn = last?.language === language && last.understood === undefined;
    spans.splice(goesOn ? -1 : spans.length, 1, {
      start: goesOn ? last.start : start,
      end,
      language,
    });
  }

  return spans;
}
