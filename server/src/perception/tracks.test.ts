/** Joins sightings into tracks: no sighting is lost, and no track crosses a cut. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { linkTracks, placeCost, spanOf } from './tracks.ts';

const shots = [
  { start: 0, end: 3.2 },
  { start: 3.2, end: 10 },
];
const frames = Array.from({ length: 10 }, (_, i) => ({
  timestamp: i,
  image: i,
  shot: i < 3.2 ? 0 : 1,
}));
const pass = { frames, shots, fps: 1 };
const box = (x: number) => ({ x, y: 0.1, width: 0.1, height: 0.05 });
const at = (sample: number, x: number) => ({ sample, box: box(x) });
const rules = {
  maxMissing: 1,
  cost: (a: { box: ReturnType<typeof box> }, b: { box: ReturnType<typeof box> }) =>
    placeCost(a.box, b.box, 4),
};

describe('linking', () => {
  const samplesOf = (sightings: { sample: number; box: ReturnType<typeof box> }[]) =>
    linkTracks(sightings, { frames }, rules).map((track) => track.sightings.map((s) => s.sample));

  test('follows what moves and bridges one missing sample', () => {
    assert.deepEqual(samplesOf([at(4, 0.1), at(5, 0.3), at(7, 0.6)]), [[4, 5, 7]]);
  });

  test('ends after two missing samples and at a cut', () => {
    assert.deepEqual(samplesOf([at(4, 0.1), at(7, 0.1)]), [[4], [7]]);
    assert.deepEqual(samplesOf([at(2, 0.1), at(3, 0.1), at(4, 0.1)]), [[2, 3], [4]]);
  });

  test('ends at a cut of the tile it lies in, and goes on in the others', () => {
    const part = { x: 0.5, y: 0, width: 0.5, height: 1 };
    const scenes = [
      { start: 0, end: 5.5 },
      { start: 5.5, end: 10, transition: 'part_cut' as const, part },
    ];
    const sightings = [4, 5, 6, 7].flatMap((sample) => [at(sample, 0.1), at(sample, 0.7)]);
    const tracks = linkTracks(sightings, { frames, scenes }, rules);

    assert.deepEqual(
      tracks.map((track) => track.sightings.map(({ sample, box: { x } }) => [sample, x])),
      [
        [4, 5, 6, 7].map((sample) => [sample, 0.1]),
        [4, 5].map((sample) => [sample, 0.7]),
        [6, 7].map((sample) => [sample, 0.7]),
      ],
    );
  });

  test('looks only at the cuts between two sightings, however many a video has', () => {
    const count = 200;
    let looks = 0;
    const tile = {
      get x() {
        looks += 1;
        return 0.5;
      },
      y: 0,
      width: 0.1,
      height: 0.1,
    };
    const manyFrames = Array.from({ length: count }, (_, i) => ({
      timestamp: i,
      image: i,
      shot: 0,
    }));
    const scenes = manyFrames.map(({ timestamp }) => ({
      start: timestamp,
      end: timestamp + 1,
      transition: 'part_cut' as const,
      part: tile,
    }));
    const sightings = manyFrames.map((_, sample) => at(sample, 0.1));
    const tracks = linkTracks(sightings, { frames: manyFrames, scenes }, rules);

    assert.equal(tracks.length, 1);
    assert.ok(looks < 2 * count, `${looks} looks`);
  });

  test('keeps two in one picture apart', () => {
    const tracks = linkTracks(
      [at(4, 0.1), at(4, 0.8), at(5, 0.82), at(5, 0.12)],
      { frames },
      rules,
    );
    assert.deepEqual(
      tracks.map((track) => track.sightings.map((s) => s.box.x)),
      [
        [0.1, 0.12],
        [0.8, 0.82],
      ],
    );
  });

  test('puts every sighting into exactly one track, in order, within a shot', () => {
    const sighting = fc.record({
      sample: fc.nat(9),
      x: fc.double({ min: 0, max: 0.9, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(sighting, { maxLength: 40 }), (list) => {
        const sightings = list.map(({ sample, x }) => at(sample, x));
        const tracks = linkTracks(sightings, { frames }, rules);
        assert.deepEqual(new Set(tracks.flatMap((t) => t.sightings)), new Set(sightings));
        for (const { sightings: own, shot } of tracks) {
          assert.ok(own.every((s) => frames[s.sample]?.shot === shot));
          assert.ok(own.every((s, i) => i === 0 || s.sample > (own[i - 1]?.sample ?? 0)));
        }
      }),
    );
  });
});

test('a sample stands for half an interval to each side, cut at its shot', () => {
  assert.deepEqual(spanOf(1, pass), { start: 0.5, end: 1.5 });
  assert.deepEqual(spanOf(3, pass), { start: 2.5, end: 3.2 });
  assert.deepEqual(spanOf(0, pass), { start: 0, end: 0.5 });
});
