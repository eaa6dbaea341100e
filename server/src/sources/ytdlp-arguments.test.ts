import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonArguments, type RunTerms } from './ytdlp-arguments.ts';

const platform = {
  extractorArguments: ['youtube:player_client=tv,web'],
  pluginsDir: '/plugins',
  tokenProvider: 'http://127.0.0.1:4416',
};
const terms = (change: Partial<RunTerms> = {}): string =>
  commonArguments({
    video: { platform: 'youtube', url: 'https://www.youtube.com/watch?v=AAAAAAAAAAA' },
    version: '2026.10.31',
    cacheDir: undefined,
    platform,
    ...change,
  }).join(' ');

test('a version is only given options it knows', () => {
  const now = terms();
  assert.ok(now.includes(`--js-runtimes node:${process.execPath}`), now);
  assert.match(now, /--plugin-dirs \/plugins/);
  const old = terms({ version: '2023.03.04' });
  assert.doesNotMatch(old, /--js-runtimes|--plugin-dirs/);
  assert.match(old, /--extractor-args youtube:player_client=tv,web/);
});

test('platforms get the arguments of the operator, YouTube the provider, direct links neither', () => {
  assert.match(terms(), /--extractor-args youtubepot-bgutilhttp:base_url=http:\/\/127/);
  const tiktok = { platform: 'tiktok', url: 'https://www.tiktok.com/@a/video/1' } as const;
  assert.doesNotMatch(terms({ video: tiktok }), /youtubepot/);
  const direct = { platform: 'direct', url: 'https://media.example/a.mp4' } as const;
  assert.doesNotMatch(terms({ video: direct }), /--extractor-args|--plugin-dirs/);
});
