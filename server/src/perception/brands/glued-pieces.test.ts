/**
 * Brand tracks across the borders of cells: which pieces belong together, and which sighting counts if two pieces share
 * a sample.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import type { MediaPass } from '../../media/media.ts';
import type { BrandPiece, Verdict } from '../artifacts.ts';
import { gluedPieces } from './glued-pieces.ts';
import { joinBrands } from './joined-brands.ts';

const count = 100;
const pass = {
  fps: 1,
  frames: Array.from({ length: count }, (_, i) => ({
    timestamp: i,
    image: i,
    shot: i < 80 ? 0 : 1,
  })),
  images: [],
  shots: [
    { start: 0, end: 80 },
    { start: 80, end: count },
  ],
} as unknown as MediaPass;

interface At {
  readonly cell: number;
  readonly from: number;
  readonly to: number;
  readonly x?: number;
  readonly name?: string;
  readonly sure?: number;
  readonly verdict?: Verdict;
}

function piece({ cell, from, to, x = 0.1, name = 'Nike', sure = 0.9, verdict = 'yes' }: At) {
  const box = { x, y: 0.1, width: 0.05, height: 0.02 };
  const sightings = Array.from({ length: to - from + 1 }, (_, i) => ({
    sample: from + i,
    box,
    name,
    confidence: sure,
    source: 'text' as const,
    seen: name,
  }));
  const shot = pass.frames[from]?.shot ?? 0;

  return { cell, shot, sightings, verdict } satisfies BrandPiece;
}

const spans = (pieces: readonly BrandPiece[]) =>
  gluedPieces(pieces, pass).map(({ sightings }) => [
    sightings[0]?.sample,
    sightings.at(-1)?.sample,
    sightings.length,
  ]);

const read = (...pieces: BrandPiece[]) => ({
  lines: [],
  pieces,
  degraded: false,
  failure: null,
  surfaces: { asked: 0, failed: 0 },
  engines: { text: null, logos: null },
});
const options = { surfaces: [], return_proof: true };

describe('pieces of one name', () => {
  test('are one track over a border, each sample once', () => {
    const a = piece({ cell: 0, from: 20, to: 36 });
    const b = piece({ cell: 1, from: 32, to: 63 });
    assert.deepEqual(spans([a, b]), [[20, 63, 44]]);
    const c = piece({ cell: 2, from: 65, to: 79 });
    assert.deepEqual(spans([a, b, c]), [[20, 79, 59]]);
  });

  test('keep the surer of two readings of a sample', () => {
    const a = piece({ cell: 0, from: 20, to: 36, sure: 0.6 });
    const b = piece({ cell: 1, from: 32, to: 40, sure: 0.9 });
    const [track] = gluedPieces([a, b], pass);
    assert.equal(track?.sightings.find(({ sample }) => sample === 34)?.confidence, 0.9);
  });

  test('stay two where they are apart in time, place, shot or name, or of one cell', () => {
    const first = piece({ cell: 0, from: 20, to: 31 });

    for (const other of [
      piece({ cell: 1, from: 34, to: 40 }),
      piece({ cell: 1, from: 32, to: 40, x: 0.8 }),
      piece({ cell: 1, from: 32, to: 40, name: 'Sony' }),
      piece({ cell: 0, from: 32, to: 40 }),
    ])
      assert.equal(spans([first, other]).length, 2, JSON.stringify(other.sightings[0]));

    const before = piece({ cell: 2, from: 70, to: 79 });
    assert.equal(spans([before, piece({ cell: 3, from: 80, to: 90 })]).length, 2);
  });

  test('of two at once, each goes on where it stood', () => {
    const at = (cell: number, from: number, to: number, x: number) => piece({ cell, from, to, x });
    const glued = gluedPieces(
      [at(0, 20, 31, 0.1), at(0, 20, 31, 0.25), at(1, 32, 40, 0.24), at(1, 32, 40, 0.11)],
      pass,
    );
    const moves = glued.map(({ sightings }) => [sightings[0]?.box.x, sightings.at(-1)?.box.x]);

    assert.deepEqual(moves, [
      [0.1, 0.11],
      [0.25, 0.24],
    ]);
  });
});

describe('the second look at a glued track', () => {
  const built = (a: Verdict, b: Verdict) =>
    joinBrands(
      [
        read(piece({ cell: 0, from: 20, to: 31, verdict: a })),
        read(piece({ cell: 1, from: 32, to: 40, verdict: b })),
      ],
      [],
      pass,
      options,
    );

  test('says yes by one piece, no only by all', () => {
    assert.deepEqual(built('no', 'yes').built[0]?.verified, [true]);
    assert.deepEqual(built('no', 'unsure').built[0]?.verified, [false]);
    assert.equal(built('no', 'unsure').unverified, true);
    assert.deepEqual(built('no', 'no').built, []);
  });
});

test('parts that were given up make it degraded, all of them fail it', () => {
  const there = read(piece({ cell: 0, from: 1, to: 2 }));
  assert.equal(joinBrands([there, null], [], pass, options).degraded, true);
  assert.equal(joinBrands([there], [], pass, options).degraded, false);
  assert.throws(() => joinBrands([null, null], [], pass, options), { code: 'ANALYSIS_FAILED' });

  const failure = { code: 'SURFACE_VERIFICATION_UNAVAILABLE', text: 'no', detail: '' } as const;
  assert.throws(() => joinBrands([null, { ...read(), failure }], [], pass, options), {
    code: 'SURFACE_VERIFICATION_UNAVAILABLE',
  });
});

/** A page full of names that changes with each sample: every place is an appearance of its own. */
function flickering(samples: number, places: number, nameOf: (place: number) => string) {
  const frames = Array.from({ length: samples }, (_, sample) => ({
    timestamp: sample / 4,
    image: sample,
    shot: sample,
  }));
  const shots = frames.map(({ timestamp }) => ({ start: timestamp, end: timestamp + 0.25 }));
  const pieces = frames.flatMap((_, sample) =>
    Array.from({ length: places }, (_, place) => {
      const box = { x: (place % 6) / 6, y: Math.floor(place / 6) / 10, width: 0.03, height: 0.02 };
      const name = nameOf(sample * places + place);
      const sighting = { sample, box, name, confidence: 0.9, source: 'text' as const, seen: name };
      return {
        cell: Math.floor(sample / 24),
        shot: sample,
        verdict: 'yes' as const,
        sightings: [sighting],
      };
    }),
  );
  return { pass: { ...pass, fps: 4, frames, shots } as unknown as MediaPass, pieces };
}

