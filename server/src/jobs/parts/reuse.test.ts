/** Whether the stored media of one job can be reused for another. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { askOf, type Capability } from '@reelsight/contract';
import { wholePass } from '../../../testing/media/media-pass.ts';
import { temporaryDir } from '../../../testing/media/test-media.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { type MediaPass, mediaPass } from '../../media/media.ts';
import { correctionsServe, readUsable, serves, wordsWouldBeSame } from './reuse.ts';

const asked = (capabilities: Capability[], fps = 2): Pick<JobRow, 'ask' | 'url'> => ({
  url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  ask: askOf({ capabilities }, { max_fps: fps }),
});
const upload = (capabilities: Capability[]) => ({ ...asked(capabilities), url: null });

const picture = { codec: 'h264', width: 2, height: 2, rotation: 0, fps: 25 };
function media(parts: { picture?: boolean; sound?: boolean; heard?: boolean; fps?: number }) {
  const { picture: seen = true, sound = true, heard = sound, fps = 2 } = parts;
  return {
    fps,
    audio: heard ? { file: 'audio.wav', durationSeconds: 1, cuts: [] } : null,
    probe: { video: seen ? picture : null, audio: sound ? { codec: 'aac' } : null },
  } as unknown as MediaPass;
}

test('frames at the same rate, sound where it is listened to', () => {
  const looker = asked(['brands']);
  assert.ok(serves(looker, looker, media({})));
  assert.ok(!serves(looker, looker, media({ fps: 1 })));
  assert.ok(serves(asked(['transcription']), looker, media({ fps: 1 })));
  assert.ok(!serves(asked(['transcription']), asked(['objects']), media({ heard: false })));
  assert.ok(serves(asked(['transcription']), looker, media({ sound: false })), 'there is none');
});

test('sound alone, fetched for a job that only listened, serves none that looks', () => {
  const soundOnly = media({ picture: false, fps: 0 });
  assert.ok(!serves(asked(['brands']), asked(['summary']), soundOnly));
  assert.ok(serves(asked(['summary']), asked(['transcription']), soundOnly));
  assert.ok(serves(asked(['brands']), asked(['objects']), media({ picture: false })));
  assert.ok(serves(asked(['brands']), upload(['summary']), soundOnly), 'an upload is whole');
});

test('media that is damaged, or of an earlier version, is made anew', async () => {
  const path = join(temporaryDir(), 'media.json');
  const read = async (text: string) => {
    const damages: string[] = [];
    await writeFile(path, text);
    const usable = await readUsable(path, mediaPass, ({ message }) => damages.push(message));
    return usable ?? damages;
  };
  const text = JSON.stringify(wholePass);
  assert.deepEqual(await read(text), wholePass);
  assert.deepEqual(await read(text.slice(0, -1)), ['media.json is damaged: it is not valid JSON']);

  // Media of an earlier version did not record where its sound can be cut.
  const older = { ...wholePass, audio: { file: 'audio.wav', durationSeconds: 1 } };
  assert.match(String(await read(JSON.stringify(older))), /^media\.json is damaged: audio\.cuts: /);
});

test('words are taken over where the recogniser would be asked the same', () => {
  const wanting = (more: Partial<Parameters<typeof askOf>[0]>) => ({
    url: asked([]).url,
    ask: askOf({ capabilities: ['transcription'], ...more }, { max_fps: 2 }),
  });
  const plain = wanting({});
  assert.ok(wordsWouldBeSame(plain, wanting({})));
  assert.ok(wordsWouldBeSame(wanting({ captions: 'human' }), plain), 'which is the default');

  const others: Parameters<typeof wanting>[0][] = [
    { captions: 'none' },
    { language: 'de' },
    { speakers_expected: 2 },
    { speakers_expected: { max: 2 } },
    { brands: ['Nike'] },
    { glossary_terms: ['Kubernetes'] },
    { capabilities: ['transcription', 'brands'] },
  ];
  for (const more of others)
    assert.ok(!wordsWouldBeSame(plain, wanting(more)), JSON.stringify(more));

  const pair = wanting({ speakers_expected: 2 });
  assert.ok(wordsWouldBeSame(pair, wanting({ speakers_expected: { min: 2, max: 2 } })));

  const later = { ...plain, ask: { ...plain.ask, glossary_revision: 2 } };
  assert.ok(!wordsWouldBeSame(plain, later), 'another glossary');

  const uploaded = { ...plain, url: null };
  assert.ok(wordsWouldBeSame(uploaded, wanting({ captions: 'none' })), 'which a file has not');
  assert.ok(!wordsWouldBeSame(uploaded, wanting({ language: 'de' })));

  const brands = wanting({ capabilities: ['transcription', 'brands'] });
  assert.ok(wordsWouldBeSame(brands, plain));
  assert.ok(!wordsWouldBeSame(wanting({ capabilities: ['metadata'] }), plain), 'nothing was heard');
});

test('corrected words are taken over unless another language is asked for', () => {
  const wanting = (more: Partial<Parameters<typeof askOf>[0]>) => ({
    ask: askOf({ capabilities: ['transcription'], ...more }, { max_fps: 2 }),
  });
  const plain = wanting({});
  assert.ok(correctionsServe(plain, wanting({ glossary_terms: ['Kubernetes'], brands: ['Nike'] })));
  assert.ok(correctionsServe(wanting({ language: 'de' }), plain));
  assert.ok(correctionsServe(wanting({ language: 'de' }), wanting({ language: 'German' })));
  assert.ok(!correctionsServe(plain, wanting({ language: 'de' })));
  assert.ok(!correctionsServe(wanting({ capabilities: ['metadata'] }), plain), 'nothing was heard');
});
