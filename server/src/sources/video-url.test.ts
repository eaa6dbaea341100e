import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import fc from 'fast-check';
import { parseVideoUrl } from './video-url.ts';

const youtubeId = 'dQw4w9WgXcQ';
const youtubeUrl = `https://www.youtube.com/watch?v=${youtubeId}`;

const isInvalidUrl = (error: unknown) => error instanceof Fault && error.code === 'INVALID_URL';

test('every usual form of a YouTube link is one video', () => {
  for (const text of [
    youtubeUrl,
    `http://youtube.com/watch?v=${youtubeId}`,
    `https://m.youtube.com/watch?v=${youtubeId}&feature=youtu.be`,
    `https://music.youtube.com/watch?v=${youtubeId}&si=abc`,
    `https://www.youtube.com/watch?list=PL123&index=4&v=${youtubeId}&t=42s`,
    `https://www.youtube.com/watch?v=${youtubeId}#t=10`,
    `https://www.youtube.com/watch/${youtubeId}`,
    `https://www.youtube.com/?v=${youtubeId}`,
    `https://youtu.be/${youtubeId}`,
    `https://youtu.be/${youtubeId}?si=Tracking&t=3`,
    `https://www.youtube.com/shorts/${youtubeId}?feature=share`,
    `https://m.youtube.com/shorts/${youtubeId}/`,
    `https://www.youtube.com/live/${youtubeId}?si=x`,
    `https://www.youtube.com/embed/${youtubeId}?autoplay=1`,
    `https://www.youtube-nocookie.com/embed/${youtubeId}`,
    `https://www.youtube.com/v/${youtubeId}`,
    `https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D${youtubeId}%26feature%3Dshare`,
    `https://www.youtube.com./watch?v=${youtubeId}`,
    `https://www.youtube.com:443/watch?v=${youtubeId}`,
    `HTTPS://WWW.YOUTUBE.COM/watch?v=${youtubeId}`,
    `  youtu.be/${youtubeId}\n`,
    `www.youtube.com/watch?v=${youtubeId}`,
  ]) {
    const expected = { platform: 'youtube', videoId: youtubeId, url: youtubeUrl };
    assert.deepEqual(parseVideoUrl(text), expected, text);
  }
});

test('every usual form of a TikTok link', () => {
  const id = '6748451240264420610';
  for (const [text, url, videoId] of [
    [`https://www.tiktok.com/@some.one_1/video/${id}`, `@some.one_1/video/${id}`, id],
    [
      `https://tiktok.com/@some.one_1/video/${id}?is_from_webapp=1#c`,
      `@some.one_1/video/${id}`,
      id,
    ],
    [`https://m.tiktok.com/v/${id}.html?u_code=0`, `@/video/${id}`, id],
    [`https://www.tiktok.com/@/video/${id}`, `@/video/${id}`, id],
    [`https://www.tiktok.com/embed/${id}`, `@/video/${id}`, id],
    [`https://www.tiktok.com/embed/v2/${id}`, `@/video/${id}`, id],
    [`https://www.tiktok.com/player/v1/${id}?loop=1`, `@/video/${id}`, id],
    [`https://www.tiktok.com/share/video/${id}`, `@/video/${id}`, id],
  ] as const) {
    const expected = { platform: 'tiktok', videoId, url: `https://www.tiktok.com/${url}` };
    assert.deepEqual(parseVideoUrl(text), expected, text);
  }

  for (const text of [
    'https://vm.tiktok.com/ZMabc123/',
    'https://vt.tiktok.com/ZMabc123/?k=1',
    'https://www.tiktok.com/t/ZMabc123/',
    'tiktok.com/t/ZMabc123',
  ]) {
    const url = 'https://vm.tiktok.com/ZMabc123/';
    const expected = { platform: 'tiktok', videoId: 'ZMabc123', url, short: true };
    assert.deepEqual(parseVideoUrl(text), expected, text);
  }
});

