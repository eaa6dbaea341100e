/** The project's WebVTT files as a real browser reads them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { exported, exportedJob, spoken } from '../../server/testing/exported.ts';
import { openBrowser, visit, withoutBrowser } from './browser.ts';

interface Cue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Text of the cue as the browser shows it. */
  readonly shown: string;
}

/** This function runs in the page. */
const readTrack = `async ([text, kind]) => {
  const track = document.createElement('track');
  track.kind = kind;
  track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
  const loaded = new Promise((resolve, reject) => {
    track.onload = resolve;
    track.onerror = reject;
  });
  document.querySelector('video').append(track);
  track.track.mode = 'hidden';
  await loaded;
  return Array.from(track.track.cues, (cue) => ({
    start: cue.startTime,
    end: cue.endTime,
    text: cue.text,
    shown: cue.getCueAsHTML().textContent,
  }));
}`;

describe('WebVTT in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  /** The cues that a `<track>` of this kind reads. */
  async function cuesOf(vtt: string, kind: 'metadata' | 'subtitles'): Promise<Cue[]> {
    const { page, faults, close } = await visit(browser);
    await page.setContent('<video></video>');
    const cues = (await page.evaluate(`(${readTrack})(${JSON.stringify([vtt, kind])})`)) as Cue[];
    assert.deepEqual(faults, []);
    await close();
    return cues;
  }

  test('tiles of the storyboard are cues with their place on a sheet', async () => {
    const storyboard = {
      version: 2 as const,
      interval_ms: 1000,
      timestamps_ms: [500, 1500, 2500],
      count: 3,
      tile: { w: 580, h: 326 },
      grid: { cols: 2, rows: 1 },
      duration_ms: 3000,
      sheets: ['/v1/frames/job_1/a.jpg', '/v1/frames/job_1/b.jpg'],
    };
    const job = exportedJob({ results: { brands: [], storyboard } });
    const cues = await cuesOf(exported('storyboard.vtt', job), 'metadata');

    assert.deepEqual(
      cues.map(({ start, end, text }) => [start, end, text]),
      [
        [0, 1, '/v1/frames/job_1/a.jpg#xywh=0,0,580,326'],
        [1, 2, '/v1/frames/job_1/a.jpg#xywh=580,0,580,326'],
        [2, 3, '/v1/frames/job_1/b.jpg#xywh=0,0,580,326'],
      ],
    );
  });

  test('subtitles show what is said, and nothing else', async () => {
    const text = 'a --> b <b>bold</b> &amp; <v X> ナイキ نايك';
    const segments = [
      { start: 1, end: 4, text, speaker: 2 },
      { start: 36_000, end: 36_002, text: 'Later.' },
    ];
    const job = exportedJob({ results: spoken(segments, 36_010) });
    const cues = await cuesOf(exported('vtt', job, { maxLineChars: 200 }), 'subtitles');

    assert.deepEqual(
      cues.map(({ start, end, shown }) => [start, end, shown]),
      [
        [1, 4, text],
        [36_000, 36_002, 'Later.'],
      ],
    );
    assert.match(cues[0]?.text ?? '', /^<v Speaker 2>/);
  });

  test('a file without speech is a track without cues', async () => {
    assert.deepEqual(
      await cuesOf(exported('vtt', exportedJob({ results: spoken([]) })), 'subtitles'),
      [],
    );
  });
});
