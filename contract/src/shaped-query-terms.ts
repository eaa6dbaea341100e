/** What a question may say about the form of its answer. Plain data, without schemas. */

/** Questions that come with their form, ready to ask. */
export const readyQuestions = {
  chapters: 'Which chapters does the video have?',
  key_moments: 'What are the key moments of the video?',
  sponsors: 'Who sponsors the video, and what do the sponsors offer?',
} as const;

export type ReadyQuestion = keyof typeof readyQuestions;
export const readyQuestionNames = Object.keys(readyQuestions) as readonly ReadyQuestion[];

/** A question with the form of its answer: exactly one of `choices`, `schema` and `ready`. */
export interface ShapedQuery {
  /** Absent for a ready question. */
  query?: string | null;
  choices?: string[] | null;
  schema?: Record<string, unknown> | null;
  ready?: ReadyQuestion | null;
}

export const shapedQueryLimits = {
  /** Questions of one job, whatever its plan. */
  atMost: 20,
  queryCharacters: 500,
  leastChoices: 2,
  choices: 50,
  choiceCharacters: 100,
} as const;

/** The question in words. */
export const questionOf = ({ query, ready }: ShapedQuery): string =>
  query ?? (ready == null ? '' : readyQuestions[ready]);

/** Why an answer that was asked for in a form is not given. */
export const unansweredReasons = [
  'not_said',
  'does_not_fit',
  'no_evidence',
  'needs_language_model',
] as const;
export type UnansweredReason = (typeof unansweredReasons)[number];
