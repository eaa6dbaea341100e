/** When a download asks YouTube for its label. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  startYoutubeInterface,
  video,
  type YoutubeInterface,
} from '../../../testing/sources/youtube-interface.ts';
import { waitFor } from '../../../testing/wait-for.ts';
import type { Sources } from '../../sources/sources.ts';
import { readConfig } from '../settings/config.ts';
import { downloadPort } from './source-ports.ts';

let youtube: YoutubeInterface;
before(async () => {
  youtube = await startYoutubeInterface();
  youtube.videos.set('AbCdEfGhIjK', video({ hasPaidProductPlacement: true }));
});
after(() => youtube.close());

/** Downloads a video that yt-dlp describes twice; `whileItRuns` is called before the download ends. */
async function downloaded(
  youtubeId: string | null,
  key: string,
  whileItRuns: () => Promise<void> = async () => undefined,
) {
  const info = { youtubeId, videoId: null, metadata: { title: 'Bread' } };
  const sources = {
    parse: (url: string) => url,
    download: async ({ onInfo }: { onInfo: (described: typeof info) => void }) => {
      onInfo(info);
      onInfo(info);
      await whileItRuns();
      return { path: 'video.mp4', info, captions: null };
    },
  } as unknown as Sources;
  const settings = readConfig({
    REELSIGHT_YOUTUBE_API_KEY: key,
    REELSIGHT_YOUTUBE_API_URL: youtube.url,
  });
  youtube.requests.length = 0;

  const { metadata } = await downloadPort(settings.sources, sources, assert.fail).download({
    url: 'https://www.youtube.com/watch?v=AbCdEfGhIjK',
    workspaceId: 'ws_a',
    folder: '.',
    looks: true,
    captions: null,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return metadata;
}

test('the label is asked for once, while the video is downloaded', async () => {
  const metadata = await downloaded('AbCdEfGhIjK', youtube.key, () =>
    waitFor(() => assert.equal(youtube.requests.length, 1)),
  );
  assert.deepEqual(metadata, { title: 'Bread', paid_promotion: true });
  assert.equal(youtube.requests.length, 1);
});

test('without a key, and for a video from elsewhere, nothing is asked and nothing is said', async () => {
  assert.deepEqual(await downloaded('AbCdEfGhIjK', ''), { title: 'Bread' });
  assert.deepEqual(await downloaded(null, youtube.key), { title: 'Bread' });
  assert.deepEqual(youtube.requests, []);
});
