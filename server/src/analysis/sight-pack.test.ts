/** Packs of stretches: what goes in comes out, packs of parts join, and scanning finds what is alike. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DescribedStretch, SightPack, sightLength, sightPackOf } from './sight-pack.ts';
import { likeness } from './vectors.ts';

const vectorOf = (seed: number): Int8Array =>
  Int8Array.from({ length: sightLength }, (_, index) =>
    Math.round(100 * Math.sin(seed * 7.3 + index * (seed + 1.7))),
  );

const stretchAt = (start: number): DescribedStretch => ({
  start,
  end: start + 3.4,
  timestamp: start + 1.25,
  vector: vectorOf(start),
});

test('the packs of two parts, one after the other, are the pack of both', () => {
  const first = [stretchAt(0), stretchAt(3.4)];
  const second = [stretchAt(14_400.02)];
  const pack = new SightPack(Buffer.concat([sightPackOf(first), sightPackOf(second)]), sightLength);

  assert.equal(pack.count, 3);
  for (const [index, { vector, ...stretch }] of [...first, ...second].entries()) {
    assert.deepEqual(pack.stretch(index), {
      start: stretch.start,
      end: Math.round(stretch.end * 100) / 100,
      timestamp: stretch.timestamp,
    });
    assert.deepEqual(pack.vector(index), vector);
  }
});

test('a scan tells the stretches that are alike enough, as exactly as their vectors say', () => {
  const stretches = [0, 1, 2, 3, 4, 5].map(stretchAt);
  const pack = new SightPack(sightPackOf(stretches), sightLength);
  const query = vectorOf(2);
  const told = new Map<number, number>();
  pack.scan(query, 0.05, (index, alike) => told.set(index, alike));

  for (const [index, { vector }] of stretches.entries()) {
    const exact = likeness(query, vector);
    assert.equal(told.has(index), exact >= 0.05);
    if (told.has(index)) assert.ok(Math.abs((told.get(index) as number) - exact) < 1e-6);
  }
  assert.ok(Math.abs((told.get(2) as number) - 1) < 1e-6);
});

test('a vector of zeros is like nothing', () => {
  const pack = new SightPack(sightPackOf([stretchAt(1)]), sightLength);
  pack.scan(new Int8Array(sightLength), 0.01, () => assert.fail('something is like nothing'));
});

test('vectors of another length, for a search by words, are packed as exactly', () => {
  const vectors = [3, 4].map((seed) =>
    Int8Array.from({ length: 512 }, (_, index) => Math.round(90 * Math.sin(seed + index * seed))),
  );
  const stretches = vectors.map((vector, index) => ({ ...stretchAt(index * 5), vector }));
  const pack = new SightPack(sightPackOf(stretches), 512);

  assert.equal(pack.count, 2);
  assert.deepEqual(pack.vector(1), vectors[1]);
  assert.deepEqual(pack.stretch(1).start, 5);
  const alike: number[] = [];
  pack.scan(vectors[1] as Int8Array, 0.9, (index) => alike.push(index));
  assert.deepEqual(alike, [1]);
});
