/** What is read from the line in which yt-dlp describes a video. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readInfo } from './video-info.ts';
import { parseVideoUrl } from './video-url.ts';

test('the id on YouTube is taken only if it comes from there and has the form of one', () => {
  const video = parseVideoUrl('https://youtu.be/AbCdEfGhIjK');
  const youtubeIdOf = (fields: object) =>
    readInfo(`info ${JSON.stringify(fields)}`, video, 'job', () => new Date())?.youtubeId;

  assert.equal(youtubeIdOf({ extractor_key: 'Youtube', id: 'AbCdEfGhIjK' }), 'AbCdEfGhIjK');
  assert.equal(youtubeIdOf({ extractor_key: 'TikTok', id: 'AbCdEfGhIjK' }), null);
  assert.equal(youtubeIdOf({ id: 'AbCdEfGhIjK' }), null);
  for (const id of ['AbCdEfGhIj&key=', 'AbCdEfGhIjKL', 'AbCdEfGhIjK\n', 12_345_678_901, null])
    assert.equal(youtubeIdOf({ extractor_key: 'Youtube', id }), null, String(id));
});
