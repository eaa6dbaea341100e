/** Tests which spellings count as the same name, and which are different words. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formerIdentityOf, formerIdentityStart } from './former-name-identity.ts';
import { fold, identityOf, identityStart, keyOf } from './name-identity.ts';

/** Pairs of different words. They are written as escapes if their letters look the same. */
const differentWords: Readonly<Record<string, readonly [string, string]>> = {
  'Thai vowels': ['กิน', 'กัน'],
  'Thai tones': ['ใกล้', 'ใกล'],
  'Thai vowels above and below': ['ดี', 'ดู'],
  'Lao vowels': ['ດີ', 'ດູ'],
  'Khmer vowels': ['កី', 'កូ'],
  'Burmese vowels': ['ကို', 'ကူ'],
  'Burmese with and without asat': ['ကန်', 'ကန'],
  'Devanagari vowel signs': ['काला', 'कली'],
  'Devanagari with and without nukta': ['ज़ी', 'जी'],
  'Devanagari with and without virama': ['सत्य', 'सतय'],
  'Devanagari with and without anusvara': ['रंग', 'रग'],
  'Bengali vowel signs': ['কলা', 'কলি'],
  'Tamil vowel signs': ['கடி', 'கடு'],
  'Telugu vowel signs': ['పాలు', 'పూలు'],
  'Gurmukhi vowel signs': ['ਦਿਨ', 'ਦੀਨ'],
  'Sinhala vowel signs': ['කල', 'කලි'],
  'Tibetan vowel signs': ['མི', 'མུ'],
  'dakuten that stands apart': ['ハ\u3099ス', 'ハス'],
  'handakuten that stands apart': ['ハ\u309aン', 'ハ\u3099ン'],
  'half-width dakuten': ['ﾊﾞｽ', 'ﾊｽ'],
  'dakuten that has no composed letter': ['ア\u3099', 'ア'],
  'Thaana vowels': ['ދި', 'ދު'],
  'an Arabic letter with hamza or madda': ['آب', 'اب'],
};

const sameNames: Readonly<Record<string, readonly string[]>> = {
  'accents of Latin letters': ['Nestlé', 'NESTLE', 'Nestle\u0301'],
  'tones of Vietnamese': ['Việt Nam', 'Viet Nam'],
  'accents of Greek letters, and the sigma at the end': ['Κωτσόβολος', 'ΚΩΤΣΟΒΟΛΟΣ'],
  'accents of Cyrillic letters': ['Алёнка', 'Аленка'],
  'Hebrew points': ['שָׁלוֹם', 'שלום', '\ufb2aלום'],
  'Arabic harakat and tatweel': ['كِتَاب', 'كتاب', 'كتـــاب', 'كت\u064eـاب'],
  'voiced kana': ['バス', 'ハ\u3099ス', 'ﾊﾞｽ', 'ハ゛ス'],
  'half-voiced kana': ['パン', 'ハ\u309aン', 'ﾊﾟﾝ', 'ハ゜ン'],
  'composed and decomposed Hangul': ['한국', '한국'.normalize('NFD')],
  'composed and decomposed nukta': ['क़लम', 'क\u093cलम'],
  'Bengali vowels of two parts': ['কো', 'ক\u09c7\u09be'],
  'Thai am, whole, in parts and with its tone in the middle': [
    'น้ำ',
    'น\u0e49\u0e4d\u0e32',
    'น\u0e4d\u0e49\u0e32',
  ],
  'joiners that nobody sees': ['क्ष', 'क्\u200dष', 'क्\u200cष'],
  'a mark after a joiner': ['ব্য', 'ব\u200c্য'],
  'an Arabic hamza that stands apart': ['أحمد', 'ا\u0654حمد'],
  'width and punctuation': ['Coca-Cola®', 'ＣＯＣＡ　ＣＯＬＡ'],
  'accents on digits, as in sale signs': ['7\u0301up', '7up'],
};

describe('Different words are different names:', () => {
  for (const [what, [one, other]] of Object.entries(differentWords))
    test(what, () => assert.notEqual(identityOf(one), identityOf(other)));

  test('most of them were one before', () => {
    const together = Object.values(differentWords).filter(
      ([one, other]) => formerIdentityOf(one) === formerIdentityOf(other),
    );
    assert.ok(together.length >= 15, `${together.length}`);
  });
});

describe('One name:', () => {
  for (const [what, spellings] of Object.entries(sameNames))
    test(what, () => assert.equal(new Set(spellings.map(identityOf)).size, 1));
});

/** Whether folding may change the character. Only such characters are tested, because there are a million others. */
const changes = (character: string): boolean =>
  /\p{M}/u.test(character) ||
  character.normalize('NFKD') !== character ||
  character.toLowerCase() !== character;

test('a key is its own key, of each character that is written in several ways', () => {
  for (let code = 0; code <= 0x10ffff; code += 1) {
    if (code >= 0xd800 && code <= 0xdfff) continue;

    const character = String.fromCodePoint(code);
    if (/\p{Script=Hangul}/u.test(character) || !changes(character)) continue;

    for (const text of [character, `ก${character}`]) {
      const key = keyOf(text);
      if (keyOf(key) !== key) assert.fail(`U+${code.toString(16)}: ${key}`);
    }
  }
});

test('names without a letter are what they are', () => {
  assert.deepEqual([keyOf('🍎'), keyOf('❤️'), identityOf(' 🍎 ')], ['', '', '🍎']);
  assert.equal(keyOf('1️⃣'), '1');
});

test('words of a text are folded as names are', () => {
  assert.equal(fold('Ünïcode — ﾊﾞｽ ดี कि'), 'unicode — バス ดี कि');
});

test('a million marks on a letter take no longer than they are many', () => {
  const startMs = performance.now();
  assert.equal(keyOf(`a${'\u0301'.repeat(1e6)}`), 'a');
  assert.equal(keyOf('\u200d'.repeat(1e6)), '');
  assert.ok(performance.now() - startMs < 5000);
});

test('the start of an identity is what the whole begins with, and costs only as much as it is long', () => {
  const names = [
    'Nike',
    '🍎 ',
    '',
    `${'& . '.repeat(80)}Dolce & Gabbana`,
    'é'.repeat(300),
    'कि'.repeat(300),
    'ﷺ'.repeat(400),
    '𝒜'.repeat(400),
    `a${'\u0301'.repeat(500)}b`.repeat(3),
  ];
  for (const name of names)
    for (const length of [1, 7, 200]) {
      assert.equal(identityStart(name, length), identityOf(name).slice(0, length));
      assert.equal(formerIdentityStart(name, length), formerIdentityOf(name).slice(0, length));
    }

  const { user: before } = process.cpuUsage();
  for (let count = 0; count < 500; count += 1) {
    identityStart(`${count}${'ﷺ'.repeat(990)}`, 200);
    formerIdentityStart(`${count}${'ﷺ'.repeat(990)}`, 200);
  }
  const ms = (process.cpuUsage().user - before) / 1000;
  assert.ok(ms < 300, `${ms} ms`);
});
