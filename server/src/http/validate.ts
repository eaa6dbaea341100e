/** Turns bodies and queries into typed values, or into one VALIDATION_FAILED that names the invalid fields. */
import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '@reelsight/contract';
import { problemsOf } from '@reelsight/contract/issue-words';
import type { z } from 'zod';

const invalid = (text: string, detail: string): Fault =>
  new Fault('VALIDATION_FAILED', detail, { text });

type BodyHeaders = Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>;

/** Parses JSON according to RFC 8259, in UTF-8 only; the top level must be an object. */
export function parseJson(bytes: Buffer, headers: BodyHeaders): Record<string, unknown> {
  checkJsonHeaders(headers);
  if (bytes.length === 0) throw invalid('body: a JSON object is required.', 'empty');

  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw invalid('body: is not valid JSON.', String(cause));
  }

  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('body: must be a JSON object.', typeof value);

  return value as Record<string, unknown>;
}

/** Throws Fault VALIDATION_FAILED unless the body is JSON by its headers, and not compressed. */
export function checkJsonHeaders(headers: BodyHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    throw invalid('body: send it without compression and Content-Encoding.', encoding);

  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json' && !type.endsWith('+json'))
    throw invalid('body: send Content-Type: application/json.', type);
}

export function validate<T extends z.ZodType>(
  schema: T,
  value: unknown,
  where: 'body' | 'query',
): z.output<T> {
  refuseTooMany(schema, value);

  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;

  const { issues } = parsed.error;
  const problems = problemsOf(issues.slice(0, mostWorded), { schema, where });
  throw invalid(problems.slice(0, mostTold).join(' '), `${issues.length} problems`);
}

/** Maximum number of problems that the error message lists. */
const mostTold = 5;
/**
 * Maximum number of problems that are put into words: several may concern one field, and a small body can have
 * thousands.
 */
const mostWorded = 50;

/** Maximum number of entries in a list whose schema sets no limit, and in an object whose keys the caller chooses. */
const mostEntries = 1000;

interface FieldSchema {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly innerType?: FieldSchema;
      readonly in?: FieldSchema;
      readonly shape?: Readonly<Record<string, FieldSchema>>;
      readonly checks?: readonly {
        readonly _zod: { readonly def: { readonly check: string; readonly maximum?: number } };
      }[];
    };
  };
}

/** Maximum number of items that a list of this schema may have. */
function mostItemsOf({ _zod: { def } }: FieldSchema): number {
  const limits = (def.checks ?? []).map((check) => check._zod.def);
  return limits.find(({ check }) => check === 'max_length')?.maximum ?? mostEntries;
}

/** The schema without wrappers that make a field optional or convert its value. */
function innermost(schema: FieldSchema): FieldSchema {
  const { innerType, in: input } = schema._zod.def;
  const inner = innerType ?? input;

  return inner === undefined ? schema : innermost(inner);
}

/**
 * Throws Fault VALIDATION_FAILED for the first list or object that has too many entries. This is checked before
 * validation, because the schema library reads all items of a list before it counts them, and reports a problem for
 * each.
 */
function refuseTooMany(schema: z.ZodType, value: unknown): void {
  const { shape } = innermost(schema as unknown as FieldSchema)._zod.def;
  if (shape === undefined || typeof value !== 'object' || value === null) return;

  for (const [name, field] of Object.entries(shape)) {
    const fieldValue = (value as Record<string, unknown>)[name];
    const inner = innermost(field);
    const { type } = inner._zod.def;
    const mostItems = mostItemsOf(inner);

    if (Array.isArray(fieldValue) && type === 'array' && fieldValue.length > mostItems)
      throw invalid(`${name}: must have at most ${mostItems} items.`, `${fieldValue.length} items`);
    if (type === 'record' && Object.keys(Object(fieldValue)).length > mostEntries)
      throw invalid(`${name}: must have at most ${mostEntries} entries.`, 'too many entries');
  }
}

/**
 * Returns the idempotency key, which must have 1 to 255 printable ASCII characters (interface.md "Idempotency"); null
 * if there is no header.
 */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key: must be 1 to 255 printable ASCII characters.', 'bad key');
  }
  return header;
}
