/**
 * A platform's captions used as the transcript, through the whole service and the real yt-dlp, with a made-up platform.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Job } from '../sdk/src/index.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import {
  installedYtdlp,
  type MadeUpYoutube,
  startMadeUpYoutube,
} from '../server/testing/sources/made-up-youtube.ts';

const sample = fileURLToPath(new URL('../media/sample.mp4', import.meta.url));

const vtt = (...lines: string[]) =>
  `WEBVTT\n\n${lines.map((text, index) => `00:0${index * 4}.000 --> 00:0${index * 4 + 3}.500\n${text}`).join('\n\n')}\n`;
const words = ['un', 'pan', 'cada', 'mañana', 'con', 'sal'];
const json3 = JSON.stringify({
  events: [
    {
      tStartMs: 0,
      dDurationMs: 9000,
      segs: words.map((utf8, index) => ({ utf8: ` ${utf8}`, tOffsetMs: index * 1200 })),
    },
  ],
});

/** What the made-up platform says about each video. */
const videos = {
  peopleAAAAA: { language: 'en', subtitles: { en: 'en.vtt', de: 'de.vtt' } },
  spanishAAAA: { language: 'es', automatic_captions: { en: 'de.vtt', es: 'es.json3' } },
  machineAAAA: { language: 'en', automatic_captions: { en: 'en.vtt' } },
  signsAAAAAA: { language: 'en', subtitles: { en: 'signs.vtt' } },
} as const;

const skip = installedYtdlp ? false : 'yt-dlp is not installed';
describe('captions of a platform', { skip }, () => {
  let folder: string;
  let youtube: MadeUpYoutube;
  let service: TestService;
  let workspace: TestWorkspace;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-captions-'));
    const texts = {
      'en.vtt': vtt('Our bread needs four things.', 'Flour, water, salt and time.'),
      'de.vtt': vtt('Brot braucht vier Dinge.'),
      'signs.vtt': 'WEBVTT\n\n00:01.000 --> 00:01.500\nBAKERY\n',
      'es.json3': json3,
    };
    const files: Record<string, string> = {};

    for (const [name, text] of Object.entries(texts)) {
      files[name] = join(folder, name);
      await writeFile(join(folder, name), text);
    }

    youtube = await startMadeUpYoutube({ media: sample, files, videos: described });
    service = await startTestService({ ...youtube.settings, REELSIGHT_ROLE: 'all' });
    workspace = await service.workspace();
  });

  after(async () => {
    await service.close();
    await youtube.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The videos with the addresses of their captions. */
  function described(urlOf: (name: string) => string) {
    const captionsIn = (list: Record<string, string>) =>
      Object.fromEntries(
        Object.entries(list).map(([language, name]) => [
          language,
          [{ ext: name.split('.')[1], url: urlOf(name) }],
        ]),
      );
    return Object.fromEntries(
      Object.entries(videos).map(([id, { language, ...lists }]) => [
        id,
        {
          language,
          ...Object.fromEntries(
            Object.entries(lists).map(([list, captions]) => [list, captionsIn(captions)]),
          ),
        },
      ]),
    );
  }

  async function analysed(id: keyof typeof videos, ask: object = {}): Promise<Job> {
    const url = `https://www.youtube.com/watch?v=${id}`;
    const made = await workspace.client.jobs.create({
      url,
      capabilities: ['transcription', 'summary'],
      ...ask,
    });
    const signal = AbortSignal.timeout(240_000);
    const job = await workspace.client.jobs.wait(made.job_id, { signal });
    assert.equal(job.status, 'completed', JSON.stringify(job.error));

    return job;
  }

  const engineOf = (job: Job) => job.results?.meta.engines?.speech;
  const textOf = (job: Job) => job.results?.transcription?.text;
  const breadText = 'Our bread needs four things. Flour, water, salt and time.';

  test('by people: they are the transcript, with their language and their source', async () => {
    const job = await analysed('peopleAAAAA');
    assert.equal(engineOf(job), 'youtube captions');
    assert.equal(textOf(job), breadText);
    assert.equal(job.results?.transcription?.language, 'en');
    assert.deepEqual(
      job.results?.transcription?.segments.map(({ start, end }) => [start, end]),
      [
        [0, 3.5],
        [4, 7.5],
      ],
    );
    assert.equal(job.results?.meta.diarization_unavailable, true);
    assert.equal(job.results?.meta.transcription_degraded, undefined);

    assert.match(job.results?.summary?.text ?? '', /bread/);
  });

  test('a later job on the same video has them from the held media, or hears the sound if it wants', async () => {
    const again = await analysed('peopleAAAAA');
    assert.equal(again.results?.meta.media_reused, true);
    assert.equal(textOf(again), breadText);

    const heard = await analysed('peopleAAAAA', { captions: 'none' });
    assert.match(engineOf(heard) ?? '', /^moonshine/);
    assert.notEqual(textOf(heard), breadText);

    const german = await analysed('peopleAAAAA', { language: 'de' });
    assert.notEqual(textOf(german), breadText, 'they are in another language than the caller says');
  });

  test('by a machine: where no engine knows the language, with the times of words', async () => {
    const job = await analysed('spanishAAAA');
    assert.equal(engineOf(job), 'youtube automatic captions');
    assert.equal(job.results?.transcription?.language, 'es');
    assert.equal(textOf(job), words.join(' '));
    const [segment] = job.results?.transcription?.segments ?? [];
    assert.deepEqual(segment?.words?.[1], { text: 'pan', start: 1.2, end: 2.4 });
  });

  test('by a machine: else only on request', async () => {
    const heard = await analysed('machineAAAA');
    assert.match(engineOf(heard) ?? '', /^moonshine/);

    const asked = await analysed('machineAAAA', { captions: 'any' });
    assert.match(engineOf(asked) ?? '', /^moonshine/, 'the held media has none');
    await workspace.client.jobs.delete(heard.job_id);
    await workspace.client.jobs.delete(asked.job_id);

    const fetched = await analysed('machineAAAA', { captions: 'any' });
    assert.equal(engineOf(fetched), 'youtube automatic captions');
    assert.equal(textOf(fetched), breadText);
  });

  test('captions of a sign alone are no transcript', async () => {
    assert.match(engineOf(await analysed('signsAAAAAA')) ?? '', /^moonshine/);
  });
});
