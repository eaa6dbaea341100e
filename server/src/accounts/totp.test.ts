/** One-time codes against the vectors of RFC 6238 and RFC 4648, recovery codes, and encrypted secrets. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSeal } from './sealed.ts';
import { base32, hashRecoveryCode, matchTotp, newRecoveryCodes, totpCode } from './totp.ts';

const secret = Buffer.from('12345678901234567890');

describe('Codes', () => {
  test('are those of RFC 6238, cut to six digits', () => {
    const vectors = {
      59: '287082',
      1111111109: '081804',
      1234567890: '005924',
      20000000000: '353130',
    };
    for (const [seconds, code] of Object.entries(vectors))
      assert.equal(totpCode(secret, Math.floor(Number(seconds) / 30)), code);
  });

  test('are taken a step early or late, and never one that was taken or an earlier one', () => {
    const at = new Date(1111111109_000);
    const step = Math.floor(1111111109 / 30);
    const match = (given: number, after = 0) =>
      matchTotp(totpCode(secret, given), secret, { at, after });

    assert.deepEqual([match(step - 1), match(step), match(step + 1)], [step - 1, step, step + 1]);
    assert.deepEqual([match(step - 2), match(step + 2)], [null, null]);
    assert.deepEqual(
      [match(step, step), match(step - 1, step), match(step + 1, step)],
      [null, null, step + 1],
    );
    assert.equal(matchTotp('', secret, { at, after: 0 }), null);
  });

  test('secrets are written in base 32', () => {
    assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
    assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI');
  });
});

test('recovery codes differ, and are read in any case without their dashes', () => {
  const codes = newRecoveryCodes();
  assert.equal(new Set(codes).size, 10);
  const [code = ''] = codes;
  assert.match(code, /^[2-9b-z]{4}-[2-9b-z]{4}-[2-9b-z]{4}$/);
  assert.equal(hashRecoveryCode(code), hashRecoveryCode(code.toUpperCase().replaceAll('-', ' ')));
});

test('what is sealed opens by the same secret and purpose only, unchanged', () => {
  const seal = createSeal('a secret', 'totp');
  const sealed = seal.close(secret);
  assert.ok(!sealed.includes(secret.toString('base64url').slice(0, 20)));
  assert.deepEqual(seal.open(sealed), secret);
  assert.equal(createSeal('another', 'totp').open(sealed), null);
  assert.equal(createSeal('a secret', 'other').open(sealed), null);

  const changed = sealed.slice(0, -1) + (sealed.endsWith('A') ? 'B' : 'A');
  assert.equal(seal.open(`${changed.slice(0, -2)}zz`), null);
});
