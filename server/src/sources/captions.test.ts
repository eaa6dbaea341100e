/** Which captions are considered to match the speech. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aboutIn, cuesIn } from './caption-reader.ts';
import { chooseCaptions } from './captions.ts';

const list = (...keys: string[]) => Object.fromEntries(keys.map((key) => [key, [{ ext: 'vtt' }]]));
const never = { language: null, automatic: () => false };
const always = { language: null, automatic: () => true };

test('people before machines, and only in the language that is spoken', () => {
  const raw = {
    language: 'en',
    subtitles: list('de', 'en-GB', 'live_chat'),
    automatic_captions: list('de', 'en', 'en-orig', 'fr'),
  };
  const people = { key: 'en-GB', list: 'subtitles', language: 'en-GB', automatic: false };
  assert.deepEqual(chooseCaptions(raw, 'youtube', never), people);
  assert.deepEqual(chooseCaptions(raw, 'youtube', always), people);

  const translated = { ...raw, subtitles: list('de') };
  assert.equal(
    chooseCaptions(translated, 'youtube', never),
    null,
    'a translation is no transcript',
  );

  assert.deepEqual(chooseCaptions(translated, 'youtube', always), {
    key: 'en-orig',
    list: 'automatic_captions',
    language: 'en',
    automatic: true,
  });
});

test('the caller’s hint, else the platform’s word, else the language its machine heard', () => {
  const both = { subtitles: list('en', 'es') };
  assert.equal(chooseCaptions(both, 'youtube', never), null, 'nobody knows the language');
  assert.equal(chooseCaptions(both, 'youtube', { ...never, language: 'es-MX' })?.key, 'es');

  const heard = { ...both, automatic_captions: list('en', 'es', 'es-orig') };
  assert.equal(chooseCaptions(heard, 'youtube', never)?.key, 'es');

  const formats = [
    { language: 'de', language_preference: -1 },
    { language: 'en', language_preference: 10 },
    { language: 'en', language_preference: 10 },
    null,
  ];
  assert.equal(chooseCaptions({ ...both, formats }, 'youtube', never)?.key, 'en');

  const dubbed = [{ language: 'en' }, { language: 'es' }];
  assert.equal(chooseCaptions({ ...both, formats: dubbed }, 'youtube', never), null);

  const other = { ...never, language: 'ja' };
  assert.equal(chooseCaptions({ ...heard, language: 'es' }, 'youtube', other), null);
  assert.equal(chooseCaptions(both, 'youtube', { ...never, language: '?!' }), null);
});

test('by a machine only where the job takes them; TikTok does not say who wrote them', () => {
  const only = (language: string) => (code: string) => code.startsWith(language);
  const raw = { language: 'es', automatic_captions: list('es', 'en') };
  assert.equal(chooseCaptions(raw, 'youtube', { language: null, automatic: only('fr') }), null);

  const spanish = chooseCaptions(raw, 'youtube', { language: null, automatic: only('es') });
  assert.equal(spanish?.key, 'es');

  const tiktok = { language: 'en', subtitles: list('eng-US') };
  assert.equal(chooseCaptions(tiktok, 'tiktok', never), null);
  assert.deepEqual(chooseCaptions(tiktok, 'tiktok', always), {
    key: 'eng-US',
    list: 'subtitles',
    language: 'en-US',
    automatic: true,
  });
});

test('what a platform says of a video is read in a thread, whatever it is', async () => {
  const signal = AbortSignal.timeout(60_000);
  const said = {
    language: 'en',
    subtitles: { en: [{ url: 'x' }], de: [] },
    formats: [{ language: 'en', language_preference: 10, url: 'x' }, null],
    description: 'x'.repeat(1000),
  };
  assert.deepEqual(await aboutIn(JSON.stringify(said), signal), {
    language: 'en',
    subtitles: { en: true, de: true },
    automatic_captions: {},
    formats: [
      { language: 'en', language_preference: 10 },
      { language: undefined, language_preference: undefined },
    ],
  });

  for (const text of ['', 'null', '{"formats":', '['.repeat(1_000_000)])
    assert.equal(await aboutIn(text, signal), null, text.slice(0, 20));

  const before = process.threadCpuUsage();
  assert.deepEqual(await cuesIn(`WEBVTT\n\n${'<'.repeat(1_000_000)}`, signal), []);

  const { user } = process.threadCpuUsage(before);
  assert.ok(user < 300_000, `${user} µs on this thread`);
  await assert.rejects(cuesIn('WEBVTT\n\n', AbortSignal.abort(new Error('gone'))), /gone|abort/i);
});

test('names that would be a pattern, and lists that are none, are left alone', () => {
  const raw = { language: 'en', subtitles: { 'e.*': [], all: [], 'en|de': [] } };
  assert.equal(chooseCaptions(raw, 'youtube', always), null);
  for (const subtitles of [null, 'en', 7, []])
    assert.equal(chooseCaptions({ language: 'en', subtitles }, 'youtube', always), null);
});
