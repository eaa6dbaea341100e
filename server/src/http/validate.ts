/** Turns bodies and queries into typed values, or into one VALIDATION_FAILED that names the field. */
import { Fault } from '@reelsight/contract';
import type { z } from 'zod';

const invalid = (text: string, detail: string): Fault =>
  new Fault('VALIDATION_FAILED', detail, { text });

/** JSON by RFC 8259: UTF-8 and nothing else; the top must be an object. */
export function parseJson(bytes: Buffer, contentType: string | undefined): Record<string, unknown> {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
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
  const issue = parsed.error.issues[0];
  throw invalid(issue ? describe(issue, where) : `${where}: is not valid.`, parsed.error.message);
}

function describe(issue: z.core.$ZodIssue, where: string): string {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return `${path || where}: unknown field ${names}.`;
  }
  const message = issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  return `${path || where}: ${message}.`;
}

/** 1 to 255 printable ASCII characters (interface.md "Idempotency"). */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key: must be 1 to 255 printable ASCII characters.', 'bad key');
  }
  return header;
}
