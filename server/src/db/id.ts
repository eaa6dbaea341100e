/**
 * Time-ordered ids: a prefix and a ULID in lower case, monotonic within a process (github.com/ulid/spec). Ids are not
 * secrets: whoever knows an id can guess others of the same millisecond.
 */
import { randomBytes } from 'node:crypto';

export type IdPrefix =
  | 'job'
  | 'batch'
  | 'ws'
  | 'key'
  | 'txn'
  | 'fol'
  | 'evt'
  | 'req'
  | 'brand'
  | 'logo'
  | 'clip'
  | 'preset'
  | 'mail'
  | 'usr'
  | 'ses'
  | 'crd'
  | 'ver'
  | 'inv'
  | 'cor'
  | 'aud'
  | 'rnr'
  | 'rep'
  | 'cmp'
  | 'set'
  | 'alr'
  | 'tgt'
  | 'mat'
  | 'amsg'
  | 'adl'
  | 'sch'
  | 'run'
  | 'share';

/**
 * Whether the text has only characters that our ids have. Any other text cannot be an id and must not reach the
 * database.
 */
export function isId(text: string | undefined): text is string {
  return text !== undefined && /^[a-z]+_[0-9a-z]{1,60}$/.test(text);
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeDigits = 10;
const randomDigits = 16;

/**
 * The newest id. Further ids in the same millisecond count up from its random part, so that sorting by id keeps the
 * order of creation.
 */
let last: { readonly ms: number; readonly digits: number[] } = { ms: -1, digits: [] };

/** `job_01k…`: 48 bits of milliseconds and 80 random bits in Crockford's base 32. */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  const digits =
    nowMs === last.ms
      ? next(last.digits)
      : [...randomBytes(randomDigits)].map((byte) => byte % alphabet.length);
  last = { ms: nowMs, digits };

  let time = '';
  for (let value = nowMs, digit = 0; digit < timeDigits; digit += 1) {
    time = alphabet[value % 32] + time;
    value = Math.floor(value / 32);
  }

  return `${prefix}_${time}${digits.map((digit) => alphabet[digit]).join('')}`;
}

/** Increments; wraps around after the highest number, which 80 random bits do not reach in practice. */
function next(digits: readonly number[]): number[] {
  const incremented = [...digits];
  for (let index = incremented.length - 1; index >= 0; index -= 1) {
    incremented[index] = ((incremented[index] ?? 0) + 1) % alphabet.length;
    if (incremented[index] !== 0) break;
  }
  return incremented;
}
