/**
 * Reads the JSON Schema that a caller gives for an answer. Only a bounded part of JSON Schema (draft 2020-12) is read:
 * no address outside the schema is followed, no pattern is run, and counts limit the work, so a schema from a stranger
 * can't cost more than its limits. Plain data and functions.
 */
import { characterCount, isClean } from './plain-text.ts';

/** Limits on the schema of an answer and on the answer itself. */
export const answerSchemaLimits = {
  /** Length of the schema as JSON without spaces, in characters. */
  characters: 8000,
  /** Levels of schemas inside one another, and of an answer whose schema refers to itself. */
  depth: 8,
  /** Schemas in all. */
  schemas: 200,
  properties: 50,
  /** Entries of `enum`. */
  values: 100,
  nameCharacters: 100,
  valueCharacters: 200,
  descriptionCharacters: 500,
  /** Items of a list, where the schema allows more or says nothing. */
  items: 50,
  /** Values of an answer that are neither object nor list. */
  answerFields: 200,
  textCharacters: 2000,
} as const;

export const answerKinds = [
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'object',
  'array',
] as const;
export type AnswerKind = (typeof answerKinds)[number];

/** A value in `enum` or `const`. */
export type AnswerScalar = string | number | boolean;

export const answerFormats = ['date', 'date-time', 'time'] as const;
export type AnswerFormat = (typeof answerFormats)[number];

/** What a value may be. A schema that refers to itself is a cycle of nodes. */
export interface AnswerNode {
  readonly kind: Exclude<AnswerKind, 'null'>;
  /** The only allowed values; null if every value of the kind is allowed. */
  readonly values: readonly AnswerScalar[] | null;
  readonly properties: ReadonlyMap<string, AnswerSlot>;
  readonly required: ReadonlySet<string>;
  readonly items: AnswerSlot | null;
  readonly minItems: number;
  readonly maxItems: number;
  readonly hasUniqueItems: boolean;
  readonly minimum: number;
  readonly maximum: number;
  /** Whether the limits themselves are excluded. */
  readonly isAboveMinimum: boolean;
  readonly isBelowMaximum: boolean;
  readonly minLength: number;
  readonly maxLength: number;
  readonly format: AnswerFormat | null;
}

/** A place for a value: what it may be, what it means there, and whether it may be null. */
export interface AnswerSlot {
  readonly node: AnswerNode;
  readonly title: string | null;
  readonly description: string | null;
  readonly isNullable: boolean;
}

export type ReadSchema =
  | { readonly ok: true; readonly slot: AnswerSlot }
  | { readonly ok: false; readonly path: readonly string[]; readonly message: string };

/** Reads a schema. A refusal says what is wrong, and `path` where. */
export function readAnswerSchema(schema: unknown): ReadSchema {
  try {
    return { ok: true, slot: new SchemaReader(schema).read() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ok: false, path: error.path, message: error.message };
  }
}

class Refusal extends Error {
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.path = path;
  }
}

type JsonObject = Readonly<Record<string, unknown>>;
type Draft = { -readonly [Field in keyof AnswerNode]: AnswerNode[Field] };
type Path = readonly string[];

/** Keywords that only describe, and are skipped. */
const annotations: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'default', 'examples', 'deprecated'],
  ...['readOnly', 'writeOnly', '$defs', 'definitions'],
]);

/** The keywords that each kind may have beside `type`, `enum` and `const`. */
const keywordsOfKind: Readonly<Record<AnswerNode['kind'], readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: [],
};

const knownKeywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', '$ref', 'anyOf'],
  ...Object.values(keywordsOfKind).flat(),
]);

class SchemaReader {
  readonly #root: unknown;
  readonly #targets = new Map<string, AnswerSlot>();
  /** References that are being read; one that is met again before it has a kind can have no value. */
  readonly #pending = new Set<string>();
  #count = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  read(): AnswerSlot {
    checkSize(this.#root);
    const slot = this.#slot(this.#root, [], (target) => this.#targets.set('#', target));
    refuseEndless(slot);

    return slot;
  }

