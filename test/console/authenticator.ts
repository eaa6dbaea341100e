/** An authenticator app into which a secret was typed: it returns the codes. */
import { totpCode, totpStep } from '../../server/src/accounts/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/**
 * The current code, or the code `later` half minutes from now. A service accepts the next code and the previous one,
 * but the previous one only until this half minute ends, so tests that need a second code ask for the next.
 */
export const codeOf = (secret: string, later = 0): string =>
  totpCode(bytesOf(secret), totpStep(new Date()) + later);
