/** Checks of artifacts from outside, and a guard that their form does not change without a new protocol version. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { claimParts, partsClaimed, runnerHeartbeat, runnerTerms } from '@reelsight/contract';
import { z } from 'zod';
import { sightLength } from '../analysis/sight-pack.ts';
import type { MediaPass } from '../media/media.ts';
import { artifactSchemas, checkedOutcome, checkedUsage } from './artifact-check.ts';
import { partProtocol } from './part.ts';

/** 20 s of sound in two cells, 20 samples in one shot. */
const pass = {
  probe: { durationSeconds: 20 },
  audio: { file: 'sound.pack', durationSeconds: 20, cuts: [12], pieces: [1, 1] },
  fps: 1,
  frames: Array.from({ length: 20 }, (_, image) => ({ image, shot: 0, timestamp: image })),
  images: Array.from({ length: 20 }, () => ({ offset: 0, length: 1 })),
  shots: [{ start: 0, end: 20 }],
} as unknown as MediaPass;
const info = { name: 'e', version: '1', kind: 'embedded' } as const;

test('whoever changes what a runner and the service say to each other raises partProtocol', () => {
  const all = { ...artifactSchemas, claimParts, partsClaimed, runnerHeartbeat, runnerTerms };
  const forms = Object.entries(all).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  ]);
  // Ignores descriptions and examples, and enums that may grow, such as surfaces and error codes.
  const isWords = (key: string, value: unknown) =>
    ['description', 'examples'].includes(key) ||
    (key === 'enum' && (value as readonly unknown[]).length > 8);
  const without = JSON.stringify(forms, (key, value) => (isWords(key, value) ? undefined : value));
  const digest = createHash('sha256').update(without).digest('hex').slice(0, 16);

  assert.deepEqual(
    { partProtocol, digest },
    { partProtocol: 7, digest: '1ccf727ba5d30889' },
    'raise partProtocol, and write both here',
  );
});

describe('A part speaks of its own cells alone', () => {
  const heard = (start: number, end: number) => ({
    artifact: {
      spans: [
        {
          start,
          end,
          utterances: [{ start, end, words: [{ start, end, text: 'word' }] }],
          speechSeconds: 1,
          language: 'en',
          degraded: false,
          engine: info,
        },
      ],
      failure: null,
    },
    found: {},
  });

  test('of sound', () => {
    const part = { kind: 'hear', span: { from: 1, to: 2 } } as const;
    assert.ok(checkedOutcome(part, pass, heard(12, 20)).artifact);

    for (const [start, end] of [
      [0, 12],
      [12, 19],
      [12, 30],
    ] as const)
      assert.throws(() => checkedOutcome(part, pass, heard(start, end)), /no cell of the part/);
  });

  test('of pictures', () => {
    const part = { kind: 'detect', span: { from: 0, to: 1 } } as const;
    const box = { x: 0, y: 0, width: 1, height: 1 };
    const seen = (sample: number) => ({
      artifact: {
        engines: [{ info, minConfidence: 0.5 }],
        sightings: [{ sample, box, name: 'dog', confidence: 1, look: 0, engine: 0 }],
        looks: [],
        unsupported: [],
        degraded: false,
        failure: null,
      },
      found: {},
    });

    assert.ok(checkedOutcome(part, pass, seen(19)).artifact);
    assert.throws(() => checkedOutcome(part, pass, seen(20)), /sample 20 is not of the part/);
  });

  test('of what they look like', () => {
    const part = { kind: 'read', span: { from: 0, to: 1 } } as const;
    const vector = Buffer.alloc(sightLength, 1).toString('base64');
    const stretch = { start: 0, end: 20, timestamp: 10, vector };
    const looking = (stretches: readonly object[]) => ({
      artifact: {
        lines: [],
        pieces: [],
        degraded: false,
        surfaces: { asked: 0, failed: 0 },
        failure: null,
        engines: { text: info, logos: null },
        sight: { model: 'm', stretches },
      },
      found: {},
    });

    assert.ok(checkedOutcome(part, pass, looking([stretch])).artifact);
    for (const [change, problem] of [
      [{ end: 30 }, /not within the part/],
      [{ timestamp: 25 }, /not within the part/],
      [{ vector: 'AAAA' }, /a vector has another length/],
      [{ place: 1 }, /artifact/],
    ] as const)
      assert.throws(
        () => checkedOutcome(part, pass, looking([{ ...stretch, ...change }])),
        problem,
      );
    const forWords = (vectors: readonly Buffer[]) => {
      const outcome = looking([stretch]);
      const described = vectors.map((bytes) => ({ ...stretch, vector: bytes.toString('base64') }));
      const sightForWords = { model: 'm', stretches: described };
      return { ...outcome, artifact: { ...outcome.artifact, sightForWords } };
    };
    assert.ok(checkedOutcome(part, pass, forWords([Buffer.alloc(512, 1)])).artifact);
    for (const [vectors, problem] of [
      [[Buffer.alloc(0)], /does not have 1 to 1024 numbers/],
      [[Buffer.alloc(1025)], /does not have 1 to 1024 numbers/],
      [[], /not the stretches of artifact.sight/],
      [[Buffer.alloc(512), Buffer.alloc(511)], /a vector has another length/],
    ] as const)
      assert.throws(() => checkedOutcome(part, pass, forWords(vectors)), problem);

    const many = Array.from({ length: 21 }, () => stretch);
    assert.throws(() => checkedOutcome(part, pass, looking(many)), /more stretches than/);
  });

  test('and is charged for no more than they can use', () => {
    const part = { kind: 'hear', span: { from: 1, to: 2 } } as const;
    assert.deepEqual(checkedUsage(part, pass, { audio_seconds: 8 }, 100), { audio_seconds: 8 });
    const lies = [{ audio_seconds: 20 }, { text_frames: 1 }, { tokens_in: 101 }];
    for (const usage of lies)
      assert.throws(() => checkedUsage(part, pass, usage, 100), /more than the part can use/);
  });
});
