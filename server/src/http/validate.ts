/** Turns bodies and queries into typed values, or into one VALIDATION_FAILED that names the fields at fault. */
import type { IncomingHttpHeaders } from 'node:http';
import { Fault } from '@reelsight/contract';
import { problemsOf } from '@reelsight/contract/issue-words';
import type { z } from 'zod';

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

/** 1 to 255 printable ASCII characters (interface.md "Idempotency"). */
export function idempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(header)) {
    throw invalid('Idempotency-Key: must be 1 to 255 printable ASCII characters.', 'bad key');
  }
  return header;
}
