/** How names are said that a dictionary has, has in parts, or has never seen. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { pronunciations, readDictionary } from './pronunciation.ts';

const lines = `
and AH N D
book B UH K
burger B ER G ER
coca K OW K AH
coca-cola K OW K AH K OW L AA
cola K OW L AH
eleven IH L EH V AH N
face F EY S
king K IH NG
levi L IY V AY
nike N AY K IY
seven S EH V AH N
tesla T EH S L AH
tesla(2) T EH Z L AH
three TH R IY
two T UW
`;

const dir = await mkdtemp(join(tmpdir(), 'reelsight-dict-'));
await writeFile(join(dir, 'words.dict'), lines.trimStart());
const dictionary = await readDictionary(join(dir, 'words.dict'));
await rm(dir, { recursive: true });

const cases: readonly (readonly [string, ...string[]])[] = [
  ['Nike', 'N AY K IY'],
  ['Tesla', 'T EH S L AH', 'T EH Z L AH'],
  // The dictionary's own way, and that of its parts.
  ['Coca-Cola', 'K OW K AH K OW L AA', 'K OW K AH K OW L AH'],
  ['coca cola', 'K OW K AH K OW L AA', 'K OW K AH K OW L AH'],
  ['Burger King', 'B ER G ER K IH NG'],
  ['Facebook', 'F EY S B UH K'],
  ["Levi's", 'L IY V AY Z'],
  ['BMW', 'B IY EH M D AH B AH L Y UW'],
  ['H&M', 'EY CH AH N D EH M'],
  ['7-Eleven', 'S EH V AH N IH L EH V AH N'],
  ['32', 'TH R IY T UW'],
  // By the rules of spelling.
  ['Netflix', 'N EH T F L IH K S'],
  ['Zalando', 'Z AA L AA N D OW'],
  ['Nestlé', 'N EH S T L EY'],
  ['Knox', 'N AA K S'],
  ['Philips', 'F IH L IH P S'],
  ['Whirlpool', 'W ER L P UW L'],
];

suite('pronunciations', () => {
  for (const [name, ...wanted] of cases) {
    test(name, () => {
      const found = pronunciations(name, dictionary);
      for (const sounds of wanted)
        assert.ok(found.includes(sounds), `${sounds} is not in ${found.join(' | ')}`);
      assert.ok(found.length <= 6 && new Set(found).size === found.length);
      assert.ok(
        found.every((sounds) => /^[A-Z]+(?: [A-Z]+)*$/.test(sounds)),
        found.join('|'),
      );
    });
  }

  test('none for names that hold nothing to say', () => {
    for (const name of ['小米', '!!!', '', '™'])
      assert.deepEqual(pronunciations(name, dictionary), []);
  });
});
