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

  const own = Object.entries(schemas).find(([, one]) => isSame(one, schema));
  return own ? (own[0] as AnswerForm) : 'other';
}

const isSame = (one: object, other: object): boolean => {
  const entries = Object.entries(one);
  const others = new Map(Object.entries(other));
  return (
    entries.length === others.size && entries.every(([key, value]) => others.get(key) === value)
  );
};

/** The same question with another form of its answer. */
export const withAnswerForm = ({ query = '' }: ShapedQuery, form: AnswerForm): ShapedQuery =>
  form === 'choices' || form === 'other'
    ? { query, choices: [] }
    : { query, schema: { ...schemas[form] } };

/** What is missing before the questions can be asked; undefined if nothing is. */
export function gapOfShaped(queries: readonly ShapedQuery[]): string | undefined {
  const own = queries.filter(({ ready }) => ready == null);
  if (own.some(({ query }) => (query ?? '').trim() === ''))
    return 'Type each question, or remove it.';

  const { leastChoices } = shapedQueryLimits;
  if (own.some(({ choices }) => choices != null && choices.length < leastChoices))
    return `Name at least ${leastChoices} possible answers.`;

  return undefined;
}
