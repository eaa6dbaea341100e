/**
 * Answers in a form by looking values up: choices, numbers, days, names and sentences that are said or shown. Every
 * value is in the words of a passage, so none is invented; what can't be looked up is left unanswered.
 */
import { type AnswerSlot, pointer } from '@reelsight/contract';
import type { DraftValue, FieldCitation, ShapedQuestion } from '../language.ts';
import { lookUp } from './looked-up.ts';
import { spokenForm } from './spoken-form.ts';

/** Maximum number of single values that are looked up for one question. */
const maxLookUps = 30;
/** Maximum number of passages that all of them read together; a talk of four hours has some 5,000. */
const maxPassagesRead = 300_000;

export async function valueFrom(question: ShapedQuestion): Promise<DraftValue> {
  const { slot } = question.shape;
  const affordable = Math.floor(maxPassagesRead / Math.max(1, question.passages.length));
  const lookUps = { left: Math.max(1, Math.min(maxLookUps, affordable)) };
  const filled = await fill(question, slot, { path: '', query: question.query, lookUps });
  if (filled.value === undefined) return noValue(filled.reason ?? 'not_said');

  return {
    value: filled.value,
    confidence: filled.confidence,
    citations: filled.citations,
    degraded: true,
  };
}

const noValue = (reason: NonNullable<DraftValue['reason']>): DraftValue => ({
  value: undefined,
  confidence: 0,
  citations: [],
  degraded: true,
  reason,
});

interface Place {
  readonly path: string;
  /** What is asked for at this place. */
  readonly query: string;
  readonly lookUps: { left: number };
}

type Filled = Pick<DraftValue, 'value' | 'confidence' | 'reason'> & {
  readonly citations: readonly FieldCitation[];
};

const empty = (reason: NonNullable<DraftValue['reason']>): Filled => ({
  value: undefined,
  confidence: 0,
  citations: [],
  reason,
});

async function fill(question: ShapedQuestion, slot: AnswerSlot, place: Place): Promise<Filled> {
  const { node } = slot;
  if (node.kind === 'object') return fillObject(question, slot, place);
  // Which items a list has, and which values belong together, takes understanding.
  if (node.kind === 'array' || node.kind === 'boolean') return empty('needs_language_model');
  if (place.lookUps.left === 0) return empty('needs_language_model');

  place.lookUps.left -= 1;
  const lookedUp = await lookUp({ ...question, query: place.query }, node);
  if (!lookedUp.ok) return empty(lookedUp.reason);

  return {
    value: lookedUp.value,
    confidence: lookedUp.confidence,
    citations: lookedUp.citations.map((citation) => ({ ...citation, path: place.path })),
  };
}

/** Fills each property by itself; one that is required and can't be filled leaves the whole object unanswered. */
async function fillObject(
  question: ShapedQuestion,
  { node }: AnswerSlot,
  place: Place,
): Promise<Filled> {
  const values: [string, unknown][] = [];
  const citations: FieldCitation[] = [];
  let confidence = 1;

  for (const [name, slot] of node.properties) {
    const isRequired = node.required.has(name);
    if (!isRequired && place.path !== '' && slot.node.kind === 'object') continue;

    const query = spokenForm(name, slot, place.query);
    const filled = await fill(question, slot, { ...place, path: pointer(place.path, name), query });
    if (filled.value !== undefined) {
      values.push([name, filled.value]);
      citations.push(...filled.citations);
      confidence = Math.min(confidence, filled.confidence);
    } else if (isRequired && slot.isNullable) values.push([name, null]);
    else if (isRequired) return empty(filled.reason ?? 'not_said');
  }

  if (citations.length === 0) return empty('not_said');
  return { value: Object.fromEntries(values), confidence, citations };
}
