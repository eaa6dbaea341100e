/** Links of sources that can be followed, in the forms in which people copy them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { parseFollowSource } from './follow-source.ts';

const directHosts = ['media.example:8443'];
const read = (text: string) => parseFollowSource(text, { directHosts });
const channel = 'UCabcdefghijklmnopqrstuv';
const list = 'PLabc_-1ghijklmnopqrstuvwxyzABCDEF';

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
    [`https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=${list}`]: [
      'playlist',
      `https://www.youtube.com/playlist?list=${list}`,
    ],
    'https://www.youtube.com/c/B%C3%A4cker': [
      'channel',
      'https://www.youtube.com/c/B%C3%A4cker/videos',
    ],
    'https://www.tiktok.com/tag/b%C3%A4cker': ['search', 'https://www.tiktok.com/tag/b%C3%A4cker'],
    'https://www.instagram.com/the.baker/reels/': [
      'channel',
      'https://www.instagram.com/the.baker/',
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
    'https://www.youtube.com/results?search_query=rye%00bread',
    'https://www.youtube.com/results?search_query=rye%1b%5b2Jbread',
  ];
  const refused = (error: unknown) => error instanceof Fault && error.code === 'INVALID_URL';
  for (const text of wrong) assert.throws(() => read(text), refused, text);
});

test('public lists are taken by their whole ids', () => {
  const ids = [
    ...[list, 'PL0123456789ABCDEF', 'UUabcdefghijklmnopqrstuv', 'UULFabcdefghijklmnopqrstuv'],
    ...['UUSHabcdefghijklmnopqrstuv', 'OLAK5uy_abcdefghijklmnopqrstuvwxyz0123456'],
  ];
  for (const id of ids) {
    const url = `https://www.youtube.com/playlist?list=${id}`;
    assert.deepEqual(read(url), { platform: 'youtube', kind: 'playlist', url });
  }
});

test('lists of whoever asks, which would be the operator, are refused in every form', () => {
  const refused = (error: unknown) => error instanceof Fault && error.code === 'INVALID_URL';
  const ids = [
    ...['WL', 'LL', 'LM', 'HL', 'RDMM', 'RDdQw4w9WgXcQ', 'TLGGabc', 'LLabcdefghijklmnopqrstuv'],
    ...['FLabcdefghijklmnopqrstuv', 'UUMOabcdefghijklmnopqrstuv', 'PL', 'PLshort', 'wl', 'WL%26x'],
    ...[':ytfav', `${list}x`, `${list}&list=WL`.replace('&', '%26'), ''],
  ];
  for (const id of ids)
    for (const page of ['playlist?list=', 'watch?v=dQw4w9WgXcQ&list=', 'playlist?list=WL&list='])
      assert.throws(() => read(`https://www.youtube.com/${page}${id}`), refused, page + id);

  const pages = [
    ...['feed/history', 'feed/subscriptions', 'feed/liked', 'feed/library', 'feed/you', 'feed/'],
    ...[
      'c/../feed/history',
      'c/%2e%2e/feed/history',
      'user/%252e%252e',
      'channel/UC',
      'account',
      '',
    ],
    ...['@one%2F..%2Ffeed', 'c/a%2Ffeed%2Fhistory', 'gaming', 'my_videos', 'playlist', 'results'],
  ];
  for (const page of pages)
    assert.throws(() => read(`https://www.youtube.com/${page}`), refused, page);

  const others = [
    ...[':ytfav', ':ytwatchlater', ':ythistory', ':ytsubs', ':ytrec', 'ytsearchall:x', 'WL'],
    ...['https://www.tiktok.com/foryou', 'https://www.tiktok.com/following', 'tiktok:tag:x'],
    ...['https://www.tiktok.com/@one/liked', 'https://www.tiktok.com/@one/favorites'],
    ...['https://www.tiktok.com/tag/a%2F..%2Fforyou', 'https://www.tiktok.com/tag/'],
    ...['https://www.instagram.com/one/saved/', 'https://www.instagram.com/one/tagged/'],
    ...['https://www.instagram.com/saved', 'https://www.instagram.com/direct/inbox'],
    ...['https://www.instagram.com/stories/one/', 'https://www.instagram.com/'],
    ...['https://www.instagram.com/explore/tags/a%2F..%2Fsaved'],
  ];
  for (const text of others) assert.throws(() => read(text), refused, text);
});