  #slot(schema: unknown, path: Path, onKind: (slot: AnswerSlot) => void = () => {}): AnswerSlot {
    if (!isObject(schema)) throw new Refusal(path, 'must be a JSON Schema, which is an object');
    this.#count += 1;
    if (this.#count > answerSchemaLimits.schemas)
      throw new Refusal(path, `is more than ${answerSchemaLimits.schemas} schemas`);
    if (levelsOf(path) > answerSchemaLimits.depth)
      throw new Refusal(path, `is deeper than ${answerSchemaLimits.depth} levels`);

    const unknown = keywordsIn(schema).find((keyword) => !knownKeywords.has(keyword));
    if (unknown !== undefined)
      throw new Refusal(path, `has the keyword ${quoted(unknown)}, which is not supported`);

    if (schema.$ref !== undefined) return this.#referred(schema, path);
    if (schema.anyOf !== undefined) return this.#orNull(schema, path);
    return this.#ownSlot(schema, path, onKind);
  }

  /** A reference takes everything but its description from the schema that it names. */
  #referred(schema: JsonObject, path: Path): AnswerSlot {
    const beside = keywordsIn(schema).find((keyword) => keyword !== '$ref');
    if (beside !== undefined)
      throw new Refusal(path, `has ${quoted(beside)} beside $ref, which is not supported`);

    return withDescription(this.#target(schema.$ref, path), schema, path);
  }

  #target(reference: unknown, path: Path): AnswerSlot {
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      throw new Refusal(path, '$ref must name a schema inside this one, such as #/$defs/offer');

    const earlier = this.#targets.get(reference);
    if (earlier) return earlier;
    if (this.#pending.has(reference) || reference === '#')
      throw new Refusal(path, `$ref ${quoted(reference)} leads only to itself`);

    const [group = '', name = ''] = namesInReference(reference);
    const definitions = isObject(this.#root) ? this.#root[group] : undefined;
    if (!isObject(definitions) || !Object.hasOwn(definitions, name))
      throw new Refusal(path, `$ref names ${quoted(reference)}, which is not in this schema`);

    this.#pending.add(reference);
    const slot = this.#slot(definitions[name], [group, name], (target) =>
      this.#targets.set(reference, target),
    );
    this.#pending.delete(reference);
    this.#targets.set(reference, slot);

    return slot;
  }

  /** `anyOf` is supported for its most common use: one schema, or null. */
  #orNull(schema: JsonObject, path: Path): AnswerSlot {
    const options = Array.isArray(schema.anyOf) ? schema.anyOf : [];
    const alternatives = options.filter((option) => !(isObject(option) && option.type === 'null'));
    const isPlain = keywordsIn(schema).every((keyword) => keyword === 'anyOf');
    if (!isPlain || options.length !== 2 || alternatives.length !== 1)
      throw new Refusal(path, 'may use anyOf only for one schema or {"type": "null"}');

