import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeSigner } from '../../../testing/sources/release-host.ts';
import { checkSignature, readSigningKey, SignatureError } from './signature.ts';

const now = new Date('2026-11-21T10:00:00Z');
const data = Buffer.from('aaaa  yt-dlp\n');

/** Made by GnuPG 2.2 with a key that is used only for this test. */
const byGnupg = {
  key: 'mQENBGsDrmYBCADAgp/ILyIa/tYGK3dqhM2CzHML8iqqqqiQiSXl5epugD9b1Lfg8ogatcNocOdmuHcFfmn3Kbowr9/OBcX6FqLnFIN8qPuthqOiomhDILB2uOvcXwblf/ja81Trmq/fzE2x/sFikqdXHIpmjE0uMNZB/ibnWlANDzOhOyzY4HQVBT6Sn/sQJi0bVybIb79RxDyPl0fkj/PTsoeR08S+1VLAUG+CihfFOgPKVYitpcWgQIWFh3TmvwoT/HWSPbq+ja7ohI0WTHwXE/lkuJAjt0LR3iJxvgW/lOh2/TyeJi2sBEC0xvcEibnWHY/Sfpz6Kv/+kHG5eRtp+MKeEN/XgLVvABEBAAG0H1JlbGVhc2UgdGVzdCA8dGVzdEBleGFtcGxlLmNvbT6JAU4EEwEKADgWIQSTqmNLy4kgIpFcGMJ08z9MelMdmgUCawOuZgIbAwULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAKCRB08z9MelMdmtNGCAC8sVRN8aUvGI4Vsp47o+n4uYDs4hP10CV8Pksb6/3v+i4DszCTtDR4f6pcDcpZm2L1gnXntkjeBLQoTCfCFj3/E1jZE8SLCKBsL28fF0EVKVx08s3IP3YG8J8POiEXjcLPft0LD2eK9ShQZNQ3VmWJP0PeNlUG/G1hKuNEq1pS3zVTk9zXOZRiPKtHKktDBk/HxnwPpbiOQKIekCsjt7zops6AGU0ylKXrC7JpVxkGIRkWmGi3rP3EYyvfqMvvcCZfSjIjL5ZOpMUHKdFR1f+DVHPiQSH8KLofrHLSne//pDsJWQEJC/BTzblbecpP0qGd0DCnUPkea7syoO/BUHSE',
  signature:
    'iQEzBAABCgAdFiEEk6pjS8uJICKRXBjCdPM/THpTHZoFAmsDrmYACgkQdPM/THpTHZpUCAf+NJBK7SIflYFcDjuRML9rlP5RMVZwKk67y7C7ZV2vT+QkzoKO+6odOcuww0mOXDjkiRSQ4CHgjf37xuT0PEISr24Pvw1GkR8c6IXhcosY5aonTqXiawyr6lC9TwOdhSBHrWFqPzyLV0v2fqau2YTlxEj6H+pmkf++voqFYQFS66Bl3gFNWHb/iLiuTVwGLLYFAwi/yNqKtdZPgYOtPxxgU+qs1GiAdQLOhGTmU0I3JNtSmoAy44bF8hqiiHUpwTZ+2UrD193zxTa0CegtDVIf46bW2ZKJTHPrFggaB6//wD0nL7CJ29RjvUcsetWNh1c5jw2GPTqG4Veyb6gpFcwndg==',
};

const refuses = (check: () => void, why: RegExp) =>
  assert.throws(check, (error) => error instanceof SignatureError && why.test(error.message));

test('the key in the repository is the one of the project', async () => {
  const key = readSigningKey(await readFile(join(import.meta.dirname, 'signing-key.asc')));
  assert.equal(key.fingerprint, 'ac0cbbe6848d6a873464af4e57cf65933b5a7581');
  assert.equal(key.sizeBytes, 512);
});

test('what GnuPG signs is accepted, and no other data', () => {
  const key = readSigningKey(Buffer.from(byGnupg.key, 'base64'));
  assert.equal(key.fingerprint, '93aa634bcb892022915c18c274f33f4c7a531d9a');
  const signature = Buffer.from(byGnupg.signature, 'base64');
  checkSignature(data, signature, key, now);
  refuses(() => checkSignature(Buffer.from('aaab  yt-dlp\n'), signature, key, now), /not match/);
  const armored = `-----BEGIN PGP SIGNATURE-----\n\n${byGnupg.signature.replace(/.{64}/g, '$&\n')}\n=AAAA\n-----END PGP SIGNATURE-----\n`;
  checkSignature(data, Buffer.from(armored), key, now);
});

test('another key, a changed date and an expired signature are refused', () => {
  const signer = makeSigner();
  const key = readSigningKey(signer.publicKey);
  checkSignature(data, signer.sign(data), key, now);
  refuses(() => checkSignature(data, makeSigner().sign(data), key, now), /another key/);

  const changed = signer.sign(data);
  // Changes the second byte of the signature's date.
  changed[36] = (changed[36] ?? 0) ^ 1;
  refuses(() => checkSignature(data, changed, key, now), /not match/);

  const day = 86_400;
  refuses(
    () => checkSignature(data, signer.sign(data, { expiresSeconds: day }), key, now),
    /expired/,
  );
  checkSignature(data, signer.sign(data, { expiresSeconds: 400 * day }), key, now);
  refuses(
    () => checkSignature(data, signer.sign(data, { critical: true }), key, now),
    /not understood/,
  );
});

test('one good signature among several is enough', () => {
  const signer = makeSigner();
  const both = Buffer.concat([makeSigner().sign(data), signer.sign(data)]);
  checkSignature(data, both, readSigningKey(signer.publicKey), now);
});

test('what is no signature is refused at every length, and never with another error', () => {
  const signer = makeSigner();
  const key = readSigningKey(signer.publicKey);
  const whole = signer.sign(data);

  refuses(() => checkSignature(data, Buffer.alloc(0), key, now), /no signature/);
  refuses(() => checkSignature(data, Buffer.from('<html>'), key, now), /no OpenPGP file/);

  for (let length = 1; length < whole.length; length++)
    refuses(() => checkSignature(data, whole.subarray(0, length), key, now), /./);

  for (let index = 0; index < whole.length; index++) {
    const damaged = Buffer.from(whole);
    damaged[index] = (damaged[index] ?? 0) ^ 0x55;

    try {
      checkSignature(data, damaged, key, now);
      // Only unsigned bytes may be changed: the left 16 bits of the hash, and the length of the unsigned subpackets.
      assert.ok(index > whole.length - 264, `byte ${index}`);
    } catch (error) {
      assert.ok(error instanceof SignatureError, `byte ${index}: ${error}`);
    }
  }
});
