/** Tests which characters of a text its key keeps, and which misreadings count as the same name. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  identityOf,
  keyOf,
  keyText,
  lengthInLetters,
  likeness,
  shapeDistance,
  tolerance,
} from './name-key.ts';

describe('keys', () => {
  test('keep letters and digits of any script, folded', () => {
    assert.equal(keyOf('Coca-Cola®'), 'cocacola');
    assert.equal(keyOf('Nestlé & Söhne'), 'nestlesohne');
    assert.equal(keyOf('华为 P60'), '华为p60');
    assert.equal(keyOf('🍎'), '');
  });

  test('keep the marks that make another word, with the places of their letters', () => {
    assert.deepEqual(keyText('ब्रांड काली!').source, [0, 1, 2, 3, 4, 5, 7, 8, 9, 10]);
    assert.deepEqual(keyText('x ﾊﾞｽ e\u0301t').source, [0, 2, 4, 6, 8]);
    assert.equal(keyText('น้ำ ดี').key, keyOf('น้ำดี'));
    assert.notEqual(keyOf('काला'), keyOf('काली'));
  });

  test('know where words begin, also without spaces between them', () => {
    const wordsOf = (text: string) => {
      const { key, edges } = keyText(text);
      return edges.slice(1).map((end, i) => key.slice(edges[i], end));
    };
    assert.deepEqual(wordsOf('SALE50%OFF'), ['sale', '50', 'off']);
    assert.deepEqual(wordsOf("TheNike's shop"), ['the', 'nike', 's', 'shop']);
  });

  test('point back to the characters they come from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const { key, source, edges } = keyText(text);
        const length = Array.from(text).length;
        assert.equal(source.length, key.length);
        assert.ok(source.every((at, i) => at < length && at >= (source[i - 1] ?? 0)));
        assert.deepEqual([edges[0], edges.at(-1)], [0, key.length]);
        assert.equal(keyOf(key), key);
      }),
    );
  });
});

describe('distance of shapes', () => {
  for (const [seen, wanted, most] of [
    ['s0ny', 'sony', 0.35],
    ['rnicrosoft', 'microsoft', 0.35],
    ['adldas', 'adidas', 0.35],
    ['heinekon', 'heineken', 1],
  ] as const) {
    test(`${seen} is close to ${wanted}`, () => {
      assert.ok(shapeDistance(seen, wanted, 2) <= most);
    });
  }

  test('grows with every wrong letter and gives up above its limit', () => {
    assert.equal(shapeDistance('bike', 'nike', 2), 1);
    assert.equal(shapeDistance('samsung', 'panasonic', 2), Number.POSITIVE_INFINITY);
  });

  test('is 0 for equal keys only, and never more than the longer one', () => {
    const key = fc.stringMatching(/^[a-z0-9]{1,14}$/);
    fc.assert(
      fc.property(key, key, (a, b) => {
        const distance = shapeDistance(a, b, 100);
        assert.equal(distance === 0, a === b);
        assert.ok(distance <= Math.max(a.length, b.length));
      }),
    );
  });

  test('short names bear no wrong letter', () => {
    assert.equal(tolerance(3), 0);
    assert.ok(tolerance(5) < 1);
    assert.ok(tolerance(9) < 2);
    assert.equal(tolerance(lengthInLetters(keyOf('दिल्ली'))), 0, 'three letters with their marks');
  });
});

describe('likeness', () => {
  test('is 1 for names that differ in case, accents and marks, 0 for nothing in common', () => {
    assert.equal(likeness('Coca-Cola', 'COCA COLA'), 1);
    assert.equal(likeness('Nike', 'Nestlé') < 0.5, true);
    assert.equal(likeness('abc', 'xyz'), 0);
    assert.equal(likeness('🍎', '🍎'), 0, 'there is nothing to compare');
  });

  test('grows with what is shared, and is the same from both sides', () => {
    const key = fc.stringMatching(/^[a-z0-9]{1,12}$/);
    fc.assert(
      fc.property(key, key, (a, b) => {
        const close = likeness(a, b);
        assert.ok(close >= 0 && close <= 1);
        assert.ok(Math.abs(close - likeness(b, a)) < 1e-9);
      }),
    );
    assert.ok(likeness('microsoft', 'rnicrosoft') > likeness('microsoft', 'microwave'));
  });

  test('a name without letters is itself', () => {
    assert.equal(identityOf(' 🍎 '), '🍎');
    assert.equal(identityOf('Café'), identityOf('CAFE'));
  });

  test('names are one by the letters that are looked for in texts', () => {
    const names = [
      'Coca-Cola',
      'COCA COLA',
      'Ｃｏｃａ\u200dCola™',
      'ﬁlm',
      'İstanbul',
      'ß',
      '삼성',
      '½',
    ];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...names), fc.string({ unit: 'grapheme' })), (name) => {
        assert.equal(keyOf(name), keyText(name).key);
      }),
    );
    assert.equal(new Set(names.slice(0, 3).map(identityOf)).size, 1);

    assert.notEqual(identityOf('ナイキ'), identityOf('أديداس'));
  });
});

test('two letters that run together are a confusable shape on either side', () => {
  for (const [a, b] of [
    ['cornputer', 'computer'],
    ['savvy', 'sawy'],
    ['clell', 'dell'],
  ] as const) {
    assert.ok(Math.abs(shapeDistance(a, b, 2) - 0.35) < 1e-9, a);
    assert.ok(Math.abs(shapeDistance(b, a, 2) - 0.35) < 1e-9, b);
  }
});
