/**
 * Hashes passwords with scrypt in the sign-in library's format, but off the event loop: the library's own JavaScript
 * would block it for 0.1 s.
 */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';

const terms = { N: 16_384, r: 16, p: 1, maxmem: 128 * 16_384 * 16 * 2 };
const keyBytes = 64;
/**
 * At most two at once: hashes run on the few threads that also serve file access and host lookups, and each takes 0.1
 * s.
 */
const hashing = pLimit(2);

const keyOf = (password: string, salt: string): Promise<Buffer> =>
  hashing(
    () =>
      new Promise((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, keyBytes, terms, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );

/** `salt:key` in hexadecimal. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex');
  return `${salt}:${(await keyOf(password, salt)).toString('hex')}`;
}

export async function verifyPassword({
  hash,
  password,
}: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  const [salt, hex] = hash.split(':');
  if (!salt || !hex) return false;
  const key = await keyOf(password, salt);
  const expected = Buffer.from(hex, 'hex');
  return key.length === expected.length && timingSafeEqual(key, expected);
}
