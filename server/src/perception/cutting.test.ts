/** How a video is cut does not show: one, two and seven parts give the same words, tracks, boxes and proof frames. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Ask, Results } from '@reelsight/contract';
import { ingestHere, mediaDir, noMedia, temporaryDir } from '../../testing/media/test-media.ts';
import { perceiveWhole, plainAsk } from '../../testing/perception/perceive-whole.ts';
import { frameCells, soundCells } from './cells.ts';
import { openResources } from './resources.ts';

const resources = openResources({ now: () => new Date('2026-01-02T03:04:05Z') });
after(() => resources.close());

async function inParts(file: string, ask: Ask) {
  const { dir, pass } = await ingestHere(join(mediaDir, file));
  const cells = { sound: soundCells(pass).length, frames: frameCells(pass).length };
  const of = async (parts: number) => {
    const outDir = temporaryDir();
    const results = await perceiveWhole(dir, ask, { resources, parts, outDir });
    return { results, frames: join(outDir, 'joined', 'frames') };
  };
  return { cells, one: await of(1), two: await of(2), seven: await of(7) };
}

function sameFiles(a: string, b: string): void {
  assert.deepEqual(readdirSync(a), readdirSync(b));
  for (const name of readdirSync(a))
    assert.ok(readFileSync(join(a, name)).equals(readFileSync(join(b, name))), name);
}

/** The same in every part of the results; differences are easier to read one by one. */
function sameResults(one: Results, other: Results): void {
  for (const key of Object.keys(one) as (keyof Results)[])
    assert.deepEqual(other[key], one[key], String(key));
  assert.deepEqual(other, one);
}

describe('a video in one, two and seven parts', { skip: noMedia }, () => {
  test('talk with slides: words, brands, answers, proof', async () => {
    const { cells, one, two, seven } = await inParts('talk.mp4', {
      ...plainAsk,
      capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query'],
      queries: ['Which brands are shown?'],
    });
    assert.ok(cells.sound >= 2 && cells.frames >= 4, JSON.stringify(cells));
    assert.ok((one.results.brands?.length ?? 0) > 3 && one.results.transcription);
    for (const other of [two, seven]) {
      sameResults(one.results, other.results);
      sameFiles(one.frames, other.frames);
    }
  });

  test('film: things and their frames', async () => {
    const { cells, one, two, seven } = await inParts('objects.mp4', {
      ...plainAsk,
      capabilities: ['objects'],
      objects: ['person', 'dog', 'truck', 'cup', 'unicorn'],
    });
    assert.ok(cells.frames >= 4, JSON.stringify(cells));
    assert.ok((one.results.objects?.length ?? 0) >= 3);
    for (const other of [two, seven]) {
      sameResults(one.results, other.results);
      sameFiles(one.frames, other.frames);
    }
  });
});
