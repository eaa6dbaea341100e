import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlacesKept } from './places-kept.ts';

const placesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name,
    confidence: 0.9 - index / 1000,
    box: { x: 0, y: index / count, width: 0.1, height: 0.01 },
  }));
const framesOf = (length: number) => ({ frames: { length } }) as { frames: never[] };
const countsIn = (keep: PlacesKept, places: ReturnType<typeof placesOf>) => {
  const byName = Map.groupBy(
    keep.of(places, ({ name }) => name),
    ({ name }) => name,
  );
  return Object.fromEntries([...byName].map(([name, group]) => [name, group.length]));
};

test('what an ordinary picture shows is kept whole', () => {
  const keep = new PlacesKept(framesOf(600));
  const places = [...placesOf('Nike', 30), ...placesOf('Sony', 25), ...placesOf('Visa', 1)];
  assert.deepEqual(countsIn(keep, places), { Nike: 30, Sony: 25, Visa: 1 });
  assert.equal(keep.isCut, false);
});

test('a name that fills the picture leaves room for others, the surest places first', () => {
  const keep = new PlacesKept(framesOf(600));
  const nike = placesOf('Nike', 126);
  assert.deepEqual(countsIn(keep, [...nike, ...placesOf('Visa', 2)]), { Nike: 30, Visa: 2 });
  assert.equal(keep.isCut, true);
  assert.deepEqual(
    keep.of(nike, ({ name }) => name),
    nike.slice(0, 30),
  );
});

test('a video of hours keeps fewer of each picture, of all names', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const places = names.flatMap((name) => placesOf(name, 40));
  const counts = countsIn(new PlacesKept(framesOf(20_000)), places);
  assert.deepEqual(Object.values(counts), [2, 2, 1, 1, 1, 1, 1, 1]);
  const least = countsIn(new PlacesKept(framesOf(1_000_000)), places);
  assert.equal(Object.keys(least).length, 6);
});
