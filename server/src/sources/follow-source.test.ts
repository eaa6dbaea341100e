/** Links of what can be followed, in the forms people copy them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { parseFollowSource } from './follow-source.ts';

const directHosts = ['media.example:8443'];
const read = (text: string) => parseFollowSource(text, { directHosts });
const channel = 'UCabcdefghijklmnopqrstuv';

test('every usual form is brought to one', () => {
  const forms: Record<string, [string, string]> = {
    'https://www.youtube.com/@Some.One': ['channel', 'https://www.youtube.com/@Some.One/videos'],
    'youtube.com/@one/featured?si=x': ['channel', 'https://www.youtube.com/@one/videos'],
    'https://m.youtube.com/@one/shorts': ['channel', 'https://www.youtube.com/@one/shorts'],
    [`https://youtube.com/channel/${channel}/streams`]: [
      'channel',
      `https://www.youtube.com/channel/${channel}/streams`,
    ],
    'https://www.youtube.com/c/Baking': ['channel', 'https://www.youtube.com/c/Baking/videos'],
    'https://www.youtube.com/user/baker/': ['channel', 'https://www.youtube.com/user/baker/videos'],
    'https://www.youtube.com/playlist?list=PLabc_-1': [
      'playlist',
      'https://www.youtube.com/playlist?list=PLabc_-1',
    ],
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLabc': [
      'playlist',
      'https://www.youtube.com/playlist?list=PLabc',
    ],
    'https://www.youtube.com/results?search_query=rye+bread&sp=CAI': [
      'search',
      'https://www.youtube.com/results?search_query=rye+bread',
    ],
    'https://www.tiktok.com/@baker_1?lang=en': ['channel', 'https://www.tiktok.com/@baker_1'],
    'https://www.tiktok.com/tag/bread': ['search', 'https://www.tiktok.com/tag/bread'],
    'https://www.instagram.com/the.baker/': ['channel', 'https://www.instagram.com/the.baker/'],
    'https://media.example:8443/feed.xml#top': ['feed', 'https://media.example:8443/feed.xml'],
  };
  for (const [text, [kind, url]] of Object.entries(forms)) {
    const source = read(text);
    assert.deepEqual([source.kind, source.url], [kind, url], text);
    assert.deepEqual(read(source.url), source, 'the canonical form reads as itself');
  }
  const search = read('https://www.youtube.com/results?search_query=rye+bread');
  assert.equal(search.words, 'rye bread');
});

test('one video, a look-alike host and what has no end are refused', () => {
  const wrong = [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=RDdQw4w9WgXcQ',
    'https://www.youtube.com/feed/subscriptions',
    'https://www.youtube.com:8443/@one',
    'https://www.youtube.com.example/@one',
    'https://youtube.com@example.com/@one',
    'https://www.tiktok.com/@one/video/7212345678901234567',
    'https://www.instagram.com/reel/Chunk8-jurw/',
    'https://www.instagram.com/explore/',
    'https://media.example/feed.xml',
    'ytsearch5:bread',
    'https://www.youtube.com/@%zz',
  ];
  const refused = (error: unknown) => error instanceof Fault && error.code === 'INVALID_URL';
  for (const text of wrong) assert.throws(() => read(text), refused, text);
});