    const slot = this.#slot(alternatives[0], [...path, 'anyOf']);
    return { ...withDescription(slot, schema, path), isNullable: true };
  }

  #ownSlot(schema: JsonObject, path: Path, onKind: (slot: AnswerSlot) => void): AnswerSlot {
    const values = valuesOf(schema, path);
    const { kind, isNullable } = kindOf(schema, values, path);
    const unfit = keywordsIn(schema).find(
      (keyword) => !['type', 'enum', 'const', ...keywordsOfKind[kind]].includes(keyword),
    );
    if (unfit !== undefined)
      throw new Refusal(path, `has ${quoted(unfit)}, which does not apply to type ${kind}`);

    const draft = emptyDraft(kind);
    const slot = withDescription(
      { node: draft, title: null, description: null, isNullable },
      schema,
      path,
    );
    onKind(slot);

    if (kind === 'object') this.#readObject(draft, schema, path);
    if (kind === 'array') this.#readList(draft, schema, path);
    if (kind === 'string') readText(draft, schema, path);
    if (kind === 'number' || kind === 'integer') readNumber(draft, schema, path);
    if (values !== null) readValues(draft, values, path);

    return slot;
  }

  #readObject(draft: Draft, schema: JsonObject, path: Path): void {
    const { properties, required = [], additionalProperties = false } = schema;
    if (typeof additionalProperties !== 'boolean')
      throw new Refusal(path, 'additionalProperties must be true or false');
    if (!isObject(properties)) throw new Refusal(path, 'must name its properties');

    const names = Object.keys(properties);
    const { properties: mostProperties } = answerSchemaLimits;
    if (names.length === 0 || names.length > mostProperties)
      throw new Refusal(path, `must have 1 to ${mostProperties} properties`);

    const slots = names.map((name) => {
      checkName(name, path);
      return [name, this.#slot(properties[name], [...path, 'properties', name])] as const;
    });
    draft.properties = new Map(slots);
    draft.required = requiredNames(required, draft.properties, path);
  }

  #readList(draft: Draft, schema: JsonObject, path: Path): void {
    const { items: mostItems } = answerSchemaLimits;
    const { uniqueItems = false } = schema;
    if (schema.items === undefined)
      throw new Refusal(path, 'is a list and must say what its items are');
    if (typeof uniqueItems !== 'boolean')
      throw new Refusal(path, 'uniqueItems must be true or false');

    draft.minItems = countOf(schema, 'minItems', path) ?? 0;
    draft.maxItems = Math.min(countOf(schema, 'maxItems', path) ?? mostItems, mostItems);
    draft.hasUniqueItems = uniqueItems;
    if (draft.minItems > mostItems)
      throw new Refusal(path, `minItems must be at most ${mostItems}`);
    if (draft.minItems > draft.maxItems)
      throw new Refusal(path, 'has minItems above maxItems, so no list can fit');

    draft.items = this.#slot(schema.items, [...path, 'items']);
  }
}

const emptyDraft = (kind: AnswerNode['kind']): Draft => ({
  kind,
  values: null,
  properties: new Map(),
  required: new Set(),
  items: null,
  minItems: 0,
  maxItems: answerSchemaLimits.items,
  hasUniqueItems: false,
  minimum: Number.NEGATIVE_INFINITY,
  maximum: Number.POSITIVE_INFINITY,
  isAboveMinimum: false,
  isBelowMaximum: false,
  minLength: 0,
  maxLength: answerSchemaLimits.textCharacters,
  format: null,
});

const withDescription = (slot: AnswerSlot, schema: JsonObject, path: Path): AnswerSlot => ({
  ...slot,
  title: checkedText(schema, 'title', path) ?? slot.title,
  description: checkedText(schema, 'description', path) ?? slot.description,
});

/** The text of a keyword; null if it is absent or blank. */
function checkedText(
  schema: JsonObject,
  keyword: 'title' | 'description',
  path: Path,
): string | null {
  const text = schema[keyword];
  if (text === undefined) return null;
  if (typeof text !== 'string' || !isClean(text))
    throw new Refusal(path, `${keyword} must be text without control characters`);

  const { descriptionCharacters: limit } = answerSchemaLimits;
  if (characterCount(text) > limit)
    throw new Refusal(path, `${keyword} must have at most ${limit} characters`);

  return text.trim() === '' ? null : text;
}

/** The values of `enum` or `const`, null included; null if the schema has neither. */
function valuesOf(schema: JsonObject, path: Path): readonly (AnswerScalar | null)[] | null {
  const { enum: listed, const: only } = schema;
  if (listed !== undefined && only !== undefined)
    throw new Refusal(path, 'must have enum or const, not both');
  if (only !== undefined) return [checkedValue(only, 'const', path)];
  if (listed === undefined) return null;

  const { values: mostValues } = answerSchemaLimits;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostValues)
    throw new Refusal(path, `enum must be a list of 1 to ${mostValues} values`);

  const values = listed.map((value) => checkedValue(value, 'enum', path));
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined)
    throw new Refusal(path, `enum has ${quoted(repeated)} more than once`);

  return values;
}

