import assert from 'node:assert/strict';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseStorageKey, storageKey } from './storage-key.ts';

const nasty = fc.constantFrom(
  '..',
  '.',
  '',
  '/',
  '\\',
  '\0',
  '%2e',
  ' ',
  'a/../b',
  '.hidden',
  'ü',
  '~',
);
const plain = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._-]{0,30}$/);
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(nasty, plain), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/')),
);

test('a key that is accepted stays inside the folder, as it is written', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const key = parseStorageKey(text);
      if (key === null) return;
      assert.match(key, /^[A-Za-z0-9._/-]+$/);
      assert.equal(join('/root', key), `/root${sep}${text}`);
      assert.ok(text.split('/').every((segment) => segment !== '' && !segment.startsWith('.')));
    }),
    { numRuns: 2_000 },
  );
});

test('plain segments make a key that reads back', () => {
  fc.assert(
    fc.property(fc.array(plain, { minLength: 1, maxLength: 8 }), (segments) => {
      assert.equal(parseStorageKey(storageKey(...segments)), segments.join('/'));
    }),
  );
});

test('one bad segment is enough to be refused', () => {
  fc.assert(
    fc.property(fc.array(plain), nasty, fc.array(plain), (before, bad, after) => {
      assert.throws(() => storageKey(...before, bad, ...after));
      assert.equal(parseStorageKey([...before, bad, ...after].join('/')), null);
    }),
  );
});

test('no segment may smuggle in another, and length is bounded', () => {
  assert.throws(() => storageKey('a/b'));
  assert.throws(() => storageKey());
  assert.throws(() => storageKey('a'.repeat(201)));
  assert.throws(() => storageKey(...Array.from({ length: 9 }, () => 'a'.repeat(100))));
});