describe('a page of names that flickers', () => {
  test('takes time that grows with the number of places, not with its square', () => {
    const { pass: flicker, pieces } = flickering(480, 30, () => 'Nike');
    const before = cpuMs();
    assert.equal(gluedPieces(pieces, flicker).length, pieces.length);
    // About 40 ms; comparing each place with all earlier ones took 7 s and 2 GB.
    assert.ok(cpuMs() - before < 1500, `${cpuMs() - before} ms`);
  });

  test('is one brand, however often it appears', () => {
    const { pass: flicker, pieces } = flickering(4500, 30, () => 'Nike');
    const [brand] = joinBrands([{ ...read(), pieces }], [], flicker, options).built;
    assert.equal(brand?.result.total_appearances, 135_000);
    assert.equal(brand.result.confidence, 0.9);
    assert.equal(brand.result.last_seen, 1125);
  });

  test('of thousands of names takes no longer', () => {
    const { pass: flicker, pieces } = flickering(16_000, 1, (place) => `Name ${place}`);
    const before = cpuMs();
    assert.equal(joinBrands([{ ...read(), pieces }], [], flicker, options).built.length, 16_000);
    // About 300 ms; searching all appearances for each name took 3.2 s.
    assert.ok(cpuMs() - before < 1600, `${cpuMs() - before} ms`);
  });
});
