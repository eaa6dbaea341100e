/** The outcome of a question: answered, not found, or not tested. Each page may use its own words for the three. */

export const answerOutcomes = ['answered', 'not_found', 'not_tested'] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

interface Answer {
  readonly answered: boolean;
  readonly answer: string;
  /** Absent in results made before outcomes were recorded. */
  readonly outcome?: AnswerOutcome | undefined;
}

/** The answer in words. `subject` is what the question was asked about, such as `The video`. */
export function answerText(
  { answered, answer, outcome }: Answer,
  subject: 'The video' | 'The videos' = 'The video',
): string {
  if (answered) return answer;
  if (outcome === 'not_tested')
    return 'Could not be tried: no language model answered, or a part of the video could not be read.';
  return subject === 'The video' ? 'The video does not say.' : 'The videos do not say.';
}
