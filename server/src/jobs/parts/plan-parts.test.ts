/** How the sound of a job is divided into parts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ask } from '@reelsight/contract';
import type { MediaPass } from '../../media/media.ts';
import { planParts } from './plan-parts.ts';

const ask = { capabilities: ['transcription'] } as unknown as Ask;
const audio = { file: 'sound.pack', durationSeconds: 70, cuts: [30, 60], pieces: [] };

function planned(heard: Partial<NonNullable<MediaPass['audio']>>): [kind: string, to: number][] {
  const pass = { probe: { durationSeconds: 70 }, audio: { ...audio, ...heard }, frames: [] };
  const given = pass as unknown as MediaPass;
  const parts = planParts(ask, given, { partSeconds: 60 }, { transcript: false });
  return parts.map(({ kind, span }) => [kind, span.to]);
}

test('a mix is heard in parts, and who speaks is told from the whole', () => {
  assert.deepEqual(planned({}), [
    ['speakers', 3],
    ['hear', 2],
    ['hear', 3],
    ['join', 0],
  ]);
});

test('channels that are heard apart take as long again, and need nobody to tell speakers', () => {
  assert.deepEqual(planned({ channels: 2 }), [
    ['hear', 2],
    ['hear', 4],
    ['hear', 6],
    ['join', 0],
  ]);
});
