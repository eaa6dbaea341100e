/**
 * Checks an answer in a form: it must fit the form, and each of its values needs evidence that is found in the sources.
 * Optional values and list items without evidence are left out; if what remains does not fit, there is no answer.
 */
import {
  type AnswerField,
  type AnswerScalar,
  type AnswerSlot,
  checkValue,
  pointer,
  type QueryResult,
  type TranscriptSegment,
  type UnansweredReason,
  withoutEmptyProperties,
} from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import { numbersIn } from '../../engines/extractive/said-numbers.ts';
import type { AnswerShape, DraftValue, FieldCitation, Passage } from '../../engines/language.ts';
import { citedEvidence, type PlacedEvidence, withoutRepeats } from './evidence.ts';

export type CheckedShape = Pick<QueryResult, 'answer' | 'answered' | 'confidence' | 'evidence'> &
  Partial<Pick<QueryResult, 'value' | 'fields' | 'reason'>>;

export interface Sources {
  readonly passages: readonly Passage[];
  readonly transcripts: readonly (readonly TranscriptSegment[])[];
}

const maxEvidence = 20;
const evidencePerField = 3;
const maxAnswerCharacters = 2000;

export const unanswered = (reason: UnansweredReason): CheckedShape => ({
  answer: '',
  answered: false,
  confidence: 0,
  evidence: [],
  reason,
});

export function checkShape(
  query: string,
  { slot, ready }: AnswerShape,
  draft: DraftValue,
  sources: Sources,
): CheckedShape {
  if (draft.value === undefined) return unanswered(draft.reason ?? 'not_said');

  const value = withoutEmptyProperties(slot, draft.value);
  const checked = checkValue(slot, value);
  if (!checked.ok) return unanswered('does_not_fit');

  const supported = new Map(
    checked.fields.flatMap((field) => {
      const evidence = evidenceFor(query, field, draft.citations, sources);
      return evidence.length > 0 ? [[field.path, evidence] as const] : [];
    }),
  );
  const fields: Supported[] = [];
  const supportedValue = keepSupported(slot, value, { path: '', keptPath: '' }, supported, fields);
  if (supportedValue === undefined || fields.length === 0 || !checkValue(slot, supportedValue).ok)
    return unanswered(checked.fields.length === 0 ? 'not_said' : 'no_evidence');

  const timed =
    ready === null ? { value: supportedValue, fields } : withStarts(supportedValue, fields);
  const claimed = Number.isFinite(draft.confidence) ? draft.confidence : 0;
  const share = fields.length / Math.max(1, checked.fields.length);

  return {
    answer: cutText(answerText(timed.value), maxAnswerCharacters),
    answered: true,
    confidence: Math.round(Math.min(1, Math.max(0, claimed)) * share * 1000) / 1000,
    evidence: withoutRepeats(fields.flatMap(({ evidence }) => evidence))
      .slice(0, maxEvidence)
      .map(({ evidence }) => evidence),
    value: timed.value,
    fields: timed.fields.map(({ path, value: fieldValue, evidence }) => ({
      path,
      value: fieldValue,
      evidence: evidence.map((placed) => placed.evidence),
    })),
  };
}

interface Supported extends AnswerField {
  readonly evidence: readonly PlacedEvidence[];
}

/** The evidence for one value: what is cited for it, or else for the object or list around it. */
function evidenceFor(
  query: string,
  { path, value }: AnswerField,
  citations: readonly FieldCitation[],
  { passages, transcripts }: Sources,
): PlacedEvidence[] {
  for (let ancestor = path; ; ancestor = ancestor.slice(0, ancestor.lastIndexOf('/'))) {
    const cited = citations.filter((citation) => citation.path === ancestor);
    const evidence = cited.flatMap((citation) =>
      citedEvidence(citation, `${query} ${value}`, passages, transcripts),
    );
    const telling = withoutRepeats(evidence.filter((placed) => supports(placed, value)));
    if (telling.length > 0 || ancestor === '') return telling.slice(0, evidencePerField);
  }
}

/** A quote that says other numbers, but not this one, is no evidence for it. */
function supports({ evidence: { quote } }: PlacedEvidence, value: AnswerScalar): boolean {
  if (typeof value !== 'number' || quote === undefined) return true;
  const saidAmount = numbersIn(quote).map((number) => number.value);
  return saidAmount.length === 0 || saidAmount.some((number) => isSameAmount(number, value));
}

