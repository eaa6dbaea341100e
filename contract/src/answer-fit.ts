/** Checks an answer by the schema that the caller gave for it, within the limits of `answer-schema.ts`. */
import {
  type AnswerScalar,
  type AnswerSlot,
  answerSchemaLimits,
  fitsScalar,
} from './answer-schema.ts';

/** One value of an answer that is neither object nor list, and not null. */
export interface AnswerField {
  /** Where the value is in the answer: a JSON Pointer, such as `/offers/0/price`; empty for the answer itself. */
  readonly path: string;
  readonly value: AnswerScalar;
}

export type CheckedValue =
  | { readonly ok: true; readonly fields: readonly AnswerField[] }
  | { readonly ok: false; readonly path: string; readonly problem: string };

/** The values of an answer in their order, or the first place where the answer does not fit. */
export function checkValue(slot: AnswerSlot, value: unknown): CheckedValue {
  const fields: AnswerField[] = [];
  const problem = unfitAt(slot, value, { path: '', depth: 0 }, fields);

  return problem ?? { ok: true, fields };
}

interface Place {
  readonly path: string;
  readonly depth: number;
}

type Unfit = Extract<CheckedValue, { ok: false }>;

function unfitAt(
  slot: AnswerSlot,
  value: unknown,
  place: Place,
  fields: AnswerField[],
): Unfit | null {
  const { node, isNullable } = slot;
  const unfit = (problem: string): Unfit => ({ ok: false, path: place.path, problem });
  if (value === null) return isNullable ? null : unfit('must not be null');
  if (place.depth > answerSchemaLimits.depth) return unfit('is nested too deeply');

  if (node.kind === 'object') return unfitObject(slot, value, place, fields);
  if (node.kind === 'array') return unfitList(slot, value, place, fields);
  if (!isScalar(value) || !fitsScalar(node, value))
    return unfit(`must be ${expectation(slot)}, not ${worded(value)}`);

  fields.push({ path: place.path, value });
  return fields.length > answerSchemaLimits.answerFields ? unfit('has too many values') : null;
}

function unfitObject(
  { node }: AnswerSlot,
  value: unknown,
  place: Place,
  fields: AnswerField[],
): Unfit | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, path: place.path, problem: 'must be an object' };

  const missing = [...node.required].find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined)
    return { ok: false, path: pointer(place.path, missing), problem: 'is missing' };

  for (const [name, inner] of Object.entries(value)) {
    const slot = node.properties.get(name);
    const path = pointer(place.path, name);
    const problem = slot
      ? unfitAt(slot, inner, { path, depth: place.depth + 1 }, fields)
      : { ok: false as const, path, problem: 'is not in the schema' };
    if (problem) return problem;
  }

  return null;
}

function unfitList(
  { node }: AnswerSlot,
  value: unknown,
  place: Place,
  fields: AnswerField[],
): Unfit | null {
  const unfit = (problem: string): Unfit => ({ ok: false, path: place.path, problem });
  const { items, minItems, maxItems, hasUniqueItems } = node;
  if (!Array.isArray(value) || items === null) return unfit('must be a list');
  if (value.length < minItems || value.length > maxItems)
    return unfit(`must have ${minItems} to ${maxItems} items`);
  if (hasUniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    return unfit('has an item more than once');

  for (const [index, item] of value.entries()) {
    const path = pointer(place.path, String(index));
    const problem = unfitAt(items, item, { path, depth: place.depth + 1 }, fields);
    if (problem) return problem;
  }

  return null;
}

/** The path of a value inside an object or list; `~` and `/` in a name are written as in a JSON Pointer. */
export const pointer = (path: string, name: string): string =>
  `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const isScalar = (value: unknown): value is AnswerScalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function expectation({ node: { kind, values, format } }: AnswerSlot): string {
  if (values !== null)
    return `one of ${values
      .slice(0, 10)
      .map((value) => JSON.stringify(value))
      .join(', ')}`;
  return format === null ? `a fitting ${kind}` : `a ${format}`;
}

const worded = (value: unknown): string =>
  isScalar(value) ? JSON.stringify(value).slice(0, 60) : 'something else';

/**
 * Leaves out null, and empty texts that do not fit, where a property may be missing: models write a property of which
 * they know nothing, because strict output makes them.
 */
export function withoutEmptyProperties(slot: AnswerSlot, value: unknown, depth = 0): unknown {
  const { node } = slot;
  if (depth > answerSchemaLimits.depth || typeof value !== 'object' || value === null) return value;

  const { items } = node;
  if (Array.isArray(value))
    return items ? value.map((item) => withoutEmptyProperties(items, item, depth + 1)) : value;

  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const property = node.properties.get(name);
    if (property === undefined) return [[name, inner]];
    const isEmpty = inner === null || (inner === '' && !fitsScalar(property.node, ''));
    if (isEmpty && !node.required.has(name)) return [];
    return [[name, withoutEmptyProperties(property, inner, depth + 1)]];
  });
  return Object.fromEntries(entries);
}
