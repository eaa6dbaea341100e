/** Asks for an answer in the form that a question asks for, with evidence for each value that can be checked. */
import { checkValue, withoutEmptyProperties } from '@reelsight/contract';
import { z } from 'zod';
import type { AnswerShape, ShapedQuestion } from '../../language.ts';
import { strictShape } from '../strict-shape.ts';
import { newEnclosure } from './enclose.ts';
import { listPassages, maxPassageCharacters } from './passage-list.ts';

const reply = z.object({
  answered: z.boolean(),
  value: z.unknown(),
  confidence: z.number(),
  evidence: z.array(
    z.object({ field: z.string(), passage: z.int(), quote: z.string().nullable() }),
  ),
});

/** Longest description of a form, in characters of its JSON. */
const maxShapeCharacters = 9000;

export const shapedPrompt = {
  id: 'shaped-answer',
  version: 1,

  /** Refuses a value that does not fit, so that the model is asked once more. */
  schema: ({ slot }: AnswerShape) =>
    reply.superRefine(({ answered, value }, issues) => {
      if (!answered) return;
      const checked = checkValue(slot, withoutEmptyProperties(slot, value));
      if (checked.ok) return;
      issues.addIssue({
        code: 'custom',
        path: ['value', ...checked.path.split('/').slice(1)],
        message: checked.problem,
      });
    }),

  strictShape({ slot }: AnswerShape): Record<string, unknown> {
    const { schema, $defs } = strictShape(slot);
    const evidence = {
      type: 'object',
      properties: {
        field: { type: 'string' },
        passage: { type: 'integer' },
        quote: { type: ['string', 'null'] },
      },
      required: ['field', 'passage', 'quote'],
      additionalProperties: false,
    };
    return {
      type: 'object',
      properties: {
        answered: { type: 'boolean' },
        value: { anyOf: [schema, { type: 'null' }] },
        confidence: { type: 'number' },
        evidence: { type: 'array', items: evidence },
      },
      required: ['answered', 'value', 'confidence', 'evidence'],
      additionalProperties: false,
      ...(Object.keys($defs).length > 0 && { $defs }),
    };
  },

  write({ query, videos, passages, shape }: ShapedQuestion): { system: string; user: string } {
    const { enclose, rule } = newEnclosure();
    const system = [
      'You fill in a form about a video from numbered passages: what is said, text on the screen, brands and objects ' +
        'that were detected, and metadata.',
      rule,
      'Use only the passages, nothing from your own knowledge. If the passages do not answer the question, or not in ' +
        'this form, set "answered" to false, "value" to null and "evidence" to []: that is a good answer, a guess is ' +
        'not. Set to null, or leave out of a list, what the passages do not say.',
      'Answer with a JSON object: "answered"; "value", which fits the JSON Schema named form; "confidence", 0 to 1, how ' +
        'fully the passages support the value; "evidence", at least one entry for each text, number, true or false in ' +
        'the value, each with "field", the JSON Pointer of that value such as "/offers/0/price" ("" for the whole), ' +
        '"passage", the number of a passage, and "quote", 3 to 25 words copied exactly from that passage, or null for ' +
        'a passage that begins with "detected".',
    ].join('\n');
    const user = [
      enclose('passages', listPassages(passages, videos.length), maxPassageCharacters),
      enclose('form', JSON.stringify(shape.schema), maxShapeCharacters),
      enclose('question', query, 500),
      'Answer the question from the passages, in the form.',
    ].join('\n\n');

    return { system, user };
  },
} as const;