test('every usual form of an Instagram link', () => {
  const code = 'CDUMkliABpa';
  for (const [text, path] of [
    [`https://www.instagram.com/reel/${code}/?igsh=abc==`, `reel/${code}/`],
    [`https://instagram.com/reels/${code}`, `reel/${code}/`],
    [`https://m.instagram.com/reel/${code}/embed/captioned/`, `reel/${code}/`],
    [`https://www.instagram.com/some.one/reel/${code}/`, `reel/${code}/`],
    [`https://www.instagram.com/p/${code}/?img_index=2&utm_source=x`, `p/${code}/`],
    [`https://www.instagram.com/some.one/p/${code}/`, `p/${code}/`],
    [`https://www.instagram.com/tv/${code}/`, `p/${code}/`],
    [`http://instagr.am/p/${code}`, `p/${code}/`],
    [`https://www.instagram.com/share/reel/${code}`, `share/reel/${code}/`],
    [`https://www.instagram.com/share/p/${code}/`, `share/p/${code}/`],
    [`https://www.instagram.com/share/${code}`, `share/reel/${code}/`],
  ] as const) {
    const url = `https://www.instagram.com/${path}`;
    const short = path.startsWith('share/') && { short: true };
    const expected = { platform: 'instagram', videoId: code, url, ...short };
    assert.deepEqual(parseVideoUrl(text), expected, text);
  }
});

test('what is not one video says what it is', () => {
  for (const [text, message] of [
    ['https://www.youtube.com/playlist?list=PL123', /playlist/],
    ['https://www.youtube.com/watch?list=PL123', /playlist/],
    ['https://www.youtube.com/embed/videoseries?list=PL123', /playlist/],
    ['https://www.youtube.com/@someone', /not one video/],
    ['https://www.youtube.com/@someone/shorts', /not one video/],
    ['https://www.youtube.com/', /not one video/],
    ['https://www.youtube.com/clip/Ugkx123', /clip/],
    ['https://www.youtube.com/redirect?q=https%3A%2F%2Fevil.example', /not one video/],
    ['https://www.youtube.com/attribution_link?u=https://evil.example/', /not one video/],
    ['https://youtu.be/', /video id/],
    ['https://youtu.be/short', /video id/],
    [`https://www.youtube.com/watch?v=${youtubeId}x`, /video id/],
    ['https://www.youtube.com/watch?v=../../../etc', /video id/],
    ['https://www.tiktok.com/@someone', /not one video/],
    ['https://www.tiktok.com/@someone/photo/6748451240264420610', /photos/],
    ['https://www.tiktok.com/@someone/live', /live/],
    ['https://www.tiktok.com/@some%20one/video/6748451240264420610', /video id/],
    ['https://vm.tiktok.com/', /short code/],
    ['https://www.instagram.com/someone/', /not one video/],
    ['https://www.instagram.com/reels/audio/123456789/', /not one video/],
    ['https://www.instagram.com/stories/someone/123/', /story/],
    ['https://www.instagram.com/a/b/p/CDUMkliABpa/', /not one video/],
  ] as const) {
    assert.throws(
      () => parseVideoUrl(text),
      (error) => isInvalidUrl(error) && message.test((error as Fault).message),
      text,
    );
  }
});

test('a host that only looks like a platform is refused', () => {
  for (const host of [
    'youtube.com.evil.example',
    'evil-youtube.com',
    'youtubeXcom',
    'www.www.youtube.com',
    'youtube.com@evil.example',
    'evil.example/youtube.com',
    'youtu.be.evil.example',
    'xn--youtub-n1a.com',
    'youtubе.com', // the e is Cyrillic
    'youtube.com:8080',
    'youtube.com:80@evil.example',
    'user:pass@www.youtube.com',
    '@www.youtube.com',
    'www.youtube.com%2eevil.example',
    'www.youtube.com\\@evil.example',
    'www.youtube.com\t.evil.example',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'constructor',
    '__proto__',
  ]) {
    assert.throws(() => parseVideoUrl(`https://${host}/watch?v=${youtubeId}`), isInvalidUrl, host);
  }
});