function checkedValue(value: unknown, keyword: string, path: Path): AnswerScalar | null {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const isText = typeof value === 'string' && isClean(value) && value.trim() !== '';
  if (isText && characterCount(value) <= answerSchemaLimits.valueCharacters) return value;
  throw new Refusal(
    path,
    `${keyword} must hold numbers, true, false, null, or texts of at most ${answerSchemaLimits.valueCharacters} characters`,
  );
}

interface KindOfSlot {
  readonly kind: AnswerNode['kind'];
  readonly isNullable: boolean;
}

/** The kind that `type` names, or that the other keywords imply. */
function kindOf(
  schema: JsonObject,
  values: readonly (AnswerScalar | null)[] | null,
  path: Path,
): KindOfSlot {
  const { type } = schema;
  const types = type === undefined ? impliedKinds(schema, values) : [type].flat();
  const unknown = types.find((name) => !answerKinds.includes(name as AnswerKind));
  if (unknown !== undefined)
    throw new Refusal(path, `has the type ${quoted(unknown)}; types are ${answerKinds.join(', ')}`);

  const kinds = [...new Set(types as AnswerKind[])].filter((kind) => kind !== 'null');
  const [kind] = kinds;
  if (kind === undefined) throw new Refusal(path, 'must have a type other than null');
  if (kinds.length > 1) throw new Refusal(path, 'must have one type, or one type and null');

  const isNullable = types.includes('null') && (values === null || values.includes(null));
  return { kind, isNullable };
}

function impliedKinds(
  schema: JsonObject,
  values: readonly (AnswerScalar | null)[] | null,
): readonly unknown[] {
  if (values !== null) {
    const kinds = values.map((value) => (value === null ? 'null' : typeof value));
    return [...new Set(kinds)];
  }

  const kinds = Object.entries(keywordsOfKind).filter(
    ([kind, keywords]) =>
      kind !== 'integer' && keywordsIn(schema).some((word) => keywords.includes(word)),
  );
  return kinds.map(([kind]) => kind);
}

function readValues(draft: Draft, values: readonly (AnswerScalar | null)[], path: Path): void {
  if (draft.kind === 'object' || draft.kind === 'array')
    throw new Refusal(path, `enum and const do not apply to type ${draft.kind}`);

  const allowedValues = values.filter((value) => value !== null);
  const unfit = allowedValues.find((value) => !fitsScalar(draft, value));
  if (unfit !== undefined)
    throw new Refusal(path, `allows ${quoted(unfit)}, which its other keywords exclude`);
  if (allowedValues.length === 0) throw new Refusal(path, 'allows no value other than null');

  draft.values = allowedValues;
}

function readText(draft: Draft, schema: JsonObject, path: Path): void {
  const { textCharacters } = answerSchemaLimits;
  const { format } = schema;
  draft.minLength = countOf(schema, 'minLength', path) ?? 0;
  draft.maxLength = Math.min(countOf(schema, 'maxLength', path) ?? textCharacters, textCharacters);
  if (draft.minLength > draft.maxLength)
    throw new Refusal(
      path,
      `has minLength above ${draft.maxLength}, the most characters it allows, so no text can fit`,
    );
  if (format === undefined) return;

  const knownFormat = answerFormats.find((name) => name === format);
  if (knownFormat === undefined)
    throw new Refusal(
      path,
      `has a format that is not supported; formats are ${answerFormats.join(', ')}`,
    );
  draft.format = knownFormat;
  const [shortest, longest] = lengthsOfFormat[knownFormat];
  if (draft.minLength > longest || draft.maxLength < shortest)
    throw new Refusal(path, `has a length that no ${knownFormat} has`);
}

const lengthsOfFormat: Readonly<Record<AnswerFormat, readonly [number, number]>> = {
  date: [10, 10],
  'date-time': [17, 35],
  time: [6, 24],
};

