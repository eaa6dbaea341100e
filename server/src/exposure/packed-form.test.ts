import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { brandResults } from '../../testing/brand-results.ts';
import { addedByPerson } from '../analysis/added-by-person.ts';
import { formOf } from './form.ts';
import { exposureVersion, formOfBytes, packed, packedBytes, sumsOfBytes } from './packed-form.ts';
import { trendFacts } from './trend-facts.ts';
import { videoExposure } from './video-exposure.ts';

const stored = (form: ReturnType<typeof formOf>) => packedBytes(JSON.stringify(packed(form)));

describe('What is kept for exposure', () => {
  test('is the same after it was stored', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const form = formOf(brandResults({ seed, brands: 1 + (seed % 9), appearances: seed * 4 }));
      assert.deepEqual(formOfBytes(stored(form)), form);
    }
  });

  test('holds no brands where the results hold none, and none where none was found', () => {
    const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
    assert.equal(formOfBytes(stored(formOf({ meta }))).brands, null);
    assert.deepEqual(formOfBytes(stored(formOf({ brands: [], meta }))).brands, []);
    assert.equal(sumsOfBytes(packedBytes('null')), null);
  });

  test('keeps names in any script, corrections, and fields that are absent', () => {
    const appearance = { timestamp: 1e-7, context: '', source: 'visual' as const };
    const corrected = { corrected: true as const };
    const said = { timestamp: 2, context: '', source: 'audio' as const, ...corrected };
    const added = { ...said, timestamp: 3, context: addedByPerson, source: 'visual' as const };
    const brand = {
      name: 'ナイキ \u202e"مشروب"',
      confidence: 0.1 + 0.2,
      total_appearances: 2,
      first_seen: 0,
      last_seen: 2,
      corrected: true as const,
      appearances: [appearance, said, added],
      frame_detections: [],
    };
    const [kept] = formOfBytes(stored(formOf({ brands: [brand] }))).brands ?? [];

    assert.deepEqual(kept, {
      name: brand.name,
      confidence: 0.1 + 0.2,
      corrected: true,
      frame_detections: [],
      appearances: [
        { timestamp: 1e-7, source: 'visual' },
        { timestamp: 2, source: 'audio', corrected: true, said: { start: 2, end: 2.5 } },
        { timestamp: 3, source: 'visual', corrected: true, added: true },
      ],
    });
  });

  test('keeps what the video says about who paid', () => {
    const form = formOf(brandResults({ seed: 1, brands: 2, appearances: 4 }));
    const paid = { isPaid: true, isDisclosed: false, spans: [{ start: 1, end: 9.5 }] };
    const brands = form.brands?.map((brand, index) => (index === 0 ? { ...brand, paid } : brand));
    assert.deepEqual(formOfBytes(stored({ ...form, brands: brands ?? null })).brands, brands);
  });

  test('has a version that is raised when forms, sums or facts of trends come out otherwise', () => {
    const all = Array.from({ length: 12 }, (_, seed) => {
      const form = formOf(brandResults({ seed }));
      const brands = form.brands ?? [];
      const video = { job_id: 'job_1', title: null, duration_seconds: 300 };
      const exposure = videoExposure({ ...video, brands }, {});
      return [packed(form), exposure, trendFacts({ brands, sums: exposure.brands }, undefined)];
    });
    const digest = createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 12);
    assert.deepEqual([exposureVersion, digest], [6, 'a4dd707f6104']);
  });
});
