/** Turns bodies and queries into typed values, or into one VALIDATION_FAILED that names the fields at fault. */
import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '@reelsight/contract';
import { cutText } from '@reelsight/contract/cut-text';
import { nearest } from '@reelsight/contract/nearest';
import { z } from 'zod';

const invalid = (text: string, detail: string): Fault =>
  new Fault('VALIDATION_FAILED', detail, { text });

/** JSON by RFC 8259: UTF-8 and nothing else; the top must be an object. */
export function parseJson(
  bytes: Buffer,
  headers: Pick<IncomingHttpHeaders, 'content-type' | 'content-encoding'>,
): Record<string, unknown> {
  const encoding = headers['content-encoding']?.trim().toLowerCase();
  if (encoding && encoding !== 'identity')
    throw invalid('body: send it without compression and Content-Encoding.', encoding);
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type && type !== 'application/json' && !type.endsWith('+json'))
    throw invalid('body: send Content-Type: application/json.', type);
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

export function validate<T extends z.ZodType>(
  schema: T,
  value: unknown,
  where: 'body' | 'query',
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error.issues, { schema, where });
  throw invalid(problems.slice(0, mostTold).join(' '), parsed.error.message);
}

/** Problems that one message tells. */
const mostTold = 5;

interface Checked {
  readonly schema: z.ZodType;
  readonly where: string;
}

/** A sentence for each field at fault; unknown fields come first, as a typing error may be what the others follow from. */
function problemsOf(issues: readonly z.core.$ZodIssue[], { schema, where }: Checked): string[] {
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? unknownFields(issue, schema) : [],
  );
  const others = new Map<string, string>();
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || where;
    if (issue.code === 'unrecognized_keys' || others.has(field)) continue;
    others.set(field, `${field}: ${wordsOf(issue)}.`);
  }
  return [...unknown, ...others.values()];
}

/** What a schema says in words of its own stays; what the library says of types, sizes and choices is said in words. */
function wordsOf(issue: z.core.$ZodIssue): string {
  const message = issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  if (/, received undefined$/.test(message)) return 'must be given';
  if (issue.code === 'invalid_value' && /^Invalid option/.test(message))
    return `must be one of ${issue.values.join(', ')}`;
  if (issue.code === 'too_small' && /^Too small/.test(message))
    return limitWords(issue, Number(issue.minimum), 'least');
  if (issue.code === 'too_big' && /^Too big/.test(message))
    return limitWords(issue, Number(issue.maximum), 'most');
  const [inner] = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  return inner?.path.length === 0 ? wordsOf(inner) : message;
}

function limitWords(
  { origin, inclusive = true }: { readonly origin: string; readonly inclusive?: boolean },
  limit: number,
  at: 'least' | 'most',
): string {
  if (origin === 'array') return `must have at ${at} ${limit} ${limit === 1 ? 'item' : 'items'}`;
  if (origin === 'string')
    return `must have at ${at} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (inclusive) return `must be at ${at} ${limit}`;
  return `must be ${at === 'least' ? 'more' : 'less'} than ${limit}`;
}

function unknownFields(
  { keys, path }: z.core.$ZodIssueUnrecognizedKeys,
  schema: z.ZodType,
): string[] {
  const known = fieldsAt(schema, path);
  return keys.slice(0, mostTold).map((key) => {
    const name = /^[\w-]{1,60}$/.test(key) ? key : JSON.stringify(cutText(key, 60));
    const meant = nearest(key, known);
    const field = [...path.map(String), name].join('.');
    return `${field}: unknown field${meant === undefined ? '.' : `; did you mean ${meant}?`}`;
  });
}

/** Names of the fields of the object at a path of a schema; none where the schema is of another kind. */
function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const step of [...path, undefined]) {
    while (at instanceof z.ZodOptional || at instanceof z.ZodNullable) at = at.unwrap();
    if (at instanceof z.ZodObject)
      at = step === undefined ? Object.keys(at.shape) : at.shape[String(step)];
    else if (at instanceof z.ZodArray) at = at.element;
    else return [];
  }
  return Array.isArray(at) ? at : [];
}

/** 1 to 255 printable ASCII characters (interface.md "Idempotency"). */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key: must be 1 to 255 printable ASCII characters.', 'bad key');
  }
  return header;
}