function readNumber(draft: Draft, schema: JsonObject, path: Path): void {
  const limit = (keyword: string): number | undefined => {
    const value = schema[keyword];
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    throw new Refusal(path, `${keyword} must be a number`);
  };
  const minimum = limit('minimum') ?? Number.NEGATIVE_INFINITY;
  const maximum = limit('maximum') ?? Number.POSITIVE_INFINITY;
  const above = limit('exclusiveMinimum') ?? Number.NEGATIVE_INFINITY;
  const below = limit('exclusiveMaximum') ?? Number.POSITIVE_INFINITY;

  draft.isAboveMinimum = above >= minimum && Number.isFinite(above);
  draft.isBelowMaximum = below <= maximum && Number.isFinite(below);
  draft.minimum = Math.max(minimum, above);
  draft.maximum = Math.min(maximum, below);
  if (!hasRoom(draft))
    throw new Refusal(path, 'has a minimum above its maximum, so no number can fit');
}

function hasRoom({ kind, minimum, maximum, isAboveMinimum, isBelowMaximum }: AnswerNode): boolean {
  if (kind === 'number')
    return isAboveMinimum || isBelowMaximum ? minimum < maximum : minimum <= maximum;

  const first = isAboveMinimum ? Math.floor(minimum) + 1 : Math.ceil(minimum);
  const last = isBelowMaximum ? Math.ceil(maximum) - 1 : Math.floor(maximum);
  return first <= last;
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;
const timePattern = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-][01]\d:[0-5]\d)$/;

const formatChecks: Readonly<Record<AnswerFormat, (text: string) => boolean>> = {
  date: isDate,
  time: (text) => timePattern.test(text),
  'date-time': (text) =>
    isDate(text.slice(0, 10)) && text[10] === 'T' && timePattern.test(text.slice(11)),
};

function isDate(text: string): boolean {
  const [, year, month, day] = (datePattern.exec(text) ?? []).map(Number);
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(year, month - 1, day));

  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a text, number, true or false is what the node allows. */
export function fitsScalar(node: AnswerNode, value: AnswerScalar): boolean {
  const { kind, values } = node;
  if (values !== null && !values.includes(value)) return false;
  if (typeof value === 'boolean') return kind === 'boolean';
  if (typeof value === 'string') return kind === 'string' && fitsText(node, value);
  if (kind === 'integer' && !Number.isInteger(value)) return false;
  return (kind === 'number' || kind === 'integer') && fitsNumber(node, value);
}

function fitsText({ minLength, maxLength, format }: AnswerNode, text: string): boolean {
  const length = characterCount(text);
  if (length < minLength || length > maxLength) return false;
  return format === null || formatChecks[format](text);
}

function fitsNumber(node: AnswerNode, value: number): boolean {
  const { minimum, maximum, isAboveMinimum, isBelowMaximum } = node;
  const isHighEnough = isAboveMinimum ? value > minimum : value >= minimum;
  return isHighEnough && (isBelowMaximum ? value < maximum : value <= maximum);
}

/**
 * Refuses a schema in which a required value contains itself without end. A node has an end if its required values
 * have one; that is looked for until a round finds no more.
 */
function refuseEndless(root: AnswerSlot): void {
  const nodes = nodesFrom(root.node);
  const ending = new Set<AnswerNode>();
  const ends = (slot: AnswerSlot) => slot.isNullable || ending.has(slot.node);
  let sizeBefore = -1;

  while (ending.size > sizeBefore) {
    sizeBefore = ending.size;
    for (const node of nodes) {
      const needed = [...node.required].flatMap((name) => node.properties.get(name) ?? []);
      const items = node.items && node.minItems > 0 ? [node.items] : [];
      if ([...needed, ...items].every(ends)) ending.add(node);
    }
  }

  if (nodes.some((node) => !ending.has(node)))
    throw new Refusal(
      [],
      'requires a value that contains itself without end, so no answer can fit',
    );
}

