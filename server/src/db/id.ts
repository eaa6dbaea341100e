/** Time-ordered ids: a prefix and a ULID in lower case (github.com/ulid/spec). */
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
  | 'usr'
  | 'ses'
  | 'crd'
  | 'ver'
  | 'inv';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** `job_01k…`: 48 bits of milliseconds and 80 random bits in Crockford's base 32. */
export function newId(prefix: IdPrefix, nowMs: number = Date.now()): string {
  let time = '';
  for (let value = nowMs, digit = 0; digit < 10; digit += 1) {
    time = alphabet[value % 32] + time;
    value = Math.floor(value / 32);
  }
  let random = '';
  for (const byte of randomBytes(16)) random += alphabet[byte % 32];
  return `${prefix}_${time}${random}`;
}
