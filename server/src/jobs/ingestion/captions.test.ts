/** Using a platform's captions in place of a transcript. */
import assert from 'node:assert/strict';
import { linkSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { wholePass } from '../../../testing/media/media-pass.ts';
import { temporaryDir } from '../../../testing/media/test-media.ts';
import { captionsFile, takeCaptions } from './captions.ts';

const preference = { language: null, automatic: () => true };
const captions = {
  language: 'en',
  automatic: false,
  platform: 'youtube',
  cues: [{ start: 0, end: wholePass.probe.durationSeconds, text: 'Hello.' }],
};

async function folderWithCaptions(): Promise<string> {
  const folder = temporaryDir();
  await writeFile(join(folder, 'media.json'), JSON.stringify(wholePass));
  await writeFile(join(folder, captionsFile), JSON.stringify(captions));
  return folder;
}

test('captions that suit become the transcript', async () => {
  const folder = await folderWithCaptions();
  await takeCaptions(folder, preference);

  assert.match(await readFile(join(folder, 'transcript.json'), 'utf8'), /Hello/);
});

test('a transcript taken over from another job stays, and so does the file of that job', async () => {
  const folder = await folderWithCaptions();
  const stored = join(temporaryDir(), 'transcript.json');
  await writeFile(stored, 'of the other job');
  linkSync(stored, join(folder, 'transcript.json'));
  await takeCaptions(folder, preference);

  assert.equal(await readFile(stored, 'utf8'), 'of the other job');
});
