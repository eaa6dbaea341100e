/** Time-based one-time codes (RFC 6238) as used by authenticator apps: SHA-1, six digits, every 30 seconds. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepMs = 30_000;
const digits = 6;
/** Number of 30-second steps by which a clock may be ahead or behind. */
const skew = 1;
const secretBytes = 20;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export const newTotpSecret = (): Buffer => randomBytes(secretBytes);

/** Base32 as in RFC 4648, without padding, because the length of a secret requires none. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The code for one 30-second step. */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export const totpStep = (time: Date): number => Math.floor(time.getTime() / stepMs);

/** The time step of the code, if the code is current and its step is later than `after`; otherwise null. */
export function matchTotp(
  code: string,
  secret: Uint8Array,
  { at: time, after: lastStep }: { readonly at: Date; readonly after: number },
): number | null {
  const now = totpStep(time);
  for (let step = Math.max(now - skew, lastStep + 1); step <= now + skew; step += 1) {
    const right = Buffer.from(totpCode(secret, step));
    const codeBytes = Buffer.from(code);
    if (codeBytes.length === right.length && timingSafeEqual(codeBytes, right)) return step;
  }
  return null;
}

/** The URI that an authenticator app reads from a QR code. */
export function totpUri(secret: Uint8Array, account: string): string {
  const issuer = 'Reelsight';
  const query = new URLSearchParams({ secret: base32(secret), issuer });
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?${query}`;
}

const recoveryCodes = 10;
const recoveryAlphabet = '23456789bcdfghjkmnpqrstvwxyz';

/** Recovery codes of 57 random bits each, written in groups of four characters. */
export function newRecoveryCodes(): string[] {
  const letter = (): string => {
    for (;;) {
      // Bytes from 252 on are skipped: with them, some letters would be likelier than others.
      const byte = randomBytes(1)[0] ?? 255;
      if (byte < 252) return recoveryAlphabet[byte % recoveryAlphabet.length] as string;
    }
  };
  const group = (): string => [letter(), letter(), letter(), letter()].join('');
  return Array.from({ length: recoveryCodes }, () => [group(), group(), group()].join('-'));
}

/** Hashes a recovery code as typed, with or without dashes and in upper or lower case. */
export function hashRecoveryCode(code: string): string {
  const plain = code.toLowerCase().replace(/[^0-9a-z]/g, '');
  return createHash('sha256').update(plain).digest('hex');
}
