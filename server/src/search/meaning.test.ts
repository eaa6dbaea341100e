/** Tests the parts of search by meaning: compact vectors, stretches, packs, and the minimum likeness for a model. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { bitsApart, likeness, quantised, signatureOf } from '../analysis/vectors.ts';
import type { StoredPassage } from '../db/search/meaning.ts';
import { meaningExamples, tellApart } from './meaning-examples.ts';
import { Pack, type PackedStretch, type PackFilter, packOf } from './meaning-pack.ts';
import { mostStretches, stretchesOf } from './meaning-stretches.ts';

const vectors = (length: number) =>
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: length, maxLength: length });

const cosine = (a: readonly number[], b: readonly number[]): number => {
  const dot = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, one, at) => sum + one * (y[at] as number), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe('vectors', () => {
  test('a byte a dimension keeps likeness to a hundredth', () => {
    fc.assert(
      fc.property(vectors(96), vectors(96), (a, b) => {
        fc.pre(Math.hypot(...a) > 0.5 && Math.hypot(...b) > 0.5);
        const kept = likeness(quantised(Float32Array.from(a)), quantised(Float32Array.from(b)));
        assert.ok(Math.abs(kept - cosine(a, b)) < 0.01, `${kept} for ${cosine(a, b)}`);
      }),
    );
  });

  test('the distance of signatures is the number of dimensions of different sign', () => {
    fc.assert(
      fc.property(vectors(100), vectors(100), (a, b) => {
        const x = quantised(Float32Array.from(a));
        const y = quantised(Float32Array.from(b));
        const p = signatureOf(x);
        const q = signatureOf(y);
        const differ = [...x].filter((one, index) => one > 0 !== (y[index] as number) > 0).length;
        const words = new Int32Array([7, ...q]);
        assert.equal(bitsApart(p, words, 1), differ);
      }),
    );
  });

  test('vectors of different lengths, or none, are not alike', () => {
    assert.equal(likeness(Int8Array.of(1, 2), Int8Array.of(1, 2, 3)), 0);
    assert.equal(likeness(Int8Array.of(0, 0), Int8Array.of(1, 2)), 0);
  });
});

let ids = 0;
const passage = (
  text: string,
  starts: number,
  more: Partial<StoredPassage> = {},
): StoredPassage => {
  ids += 1;
  return { id: ids, kind: 'speech', starts, ends: starts + 4, text, details: null, ...more };
};

describe('stretches', () => {
  const textsOf = (passages: readonly StoredPassage[]) =>
    stretchesOf(passages).map(({ text }) => text);

  test('sentences are joined up to half a minute, by one speaker, without long pauses', () => {
    const said = Array.from({ length: 10 }, (_, index) =>
      passage(`It is sentence ${index}.`, index * 5),
    );
    const lengths = stretchesOf(said).map(({ first, last }) => last - first + 1);
    assert.deepEqual(lengths, [6, 4]);

    const by = (speaker: number) => ({ details: { speaker } });
    assert.deepEqual(
      textsOf([
        passage('I come from Rome.', 0, by(1)),
        passage('And I do not.', 5, by(2)),
        passage('Really not at all.', 9, by(2)),
        passage('After a long pause.', 40, by(2)),
      ]),
      ['I come from Rome.', 'And I do not. Really not at all.', 'After a long pause.'],
    );
  });

  test('text of any script stays within what a small model reads', () => {
    const long = Array.from({ length: 12 }, (_, index) => passage('語'.repeat(90), index));
    for (const { text } of stretchesOf(long)) assert.ok([...text].length <= 190, text);
  });

  test('brands and short words mean nothing; an object counts once', () => {
    assert.deepEqual(
      textsOf([
        passage('Yes.', 0),
        passage('Nike', 3, { kind: 'brand' }),
        passage('dog', 4, { kind: 'object' }),
        passage('dog', 90, { kind: 'object' }),
        passage('Day 1', 0, { kind: 'title' }),
      ]),
      ['dog', 'Day 1'],
    );
  });

  test('a video without end has an end here', () => {
    const all = Array.from({ length: 3000 }, (_, index) =>
      passage(`It is number ${index}.`, index * 60),
    );
    assert.equal(stretchesOf(all).length, mostStretches);
  });
});

describe('packs', () => {
  const any: PackFilter = { kinds: null, speaker: null, passages: null };

  test('hold where each stretch is, and are searched by kind, speaker and passages', () => {
    const stretch = fc.record({
      kind: fc.constantFrom(
        'speech' as const,
        'text' as const,
        'object' as const,
        'title' as const,
      ),
      speaker: fc.integer({ min: 0, max: 70_000 }),
      first: fc.integer({ min: 1, max: 2 ** 45 }),
      more: fc.integer({ min: 0, max: 100 }),
      vector: vectors(70).map((one) => quantised(Float32Array.from(one))),
    });
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 1, maxLength: 20 }), (made) => {
        const all = made.map(({ more, ...one }): PackedStretch => {
          return { ...one, last: one.first + more, text: '' };
        });
        const pack = new Pack(Buffer.from(packOf(all)));
        assert.equal(pack.count, all.length);

        const signature = signatureOf(all[0]?.vector as Int8Array);
        const found = new Map<number, number>();
        pack.scan(signature, any, (place, apart) => found.set(place, apart));
        assert.equal(found.size, all.length);
        assert.equal(found.get(0), 0);

        for (const [index, { kind, first, last }] of all.entries())
          assert.deepEqual(pack.placed(index), { kind, first, last });

        const placesOf = (filter: Partial<PackFilter>) => {
          const places: number[] = [];
          pack.scan(signature, { ...any, ...filter }, (place) => places.push(place));
          return places;
        };
        const { speaker = 0, last = 0 } = all[0] ?? {};
        const those = (fits: (one: PackedStretch) => boolean) =>
          all.flatMap((one, index) => (fits(one) ? [index] : []));
        assert.deepEqual(
          placesOf({ kinds: ['text'] }),
          those(({ kind }) => kind === 'text'),
        );

        if (speaker > 0 && speaker <= 65_535)
          assert.deepEqual(
            placesOf({ speaker }),
            those((one) => one.speaker === speaker),
          );

        assert.deepEqual(
          placesOf({ passages: Float64Array.of(0, last) }),
          those((one) => one.first <= last && one.last >= last),
        );
      }),
    );
  });

  test('a signature of another length finds nothing', () => {
    const one: PackedStretch = {
      kind: 'speech',
      speaker: 1,
      first: 1,
      last: 2,
      text: '',
      vector: Int8Array.of(1, -1),
    };
    const found: number[] = [];

    new Pack(packOf([one])).scan(new Int32Array(3), any, (place) => found.push(place));
    assert.deepEqual(found, []);
  });
});

describe('the least likeness of a model', () => {
  test('stands between what belongs together and what does not', () => {
    const { least, tells } = tellApart({ related: [0.8, 0.9, 0.7], unrelated: [0.1, 0.5, 0.3] });
    assert.ok(Math.abs(least - 0.6) < 1e-9);
    assert.equal(tells, 1);
  });

  test('wrong results weigh more than missing ones', () => {
    const unrelated = Array.from({ length: 20 }, (_, index) => index / 100);
    const { least, tells } = tellApart({
      related: [0.1, 0.6, 0.7, 0.8],
      unrelated: [...unrelated, 0.15],
    });
    assert.ok(least > 0.19 && least < 0.6);
    assert.equal(tells, 0.75);
  });

  test('a model that finds all alike, or nothing, tells nothing', () => {
    for (const one of [0, 0.5, 1])
      assert.equal(tellApart({ related: [one, one], unrelated: [one, one, one] }).tells, 0);
  });

  test('no example has the words of its passage, apart from small ones', () => {
    const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    for (const [query, text] of meaningExamples)
      assert.deepEqual(
        wordsOf(query).filter((word) => wordsOf(text).includes(word)),
        [],
        query,
      );
  });
});
