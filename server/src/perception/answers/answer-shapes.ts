/** The form that each shaped query asks for. */
import {
  type AnswerSlot,
  questionOf,
  type ReadyQuestion,
  readAnswerSchema,
  type ShapedQuery,
} from '@reelsight/contract';
import type { AnswerShape } from '../../engines/language.ts';

export interface ShapedAsk {
  readonly query: string;
  readonly shape: AnswerShape;
}

type Schema = Readonly<Record<string, unknown>>;

const text = (description: string, maxLength: number): Schema => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength,
});

const listOf = (properties: Schema, required: readonly string[], maxItems: number): Schema => ({
  type: 'array',
  maxItems,
  items: { type: 'object', properties, required, additionalProperties: false },
});

/**
 * The forms of the ready questions. Their answers also get a `start`, which is taken from the evidence: an engine does
 * not say when something happens.
 */
const readySchemas: Readonly<Record<ReadyQuestion, Schema>> = {
  chapters: listOf(
    { title: text('What the chapter is about, in a few words', 120) },
    ['title'],
    40,
  ),
  key_moments: listOf(
    { title: text('What happens at the moment, in a sentence', 200) },
    ['title'],
    12,
  ),
  sponsors: listOf(
    {
      sponsor: text('Name of a company or product that pays for a part of the video', 100),
      offer: text('What the sponsor offers, such as a discount or a free trial', 300),
      code: text('The code that a viewer types in to get the offer', 60),
      address: text('The web address that is named', 200),
    },
    ['sponsor'],
    30,
  ),
};

export function shapedAskOf(shapedQuery: ShapedQuery): ShapedAsk {
  const { choices, schema, ready } = shapedQuery;
  const query = questionOf(shapedQuery);
  if (ready != null) return { query, shape: shapeOf(readySchemas[ready], ready) };
  if (choices != null) return { query, shape: shapeOf({ type: 'string', enum: choices }, null) };
  return { query, shape: shapeOf(schema ?? {}, null) };
}

function shapeOf(schema: Schema, ready: ReadyQuestion | null): AnswerShape {
  return { slot: slotOf(schema), schema, ready };
}

function slotOf(schema: Schema): AnswerSlot {
  const read = readAnswerSchema(schema);
  if (!read.ok) throw new Error(`a schema that was checked when it was asked: ${read.message}`);
  return read.slot;
}