test('what is no web address is refused', () => {
  for (const text of [
    '',
    '   ',
    'video',
    'https://',
    'https:///www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https:www.youtube.com/watch?v=dQw4w9WgXcQ',
    'ftp://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '--exec=id',
    'ytsearch:cats',
    `https://www.youtube.com/watch?v=${youtubeId}&x=${'a'.repeat(2_048)}`,
    `https://www.you\u200btube.com/watch?v=${youtubeId}`,
    `https://www.youtube.com/watch?v=${youtubeId} https://youtu.be/${youtubeId}`,
  ]) {
    assert.throws(() => parseVideoUrl(text), isInvalidUrl, text);
  }
});

test('direct links only to listed hosts', () => {
  const directHosts = ['media.example.com', 'Other.example:8443', '*.cdn.example'];

  for (const [text, url] of [
    ['https://media.example.com/a/b.mp4?token=1#t=5', 'https://media.example.com/a/b.mp4?token=1'],
    ['http://MEDIA.example.com/a.mp4', 'http://media.example.com/a.mp4'],
    ['https://other.example:8443/a.mp4', 'https://other.example:8443/a.mp4'],
    ['https://eu.cdn.example/a.mp4', 'https://eu.cdn.example/a.mp4'],
  ] as const) {
    const expected = { platform: 'direct', videoId: url, url };
    assert.deepEqual(parseVideoUrl(text, { directHosts }), expected);
    assert.throws(() => parseVideoUrl(text), isInvalidUrl);
  }

  for (const text of [
    'https://media.example.com:8080/a.mp4',
    'https://other.example/a.mp4',
    'https://cdn.example/a.mp4',
    'https://evilcdn.example/a.mp4',
    'https://media.example.com.evil.example/a.mp4',
    'https://media.example.com@evil.example/a.mp4',
    'file://media.example.com/a.mp4',
  ]) {
    assert.throws(() => parseVideoUrl(text, { directHosts }), isInvalidUrl, text);
  }

  const own = parseVideoUrl(youtubeUrl, { directHosts: ['www.youtube.com'] });
  assert.equal(own.platform, 'youtube');
});

test('whatever comes in, what goes out is a canonical link of a platform, and reading it again changes nothing', () => {
  const part = fc.oneof(
    fc.constantFrom(
      'https://',
      'www.',
      'youtube.com',
      'youtu.be',
      '/',
      '?v=',
      '@',
      ':',
      '#',
      '.',
      '%2f',
    ),
    fc.constantFrom(
      'watch',
      'video',
      youtubeId,
      'instagram.com',
      'reel',
      'vm.tiktok.com',
      '\\',
      '\0',
    ),
    fc.string({ maxLength: 12 }),
  );
  const canonical =
    /^https:\/\/(www\.youtube\.com\/watch\?v=[\w-]{11}|(www|vm)\.tiktok\.com\/[\w.@/-]+|www\.instagram\.com\/[\w/-]+)$/;
  fc.assert(
    fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
      let read: ReturnType<typeof parseVideoUrl>;
      try {
        read = parseVideoUrl(parts.join(''));
      } catch (error) {
        assert.ok(isInvalidUrl(error));
        return;
      }

      assert.match(read.url, canonical);
      assert.deepEqual(parseVideoUrl(read.url), read);
    }),
    { numRuns: 3_000 },
  );
});

test('a refused host names the ways out, and whether direct links are one of them', () => {
  const refusal = (directHosts: readonly string[]): string => {
    try {
      parseVideoUrl('https://vimeo.example/1', { directHosts });
    } catch (error) {
      return (error as Fault).message;
    }
    return assert.fail('it is no video of a platform');
  };

  assert.match(refusal([]), /can be uploaded .*direct links to media files are off/);
  assert.match(refusal(['media.example']), /can be uploaded .*direct links .* are on, but not for/);
});
