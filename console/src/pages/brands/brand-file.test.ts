import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LibraryBrand } from '@reelsight/contract';
import { brandFile, matchedEntries, readBrandFile } from './brand-file.ts';

const brand = (name: string, rest: Partial<LibraryBrand> = {}): LibraryBrand => ({
  brand_id: `id of ${name}`,
  name,
  aliases: [],
  support: [],
  unless: [],
  exclude: false,
  logos: [],
  updated_at: '2026-01-01T00:00:00.000Z',
  ...rest,
});
const library = [
  brand('Globex', { aliases: ['Globex Corporation'] }),
  brand('Summit', { support: ['boots'], unless: ['meeting'] }),
  brand('Notion', { exclude: true }),
];

test('what is exported reads back as it was', () => {
  assert.deepEqual(readBrandFile(brandFile(library)), [
    { name: 'Globex', aliases: ['Globex Corporation'] },
    { name: 'Summit', support: ['boots'], unless: ['meeting'] },
    { name: 'Notion', exclude: true },
  ]);
});

test('a name the library has is replaced, however it is spelled', () => {
  const matched = matchedEntries([{ name: 'GLO-BEX' }, { name: 'New' }], library);
  assert.deepEqual(
    matched.map(({ replaces }) => replaces),
    ['id of Globex', null],
  );
});

test('a file that is something else is refused with the place in it', () => {
  const wrong: [string, RegExp][] = [
    ['{', /not JSON/],
    ['[]', /must be a JSON object/],
    ['{}', /neither/],
    ['{"brands": {}}', /^Error: brands must be a list/],
    ['{"brands": [{"name": 5}]}', /brands\.0\.name must be a text/],
    ['{"brands": [{"name": "A", "aliases": [1]}]}', /brands\.0\.aliases\.0 must be a text/],
    ['{"exclude": [null]}', /exclude\.0 must be a text/],
  ];
  for (const [text, message] of wrong) assert.throws(() => readBrandFile(text), message, text);
});
