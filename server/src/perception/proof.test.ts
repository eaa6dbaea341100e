/** Brand and object results match the contract; proof frames are few, good and spread over time. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brandResult, objectResult } from '@reelsight/contract';
import { cpuMs } from '../../testing/cpu-time.ts';
import { confidenceSummary } from '../analysis/confidences.ts';
import type { MediaPass } from '../media/media.ts';
import type { SeenName } from './artifacts.ts';
import type { BrandName } from './brands/brand-lexicon.ts';
import { brandResults } from './brands/brand-results.ts';
import { chooseProof } from './proof.ts';
import { type BuiltObject, objectResults } from './things/object-results.ts';
import type { Track } from './tracks.ts';

const count = 120;
const pass = {
  fps: 1,
  frames: Array.from({ length: count }, (_, i) => ({ timestamp: i, image: i, shot: 0 })),
  images: [],
  shots: [{ start: 0, end: count }],
} as unknown as MediaPass;

const brand = (name: string): BrandName => ({
  name,
  forms: [],
  support: [],
  unless: [],
  target: true,
  kept: true,
});
const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 };

function track(name: string, from: number, to: number, confidence = 0.9): Track<SeenName> {
  const sightings = Array.from({ length: to - from + 1 }, (_, i) => ({
    sample: from + i,
    box,
    name,
    confidence,
    source: 'text' as const,
    seen: name,
  }));
  return { shot: 0, sightings };
}

const checked = (one: Track<SeenName>, verified = true) => ({ ...one, verified });
const job = { id: 'job_1', return_proof: true };

describe('brand results', () => {
  const spoken = [
    { brand: brand('Nike'), start: 50, end: 50.4, sentence: 'I wear Nike.', confidence: 0.7 },
  ];

  test('fit the contract and count two logos at once once', () => {
    const tracks = [checked(track('Nike', 10, 19)), checked(track('Nike', 15, 24))];
    const [built] = brandResults(tracks, spoken, pass, { return_proof: true });
    const result = brandResult.parse(built?.result);
    assert.equal(result.total_appearances, 3);
    assert.equal(result.total_visible_duration, 15);
    assert.deepEqual([result.first_seen, result.last_seen], [9.5, 50]);
    assert.equal(result.frame_detections.length, 20);
    assert.ok(
      result.frame_detections.every(
        (d, i, all) => i === 0 || d.timestamp >= (all[i - 1]?.timestamp ?? 0),
      ),
    );

    const audio = result.appearances.find(({ source }) => source === 'audio');
    assert.equal(audio?.speech_context, 'I wear Nike.');
    assert.equal(audio?.timestamp_start, undefined);
    assert.match(result.appearances[0]?.context ?? '', /"Nike" is on screen, .* 0:09 to 0:19/);
  });

  test('quote speech only with proof, and work without pictures', () => {
    const [built] = brandResults([], spoken, null, { return_proof: false });
    const result = brandResult.parse(built?.result);
    assert.equal(result.appearances[0]?.speech_context, undefined);
    assert.equal(result.total_visible_duration, undefined);
  });

  test('are counted by how sure they are', () => {
    const built = brandResults(
      [0.95, 0.8, 0.79, 0.5, 0.2].map((sure, i) => checked(track('Nike', i * 5, i * 5, sure))),
      [],
      pass,
      { return_proof: true },
    );
    const summary = confidenceSummary(built.map(({ result }) => result));
    assert.deepEqual(summary, { high: 2, medium: 2, low: 1, total: 5 });
  });
});

test('object results fit the contract and keep the order they were asked in', () => {
  const seen = (name: string) => ({
    shot: 0,
    verified: true,
    confidence: 0.8,
    sightings: [3, 4].map((sample) => ({ sample, look: sample, box, name, confidence: 0.8 })),
  });
  const built = objectResults(['red car', 'dog', 'cat'], [seen('dog'), seen('red car')], pass);

  assert.deepEqual(
    built.map(({ result }) => objectResult.parse(result).name),
    ['red car', 'dog'],
  );
  assert.deepEqual(
    built.map(({ result }) => result.category),
    ['vehicle', 'animal'],
  );
  assert.equal(built[0]?.result.total_visible_duration, 2);
});

describe('proof frames', () => {
  const many = (name: string, sure = 0.9) =>
    Array.from({ length: 40 }, (_, i) => checked(track(name, i * 3, i * 3, sure)));
  const build = (tracks: ReturnType<typeof checked>[]) =>
    brandResults(tracks, [], pass, { return_proof: true });

  test('are at most twenty, over all names and the whole time', () => {
    const shown = many('Nike').map((one, i) =>
      i % 2 ? one : checked(track('Sony', i * 3, i * 3)),
    );
    const proof = chooseProof(build(shown), [], job);
    assert.equal(proof.frames.length, 20);
    assert.equal(proof.truncated, true);

    for (const { appearances } of proof.brands) {
      const times = appearances.filter((a) => a.frame_url).map((a) => a.timestamp);
      assert.equal(times.length, 10);
      assert.ok(Math.max(...times) - Math.min(...times) > 90);
    }
  });

  test('belong to verified appearances of at least 0.8 and stand beside a box', () => {
    const proof = chooseProof(
      build([
        checked(track('Nike', 1, 2)),
        checked(track('Nike', 30, 31), false),
        checked(track('Nike', 60, 61, 0.79)),
      ]),
      [],
      job,
    );
    const [first, second, third] = proof.brands[0]?.appearances ?? [];

    assert.equal(first?.frame_url, '/v1/frames/job_1/proof-000001.jpg');
    assert.ok(first.bounding_box);
    assert.deepEqual([second?.frame_url, third?.frame_url], [undefined, undefined]);
    assert.deepEqual([second?.bounding_box, third?.bounding_box], [undefined, undefined]);
    assert.deepEqual(proof.frames, [{ file: 'proof-000001.jpg', image: 1, timestamp: 1 }]);
    assert.equal(proof.truncated, false);
  });

  test('of a thing that appears all the time are chosen soon', () => {
    const appearances = Array.from({ length: 4000 }, (_, i) => ({ timestamp: i, confidence: 0.9 }));
    const built = {
      result: { name: 'person', appearances },
      images: appearances.map((_, i) => i),
      verified: appearances.map(() => true),
    } as unknown as BuiltObject;
    const startedAt = cpuMs();
    const { frames } = chooseProof([], [built], job);

    assert.ok(cpuMs() - startedAt < 2000);
    const [first, second] = frames;
    assert.deepEqual([first?.timestamp, frames.at(-1)?.timestamp], [0, 3999]);
    assert.ok((second?.timestamp ?? 0) > 100);
  });

  test('are shared by what one picture shows, and left out without proof', () => {
    const tracks = build([checked(track('Nike', 5, 5)), checked(track('Sony', 5, 5))]);
    assert.equal(chooseProof(tracks, [], job).frames.length, 1);
    const none = chooseProof(tracks, [], { id: 'job_1', return_proof: false });
    assert.equal(none.frames.length, 0);
    assert.ok(none.brands.every(({ appearances }) => appearances.every((a) => !a.frame_url)));
  });
});
