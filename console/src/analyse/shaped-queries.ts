/** Questions whose answers have a form, as the console offers them. */
import { type ShapedQuery, shapedQueryLimits } from '@reelsight/contract/shaped-query-terms';

/** What an answer can be. `other`: what a schema says that was not made here. */
export type AnswerForm = 'choices' | 'number' | 'date' | 'text' | 'other';

const schemas: Readonly<Record<'number' | 'date' | 'text', Readonly<Record<string, unknown>>>> = {
  number: { type: 'number' },
  date: { type: 'string', format: 'date' },
  text: { type: 'string' },
};

/** A new question, for which nothing has been typed. */
export const emptyShapedQuery: ShapedQuery = { query: '', choices: [] };

export function answerFormOf({ schema }: ShapedQuery): AnswerForm {
  if (schema == null) return 'choices';

  const offered = Object.entries(schemas).find(([, keywords]) => isSame(keywords, schema));
  return offered ? (offered[0] as AnswerForm) : 'other';
}

const isSame = (keywords: object, schema: object): boolean => {
  const pairs = Object.entries(keywords);
  const values = new Map(Object.entries(schema));
  return pairs.length === values.size && pairs.every(([key, value]) => values.get(key) === value);
};

/** The same question with another form of its answer. */
export const withAnswerForm = ({ query = '' }: ShapedQuery, form: AnswerForm): ShapedQuery =>
  form === 'choices' || form === 'other'
    ? { query, choices: [] }
    : { query, schema: { ...schemas[form] } };

/** What is missing before the questions can be asked; undefined if nothing is. */
export function gapOfShaped(queries: readonly ShapedQuery[]): string | undefined {
  const typed = queries.filter(({ ready }) => ready == null);
  if (typed.some(({ query }) => (query ?? '').trim() === ''))
    return 'Type each question, or remove it.';

  const { leastChoices } = shapedQueryLimits;
  if (typed.some(({ choices }) => choices != null && choices.length < leastChoices))
    return `Name at least ${leastChoices} possible answers.`;

  return undefined;
}