function nodesFrom(root: AnswerNode): AnswerNode[] {
  const nodes = new Set([root]);
  // A set also yields what is added while it is read.
  for (const node of nodes) {
    for (const { node: inner } of node.properties.values()) nodes.add(inner);
    if (node.items) nodes.add(node.items.node);
  }
  return [...nodes];
}

/**
 * Checks the length of the whole schema, and that its texts can be stored. Goes through it without recursion, because
 * a few kilobytes can hold thousands of levels.
 */
function checkSize(root: unknown): void {
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: root, depth: 0 }];
  // A schema needs at most two levels of JSON for each level of its own, and examples may have a few more.
  const mostLevels = answerSchemaLimits.depth * 2 + 8;
  let size = 0;

  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    const { value, depth } = entry;
    if (depth > mostLevels)
      throw new Refusal([], `is deeper than ${answerSchemaLimits.depth} levels`);
    if (typeof value === 'number' && !Number.isFinite(value))
      throw new Refusal([], 'holds a number that is too large');
    if (typeof value === 'string' && !isClean(value))
      throw new Refusal([], 'holds a text with control characters');

    const isCompound = typeof value === 'object' && value !== null;
    size += isCompound ? 2 : JSON.stringify(value ?? null).length + 1;
    if (size > answerSchemaLimits.characters)
      throw new Refusal([], `is longer than ${answerSchemaLimits.characters} characters`);
    if (!isCompound) continue;

    for (const [key, inner] of Object.entries(value)) {
      if (!Array.isArray(value)) {
        size += key.length + 3;
        checkStorableKey(key);
      }
      open.push({ value: inner, depth: depth + 1 });
    }
  }
}

function checkStorableKey(key: string): void {
  if (!isClean(key)) throw new Refusal([], 'has a name with control characters');
  // Copying an object with this key would set the prototype of the copy.
  if (key === '__proto__') throw new Refusal([], 'must not name anything __proto__');
}

function checkName(name: string, path: Path): void {
  const { nameCharacters } = answerSchemaLimits;
  if (name.trim() !== '' && characterCount(name) <= nameCharacters) return;
  throw new Refusal(path, `names of properties must have 1 to ${nameCharacters} characters`);
}

function requiredNames(
  required: unknown,
  properties: ReadonlyMap<string, AnswerSlot>,
  path: Path,
): ReadonlySet<string> {
  if (!Array.isArray(required)) throw new Refusal(path, 'required must be a list of names');
  const missing = required.find((name) => !properties.has(name));
  if (missing !== undefined)
    throw new Refusal(path, `requires ${quoted(missing)}, which is not among its properties`);
  return new Set(required);
}

function countOf(schema: JsonObject, keyword: string, path: Path): number | undefined {
  const value = schema[keyword];
  if (value === undefined) return undefined;
  if (Number.isInteger(value) && Number(value) >= 0) return Number(value);
  throw new Refusal(path, `${keyword} must be a whole number of 0 or more`);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keywords of a schema that constrain the value. */
const keywordsIn = (schema: JsonObject): string[] =>
  Object.keys(schema).filter((keyword) => !annotations.has(keyword));

/** The beginning of a value as JSON. Not by `String`, which a caller's object can make fail. */
const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value.slice(0, 60))
    : JSON.stringify(value).slice(0, 60);

/** The group and the name in a reference such as `#/$defs/offer`; empty for any other reference. */
function namesInReference(reference: string): readonly string[] {
  const parts = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference);
  return (parts?.slice(1) ?? []).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** How many schemas are around the one at a path. */
function levelsOf(path: Path): number {
  let levels = 0;
  for (let index = 0; index < path.length; index += 1) {
    const part = path[index];
    if (part !== 'properties' && part !== 'items' && part !== 'anyOf') continue;
    levels += 1;
    // The name that follows is the caller's, and may itself be "items".
    if (part === 'properties') index += 1;
  }
  return levels;
}
