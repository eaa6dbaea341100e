/** The outcome of a question: answered, not found, or not tried. Each page may word these three in its own way. */

export const answerOutcomes = ['answered', 'not_found', 'not_tested'] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

interface Answer {
  readonly answered: boolean;
  readonly answer: string;
  /** Absent from results made before it was recorded. */
  readonly outcome?: AnswerOutcome | undefined;
}

/** `subject`: what was asked, such as `The video`. */
export function answerText(
  { answered, answer, outcome }: Answer,
  subject: 'The video' | 'The videos' = 'The video',
): string {
  if (answered) return answer;
  if (outcome === 'not_tested')
    return 'Could not be tried: no language model answered, or a part of the video could not be read.';
  return subject === 'The video' ? 'The video does not say.' : 'The videos do not say.';
}
