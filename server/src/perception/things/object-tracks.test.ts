/** How sightings become tracks, and how confident several looks are together. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { MediaPass } from '../../media/media.ts';
import {
  momentConfidence,
  type ObjectSighting,
  objectTracks,
  trackConfidence,
} from './object-tracks.ts';

const box = { x: 0.4, y: 0.4, width: 0.1, height: 0.1 };
const sighting = (sample: number, confidence: number, look = sample): ObjectSighting => ({
  name: 'dog',
  sample,
  confidence,
  look,
  box,
});
const track = (...sightings: ObjectSighting[]) => ({ shot: 0, sightings });

test('names are kept apart; a missing second does not end a track, two and a cut do', () => {
  const frames = Array.from({ length: 10 }, (_, i) => ({
    timestamp: i,
    image: i,
    shot: i < 8 ? 0 : 1,
  }));
  const pass = { fps: 1, frames, shots: [] } as unknown as MediaPass;
  const cat = { ...sighting(1, 0.5), name: 'cat' };
  const dogs = [0, 1, 3, 6, 7, 8].map((sample) => sighting(sample, 0.5));
  const tracks = objectTracks([...dogs, cat], pass);

  assert.deepEqual(
    tracks.map(({ sightings }) =>
      sightings.map((sighting) => `${sighting.name} ${sighting.sample}`),
    ),
    [['dog 0', 'dog 1', 'dog 3'], ['dog 6', 'dog 7'], ['dog 8'], ['cat 1']],
  );
});

describe('confidence', () => {
  test('grows with that of the looks, and a close-up adds or takes', () => {
    const weak = track(sighting(0, 0.6));
    const sure = track(sighting(0, 0.95));
    assert.ok(trackConfidence(sure, null) > trackConfidence(weak, null));
    assert.ok(trackConfidence(weak, 0.9) > trackConfidence(weak, null));
    assert.ok(trackConfidence(weak, 0.2) < trackConfidence(weak, null));
  });

  test('one sure look among weak ones counts for less than several', () => {
    const flash = track(sighting(0, 0.95), sighting(1, 0.4), sighting(2, 0.4));
    const stays = track(sighting(0, 0.9), sighting(1, 0.9), sighting(2, 0.9));
    assert.ok(trackConfidence(stays, null) > trackConfidence(flash, null) + 0.1);
  });

  test('samples that look the same are one look, which is worth less than three; weak looks beside three take nothing', () => {
    const once = track(sighting(0, 0.9));
    const still = track(sighting(0, 0.9, 0), sighting(1, 0.9, 0), sighting(2, 0.9, 0));
    assert.equal(trackConfidence(still, null), trackConfidence(once, null));
    const long = [0.9, 0.9, 0.9, 0.3, 0.3].map((confidence, i) => sighting(i, confidence));
    const three = trackConfidence(track(...long.slice(0, 3)), null);
    assert.equal(trackConfidence(track(...long), null), three);
    assert.ok(three > trackConfidence(once, null));
  });

  test('is never certain, and always a number', () => {
    for (const own of [0, 1]) {
      const all = trackConfidence(track(sighting(0, own)), own);
      assert.ok(all > 0 && all < 1);
      assert.ok(momentConfidence(own, all) > 0 && momentConfidence(own, all) < 1);
    }
  });
});
