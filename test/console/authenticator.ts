/** An authenticator app: codes of a secret that was typed into it. */
import { totpCode, totpStep } from '../../server/src/accounts/totp.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The code of now, or of so many half minutes later. */
export const codeOf = (secret: string, later = 0): string =>
  totpCode(bytesOf(secret), totpStep(new Date()) + later);
