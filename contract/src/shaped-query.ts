/** Questions whose answers have a form: a list of choices, a JSON Schema, or a ready question that brings its form. */
import { z } from 'zod';
import { readAnswerSchema } from './answer-schema.ts';
import { identityOfChoice } from './choice-identity.ts';
import { readyQuestionNames, shapedQueryLimits } from './shaped-query-terms.ts';
import { textOf } from './text.ts';

const { queryCharacters, leastChoices, choices: mostChoices, choiceCharacters } = shapedQueryLimits;

const choices = z
  .array(textOf(choiceCharacters))
  .min(leastChoices)
  .max(mostChoices)
  .superRefine((list, issues) => {
    const twin = twinOf(list);
    if (twin) issues.addIssue({ code: 'custom', path: [twin.index], message: twin.message });
  })
  .describe(
    `The only possible answers, ${leastChoices} to ${mostChoices} of at most ${choiceCharacters} characters; no two may be alike but for case, spaces and punctuation.`,
  )
  .meta({ examples: [['Free', 'Starter', 'Pro']] });

/** The first choice that repeats an earlier one, if only letters and digits count. */
function twinOf(list: readonly string[]): { index: number; message: string } | null {
  const earlier = new Map<string, string>();
  for (const [index, choice] of list.entries()) {
    const identity = identityOfChoice(choice);
    const twin = earlier.get(identity);
    if (identity === '') return { index, message: 'must have a letter or a digit' };
    if (twin !== undefined) return { index, message: `is alike to ${JSON.stringify(twin)}` };
    earlier.set(identity, choice);
  }
  return null;
}

const schema = z
  .looseObject({})
  .superRefine((value, issues) => {
    const read = readAnswerSchema(value);
    if (!read.ok) issues.addIssue({ code: 'custom', path: [...read.path], message: read.message });
  })
  .describe(
    'A JSON Schema (draft 2020-12) for the answer, at most 8,000 characters and 8 levels: `type`, `properties`, `required`, `items`, `enum`, `const`, limits of numbers, texts and lists, `format` `date`, `date-time` or `time`, and `$ref` to `$defs` inside it. No other keyword that constrains, such as `pattern`.',
  )
  .meta({ additionalProperties: true, examples: [{ type: 'number', minimum: 0 }] });

const shapes = ['choices', 'schema', 'ready'] as const;

/** A question with the form of its answer. */
export const shapedQuery = z
  .strictObject({
    query: textOf(queryCharacters)
      .nullish()
      .describe('The question, at most 500 characters; absent with `ready`.')
      .meta({ examples: ['Which plan is recommended?'] }),
    choices: choices.nullish(),
    schema: schema.nullish(),
    ready: z
      .enum(readyQuestionNames)
      .nullish()
      .describe(
        'A question with its form: `chapters` and `key_moments` (lists of `title` and `start`), or `sponsors` (a list of `sponsor`, `offer`, `code`, `address` and `start`).',
      )
      .meta({ examples: ['chapters'] }),
  })
  .refine((value) => shapes.filter((shape) => value[shape] != null).length === 1, {
    message: 'must have exactly one of choices, schema and ready',
  })
  .refine(({ query, ready }) => (query == null) === (ready != null), {
    path: ['query'],
    message: 'must be given with choices or schema, and not with ready',
  })
  .meta({ id: 'ShapedQuery', description: 'A question, and the form that its answer must have.' });

/** A question as a job shows it. Limits are not repeated, because they were checked when it was asked. */
export const shapedQueryAsAsked = z
  .looseObject({
    query: z.string().nullish().describe('The question; absent with `ready`.'),
    choices: z.array(z.string()).nullish().describe('The only possible answers.'),
    schema: z
      .looseObject({})
      .nullish()
      .describe('The JSON Schema of the answer.')
      .meta({ examples: [{ type: 'number', minimum: 0 }] }),
    ready: z
      .enum(readyQuestionNames)
      .nullish()
      .describe('The ready question.')
      .meta({ examples: ['chapters'] }),
  })
  .meta({
    id: 'AskedShapedQuery',
    description: 'A question with the form of its answer, as asked.',
  });
