/** The lexicon: which names are curated, gathered and left out, and how an operator's own file changes it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Lexicon } from './brand-lexicon.ts';
import { loadLexicon } from './brand-names.ts';

let own: Lexicon;
let folder: string;
before(async () => {
  own = await loadLexicon({ operatorFile: null });
  folder = await mkdtemp(path.join(tmpdir(), 'reelsight-lexicon-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const named = ({ brands }: Lexicon, name: string) => brands.find((brand) => brand.name === name);
const kindOf = (lexicon: Lexicon, name: string) => named(lexicon, name)?.forms[0]?.kind;

describe('the lexicon', () => {
  test('holds kept and gathered names, each key once', () => {
    assert.ok(own.brands.length > 9000);
    for (const name of ['Pepsi', 'Microsoft', 'Samsung', 'Spotify', 'Heineken']) {
      assert.ok(named(own, name), name);
    }
    const keys = own.brands.map(({ forms }) => forms[0]?.key);
    assert.equal(new Set(keys).size, keys.length);
  });

  test('writes each name as its owner does', () => {
    for (const name of ['IKEA', 'LEGO', 'UNIQLO', 'easyJet', 'H&M', 'Häagen-Dazs', 'Pokémon']) {
      assert.ok(named(own, name), name);
    }
  });

  test('has brands of all continents and trades', () => {
    const names = [
      ['Arla', 'Barilla', 'Indomie', 'Havaianas', 'Bauducco', 'Dangote'],
      ['Toyota', 'Hyundai', 'VinFast', 'Mahindra'],
      ['Itaú', 'OCBC', 'Iberdrola', 'Safaricom', 'Telstra', 'Nubank'],
      ['Yomiuri', '無印良品', 'Сбербанк', '올리브영'],
    ].flat();
    assert.deepEqual(
      names.filter((name) => !named(own, name)),
      [],
    );
  });

  test('knows everyday words, rarer words and short names', () => {
    for (const name of ['Apple', 'Target', 'Shell', 'Gap', 'Orange']) {
      assert.equal(kindOf(own, name), 'everyday', name);
    }
    assert.equal(kindOf(own, 'Dove'), 'word');
    assert.equal(kindOf(own, 'Google'), 'unique');
    assert.equal(kindOf(own, 'BMW'), 'short');
  });

  test('leaves out formats, languages and gathered everyday words', () => {
    for (const name of ['JSON', 'Python', 'Dash', 'Square', 'Ghost']) {
      assert.equal(named(own, name), undefined, name);
    }
  });
});

describe('an operator’s file', () => {
  const load = async (content: unknown) => {
    const file = path.join(folder, 'brands.json');
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
    return loadLexicon({ operatorFile: file });
  };

  test('adds, replaces and excludes', async () => {
    const lexicon = await load({
      brands: [
        { name: 'Globex', aliases: ['Globex Corporation'] },
        { name: 'Apple', everyday: false },
      ],
      exclude: ['Pepsi'],
    });
    assert.equal(named(lexicon, 'Globex')?.forms.length, 2);
    assert.equal(kindOf(lexicon, 'Apple'), 'unique');
    assert.equal(named(lexicon, 'Pepsi'), undefined);

    assert.ok(named(lexicon, 'Samsung'));
  });

  for (const [what, content] of [
    ['no JSON', '{'],
    ['another form', { brands: [{ title: 'Globex' }] }],
    ['an unknown field', { brands: [{ name: 'Globex', alias: ['x'] }] }],
    ['an empty name', { brands: [{ name: '' }] }],
  ] as const) {
    test(`with ${what} is refused, its path in the reason`, async () => {
      await assert.rejects(load(content), /brands\.json/);
    });
  }

  test('that is not there is refused', async () => {
    await assert.rejects(
      loadLexicon({ operatorFile: path.join(folder, 'none.json') }),
      /none\.json/,
    );
  });
});
