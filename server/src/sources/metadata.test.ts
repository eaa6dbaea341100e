import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { metadataResult } from '@reelsight/contract';
import { isLive, type RawInfo, readMetadata } from './metadata.ts';

const now = new Date('2026-11-21T10:00:00.000Z');

test('what a platform tells becomes the metadata result', async () => {
  const file = join(import.meta.dirname, '../../testing/sources/youtube-info.json');
  const metadata = readMetadata(JSON.parse(await readFile(file, 'utf8')), now);
  assert.deepEqual(metadata, {
    title: 'How we bake bread',
    description: 'Flour, water, salt.\n\nhttps://bakery.example',
    author: 'The Bakery',
    author_url: 'https://www.youtube.com/channel/UC0000000000000000000000',
    published_at: '2024-05-01T10:20:00.000Z',
    duration_seconds: 48,
    thumbnail_url: 'https://i.ytimg.com/vi/AbCdEfGhIjK/maxresdefault.jpg',
    language: 'en',
    tags: ['bread', 'baking'],
    categories: ['Howto & Style'],
    chapters: [
      { start: 0, end: 20, title: 'Dough' },
      { start: 20, end: 48, title: 'Oven' },
    ],
    view_count: 12_345,
    like_count: 678,
    comment_count: null,
    width: 1280,
    height: 720,
    fps: 25,
    container: 'mp4',
    video_codec: 'avc1.64001F',
    audio_codec: 'mp4a.40.2',
    has_audio: true,
    size_bytes: 7_654_322,
    fetched_at: '2026-11-21T10:00:00.000Z',
  });
});

test('what is not told is null, and other kinds of value are not believed', () => {
  const empty = readMetadata({}, now);
  metadataResult.parse(empty);

  const { tags, categories, chapters, fetched_at, ...rest } = empty;
  assert.deepEqual([tags, categories, chapters], [[], [], []]);
  assert.equal(fetched_at, now.toISOString());
  assert.ok(Object.values(rest).every((value) => value === null));

  const odd: RawInfo = {
    title: 5,
    duration: 'long',
    timestamp: 1e300,
    upload_date: '2024',
    tags: 'bread',
    chapters: [null, { start_time: '0' }],
    view_count: -1,
    thumbnail: 'javascript:alert(1)',
    channel_url: 'ftp://x',
    acodec: 'none',
    fps: Number.NaN,
  };
  const read = readMetadata(odd, now);
  metadataResult.parse(read);
  assert.deepEqual(read, { ...empty, has_audio: false });
});

test('the day stands in where the time is not known', () => {
  const { published_at } = readMetadata({ upload_date: '20130620' }, now);
  assert.equal(published_at, '2013-06-20T00:00:00.000Z');
});

test('live, coming and unfinished streams are live, recordings are not', () => {
  for (const live_status of ['is_live', 'is_upcoming', 'post_live']) {
    assert.equal(isLive({ live_status }), true);
  }
  assert.equal(isLive({ is_live: true }), true);
  assert.equal(isLive({ live_status: 'was_live', is_live: false }), false);
  assert.equal(isLive({}), false);
});