/** Whether two numbers are the same, also if one of them counts thousands, millions or billions. */
const isSameAmount = (saidAmount: number, value: number): boolean =>
  [1, 1e3, 1e6, 1e9, 1e12].some(
    (scale) => Math.abs(saidAmount - value * scale) <= Math.abs(saidAmount) * 1e-9,
  );

interface Place {
  /** Where the value is in the engine's answer. */
  readonly path: string;
  /** Where it is once what has no evidence is left out. */
  readonly keptPath: string;
}

function keepSupported(
  slot: AnswerSlot,
  value: unknown,
  place: Place,
  supported: ReadonlyMap<string, readonly PlacedEvidence[]>,
  fields: Supported[],
): unknown {
  const { node, isNullable } = slot;
  if (value === null) return null;
  if (Array.isArray(value)) return keepItems(slot, value, place, supported, fields);
  if (typeof value === 'object') return keepProperties(slot, value, place, supported, fields);

  const evidence = supported.get(place.path);
  if (evidence === undefined) return isNullable ? null : undefined;
  fields.push({ path: place.keptPath, value: value as AnswerScalar, evidence });
  return node.kind === 'object' ? undefined : value;
}

function keepItems(
  { node: { items } }: AnswerSlot,
  list: readonly unknown[],
  { path, keptPath }: Place,
  supported: ReadonlyMap<string, readonly PlacedEvidence[]>,
  fields: Supported[],
): unknown {
  const supportedValue: unknown[] = [];
  if (items === null) return undefined;

  for (const [index, item] of list.entries()) {
    const itemFields: Supported[] = [];
    const place = {
      path: pointer(path, String(index)),
      keptPath: pointer(keptPath, String(supportedValue.length)),
    };
    const keptItem = keepSupported(items, item, place, supported, itemFields);
    if (keptItem == null) continue;
    supportedValue.push(keptItem);
    fields.push(...itemFields);
  }

  return supportedValue;
}

function keepProperties(
  { node }: AnswerSlot,
  object: object,
  { path, keptPath }: Place,
  supported: ReadonlyMap<string, readonly PlacedEvidence[]>,
  fields: Supported[],
): unknown {
  const objectFields: Supported[] = [];
  const entries: [string, unknown][] = [];

  for (const [name, inner] of Object.entries(object)) {
    const slot = node.properties.get(name);
    if (slot === undefined) continue;
    const place = { path: pointer(path, name), keptPath: pointer(keptPath, name) };
    const supportedValue = keepSupported(slot, inner, place, supported, objectFields);
    if (supportedValue !== undefined) entries.push([name, supportedValue]);
    else if (node.required.has(name)) return undefined;
  }

  fields.push(...objectFields);
  return objectFields.length > 0 ? Object.fromEntries(entries) : undefined;
}

/** Adds to each item of a ready question the moment at which its evidence begins, and sorts the items by it. */
function withStarts(
  list: unknown,
  fields: readonly Supported[],
): { readonly value: unknown; readonly fields: readonly Supported[] } {
  const items = (Array.isArray(list) ? list : []).map((item: object, index) => {
    const objectFields = fields.filter(({ path }) => path.startsWith(`/${index}/`));
    const evidence = objectFields
      .flatMap((field) => field.evidence)
      .toSorted((a, b) => a.evidence.timestamp - b.evidence.timestamp);
    return { item, objectFields, evidence, start: evidence[0]?.evidence.timestamp ?? 0 };
  });
  const sorted = items.toSorted((a, b) => a.start - b.start);

  return {
    value: sorted.map(({ item, start }) => ({ ...item, start })),
    fields: sorted.flatMap(({ objectFields, evidence, start }, index) => [
      ...objectFields.map((field) => ({
        ...field,
        path: field.path.replace(/^\/\d+/, `/${index}`),
      })),
      { path: `/${index}/start`, value: start, evidence: evidence.slice(0, 1) },
    ]),
  };
}

/** The answer in words, for places that show no form. */
function answerText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(answerText).join('; ');
  return Object.entries(value)
    .filter(([, inner]) => inner !== null)
    .map(([name, inner]) => `${name}: ${answerText(inner)}`)
    .join(', ');
}
