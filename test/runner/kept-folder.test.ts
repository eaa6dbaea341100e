/** Folders that test runs keep for later runs: they are copied completely or made again, whatever happened to them. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { copyKept, keepFolder } from '../../server/testing/kept-folder.ts';
import { temporaryDir } from '../../server/testing/media/test-media.ts';

const name = { kind: 'letters', fingerprint: 'first' };

describe('a folder that is kept', () => {
  let cache: string;
  let made: string;
  let copy: string;

  beforeEach(() => {
    cache = temporaryDir();
    made = join(temporaryDir(), 'made');
    copy = join(temporaryDir(), 'copy');
    mkdirSync(join(made, 'inside'), { recursive: true });
    writeFileSync(join(made, 'inside', 'a.txt'), 'a letter');
    writeFileSync(join(made, 'empty'), '');
  });

  test('is copied, and only under its own name', () => {
    assert.equal(copyKept(name, copy, cache), false);
    keepFolder(name, made, cache);
    assert.equal(copyKept({ ...name, fingerprint: 'second' }, copy, cache), false);
    assert.equal(copyKept(name, copy, cache), true);
    assert.equal(readFileSync(join(copy, 'inside', 'a.txt'), 'utf8'), 'a letter');
    assert.deepEqual(readdirSync(copy).sort(), ['empty', 'inside']);
  });

  for (const [what, damage] of [
    ['is cut short', (file: string) => truncateSync(file, 3)],
    ['is gone', (file: string) => rmSync(file)],
  ] as const) {
    test(`is not used once a file of it ${what}, and is kept anew`, () => {
      keepFolder(name, made, cache);
      damage(join(cache, 'letters-first', 'files', 'inside', 'a.txt'));
      assert.equal(copyKept(name, copy, cache), false);
      assert.equal(existsSync(copy), false);
      keepFolder(name, made, cache);
      assert.equal(copyKept(name, copy, cache), true);
    });
  }

  test('is left alone by a run that was slower, of which nothing stays', () => {
    keepFolder(name, made, cache);
    keepFolder(name, made, cache);
    assert.deepEqual(readdirSync(cache), ['letters-first']);
    assert.equal(copyKept(name, copy, cache), true);
  });

  test('is no failure where nothing can be kept', () => {
    const file = join(cache, 'file');
    writeFileSync(file, '');
    keepFolder(name, made, file);
    assert.equal(copyKept(name, copy, file), false);
    assert.equal(existsSync(copy), false);
  });

  test('takes along what a run that was ended left unfinished', () => {
    for (const [folder, year] of [
      ['unfinished-letters-1', 2020],
      ['unfinished-letters-2', new Date().getFullYear() + 1],
    ] as const) {
      mkdirSync(join(cache, folder));
      utimesSync(join(cache, folder), new Date(year, 0), new Date(year, 0));
    }

    keepFolder(name, made, cache);
    assert.deepEqual(readdirSync(cache).sort(), ['letters-first', 'unfinished-letters-2']);
  });

  test('goes once three others of its kind were used later', () => {
    for (const [index, fingerprint] of ['first', 'second', 'third', 'fourth'].entries()) {
      keepFolder({ ...name, fingerprint }, made, cache);
      const used = new Date(2020, 0, index + 1);
      if (fingerprint !== 'fourth') utimesSync(join(cache, `letters-${fingerprint}`), used, used);
    }
    assert.deepEqual(readdirSync(cache).sort(), [
      'letters-fourth',
      'letters-second',
      'letters-third',
    ]);
  });
});
