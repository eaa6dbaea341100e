/** Results as files, requested over HTTP: headers, refusals, options; with a key and with a session. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { exportFormats, exportFormatTable, type Results } from '@reelsight/contract';
import { ApiError } from '../sdk/src/index.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { signUp } from './console/visitor.ts';
import { stalled } from './interface/stalled.ts';
import { type Owner, refused, type Subject, startSubject } from './interface/subject.ts';

const run = promisify(execFile);
const noCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'curl is not installed here';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject({ REELSIGHT_SIGN_UP: 'open' });
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const meta = { fps_used: 1, frames_analyzed: 2, engines: {} };
const video = { width: 1920, height: 1080, fps: 29.97 };
const box = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };

const results = {
  transcription: {
    text: 'Good morning.',
    language: 'en',
    duration_seconds: 60,
    word_count: 2,
    segments: [{ start: 1, end: 2.5, text: 'Good morning.', speaker: 1 }],
  },
  brands: [
    {
      name: 'Sony',
      confidence: 0.9,
      total_appearances: 1,
      first_seen: 3,
      last_seen: 5,
      appearances: [
        {
          timestamp: 4,
          timestamp_start: 3,
          timestamp_end: 5,
          visible_duration: 2,
          confidence: 0.9,
          context: 'on screen',
          source: 'visual',
          frame_url: '/v1/frames/job_1/proof-1.jpg',
        },
      ],
      frame_detections: [
        { timestamp: 4, confidence: 0.9, bounding_box: box, source: 'logo', verified: true },
      ],
    },
  ],
  shots: [{ start: 0, end: 60 }],
  on_screen_text: [{ text: 'Sony', start: 3, end: 5, bounding_box: box, confidence: 0.9 }],
  paid_segments: [],
  disclosures: [],
  storyboard: {
    version: 2,
    interval_ms: 30_000,
    timestamps_ms: [15_000, 45_000],
    count: 2,
    tile: { w: 580, h: 326 },
    grid: { cols: 8, rows: 8 },
    duration_ms: 60_000,
    sheets: ['/v1/frames/job_1/sheet-000.jpg'],
  },
  meta: { ...meta, video },
} as Results;

/** Creates a completed job and returns its id. */
async function completed(
  found: Results = results,
  fields: object = { capabilities: ['transcription', 'brands'] },
): Promise<string> {
  const { job_id } = await owner.job({ ...fields });
  await subject.worker.complete(job_id, found);
  return job_id;
}

const path = (id: string, format: string, query = '') =>
  `/v1/jobs/${id}/exports/${format}${query && `?${query}`}`;

describe('Exports', () => {
  test('each format has its media type, a file name of the title and an ETag', async () => {
    const id = await completed(
      { ...results, query_results: [] },
      { capabilities: ['transcription', 'brands', 'custom_query'], queries: ['Who is paid?'] },
    );
    for (const format of exportFormats) {
      const answer = await owner.get(path(id, format));
      assert.equal(answer.status, 200, answer.text);

      const { contentType, extension } = exportFormatTable[format];
      assert.equal(answer.headers.get('content-type'), contentType);
      assert.equal(
        answer.headers.get('content-disposition'),
        `attachment; filename="A video.${extension}"; filename*=UTF-8''A%20video.${extension}`,
      );
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');

      const length = Number(answer.headers.get('content-length'));
      assert.equal(length, Buffer.byteLength(answer.text));

      const etag = answer.headers.get('etag') ?? '';
      assert.match(etag, /^"[\w-]{27}"$/);

      const again = await owner.with({ 'If-None-Match': etag }).get(path(id, format));
      assert.deepEqual([again.status, again.text], [304, ''], format);

      const head = await fetch(subject.service.apiUrl + path(id, format), {
        method: 'HEAD',
        headers: owner.headers,
      });
      assert.deepEqual([head.status, head.headers.get('etag')], [200, etag]);
      // The file is not made to tell its length.
      assert.equal(head.headers.get('content-length'), null);
    }
  });

  test('options change the file and its ETag', async () => {
    const id = await completed();
    const all = await owner.get(path(id, 'csv'));
    const none = await owner.get(path(id, 'csv', 'name=Nike&bom=true'));

    assert.equal(all.text.split('\r\n').length, 3);
    assert.equal(none.text.split('\r\n').length, 2);
    assert.notEqual(all.headers.get('etag'), none.headers.get('etag'));

    const several = await owner.get(path(id, 'csv', 'name=Nike&name=SONY'));
    assert.equal(several.text, all.text);
    assert.equal((await owner.get(path(id, 'csv', 'name=Nike,%20sony'))).text, all.text);

    const many = `name=${'a,'.repeat(48)}Nike,sony`;
    assert.equal((await owner.get(path(id, 'csv', many))).text, all.text);

    const edl = await owner.get(path(id, 'edl', 'frame_rate=25&start_timecode=01:00:00:00'));
    assert.match(edl.text, / 00:00:03:00 00:00:05:00 01:00:03:00 01:00:05:00\n/);
    assert.match((await owner.get(path(id, 'edl'))).text, /FCM: DROP FRAME\n/);

    const coco = await owner.get(path(id, 'coco', 'frame_size=100x50'));
    assert.deepEqual(coco.json.annotations[0].bbox, [25, 25, 10, 10]);
  });

  test('links are those of the caller: of the key, or of the session', async () => {
    const { visitor, workspaceId } = await signUp(subject, 'Reader');
    await subject.operator.patch(`/admin/v1/workspaces/${workspaceId}`, { plan: 'scale' });
    await subject.operator.post(`/admin/v1/workspaces/${workspaceId}/credits`, {
      type: 'purchase',
      amount: 1000,
    });

    const home = `/console/v1/workspaces/${workspaceId}`;
    const made = await visitor.post(`${home}/v1/jobs`, {
      url: 'https://youtu.be/dQw4w9WgXcQ',
      capabilities: ['brands'],
    });
    assert.equal(made.status, 202, made.text);

    const id = made.json.data.job_id;
    await subject.worker.complete(id, results);

    const table = await visitor.get(`${home}${path(id, 'csv')}`);
    assert.equal(table.status, 200, table.text);

    const { apiUrl } = subject.service;
    assert.ok(table.text.includes(`${apiUrl}/jobs/${id}?t=3,`), table.text);
    assert.ok(table.text.includes(`${apiUrl}${home}/v1/frames/job_1/proof-1.jpg,`), table.text);

    const tiles = await visitor.get(`${home}${path(id, 'storyboard.vtt')}`);
    assert.ok(tiles.text.includes(`\n${home}/v1/frames/job_1/sheet-000.jpg#xywh=0,0,580,326\n`));
    refused(await owner.get(path(id, 'csv')), 404, 'JOB_NOT_FOUND');

    const own = await completed();
    const { text } = await owner.get(path(own, 'csv'));
    assert.ok(text.includes(`${apiUrl}/v1/frames/job_1/proof-1.jpg,`), text);
  });

  test('what cannot be made is refused with what is missing', async () => {
    const { job_id: pending } = await owner.job();
    refused(await owner.get(path(pending, 'srt')), 409, 'JOB_NOT_COMPLETED', 'pending');
    refused(await owner.get(path('job_0', 'srt')), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(path(pending, 'docx')), 404, 'NOT_FOUND', 'storyboard.vtt');
    refused(await owner.get(path(pending, '__proto__')), 404, 'NOT_FOUND', 'srt');

    const summary = { capabilities: ['summary'] };
    const bare = await completed({ meta } as Results, summary);
    const unavailable = 'EXPORT_UNAVAILABLE';
    refused(await owner.get(path(bare, 'srt')), 422, unavailable, 'transcription');
    refused(await owner.get(path(bare, 'coco')), 422, unavailable, 'brands or objects');
    assert.equal((await owner.get(path(bare, 'jsonl'))).text, '');

    const failed = await completed({ meta } as Results);
    refused(await owner.get(path(failed, 'vtt')), 422, unavailable, 'could not be made');

    const older = await completed({ brands: [], meta } as unknown as Results);
    refused(await owner.get(path(older, 'edl')), 422, unavailable, 'frame_rate');
    refused(await owner.get(path(older, 'cvat')), 422, unavailable, 'frame_size');
    refused(await owner.get(path(older, 'storyboard.vtt')), 422, unavailable, 'storyboard');
    assert.equal((await owner.get(path(older, 'edl', 'frame_rate=25'))).status, 200);
  });

  test('nonsense in options is refused by name', async () => {
    const id = await completed();
    const wrong: [string, string, string][] = [
      ['srt', 'max_line_chars=5', 'max_line_chars'],
      ['srt', 'max_line_chars=many', 'max_line_chars'],
      ['srt', 'max_lines=0', 'max_lines'],
      ['srt', 'max_lines=1&max_lines=2', 'max_lines'],
      ['edl', 'frame_rate=26', 'frame_rate'],
      ['edl', 'start_timecode=25:00:00:00', 'start_timecode'],
      ['edl', 'start_timecode=00:01:00:00', 'start_timecode'],
      ['edl', 'start_timecode=00:00:00:40&frame_rate=25', 'start_timecode'],
      ['coco', 'frame_size=0x5', 'frame_size'],
      ['coco', 'frame_size=99999x5', 'frame_size'],
      ['csv', 'name=', 'name'],
      ['csv', 'name=,', 'name'],
      ['csv', `name=${'a,'.repeat(51)}`, 'name'],
      ['csv', `name=Nike,${'a'.repeat(201)}`, 'name'],
      ['csv', 'bom=1', 'bom'],
    ];
    for (const [format, query, field] of wrong)
      refused(await owner.get(path(id, format, query)), 422, 'VALIDATION_FAILED', field);
  });

  test('a batch is one file over its completed jobs', async () => {
    const { batch_id, jobs } = await owner.batch({ capabilities: ['transcription', 'brands'] });
    const ids = jobs.map(({ job_id }: { job_id: string }) => job_id);
    const csv = (format = 'csv', query = '') =>
      owner.get(`/v1/batch/${batch_id}/exports/${format}${query}`);
    assert.match((await csv()).text, /^kind,name,[^\n]*,job_id,name_seconds,corrected\r\n$/);
    await subject.worker.complete(ids[0], results);
    await subject.worker.complete(ids[1], results);

    const table = await csv();
    assert.equal(table.headers.get('content-type'), 'text/csv; charset=utf-8; header=present');

    const rows = table.text.trim().split('\r\n').slice(1);
    assert.deepEqual(
      rows.map((row) => row.split(',').at(-3)),
      ids,
    );
    assert.equal((await csv('csv', '?name=Nike')).text.trim().split('\r\n').length, 1);

    const records = (await csv('jsonl')).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    assert.deepEqual(
      records.map(({ type, job_id }) => [type, job_id]),
      ids.flatMap((id: string) => [
        ['segment', id],
        ['appearance', id],
        ['shot', id],
        ['on_screen_text', id],
      ]),
    );
    refused(await csv('srt'), 404, 'NOT_FOUND', 'csv, jsonl');
    refused(await owner.get('/v1/batch/batch_0/exports/csv'), 404, 'BATCH_NOT_FOUND');

    const spoken = await owner.batch();
    const none = await owner.get(`/v1/batch/${spoken.batch_id}/exports/csv`);
    refused(none, 422, 'EXPORT_UNAVAILABLE', 'brands or objects');
  });

  test('the client reads files with the name the service gives them', async () => {
    const { client } = await subject.service.workspace('scale', 1000);
    const { job_id: id } = await client.jobs.create({
      url: 'https://youtu.be/dQw4w9WgXcQ',
      capabilities: ['transcription', 'brands'],
    });
    await assert.rejects(client.jobs.export(id, 'srt'), (error: ApiError) => {
      assert.ok(error instanceof ApiError);
      return error.code === 'JOB_NOT_COMPLETED';
    });
    await subject.worker.complete(id, results);

    const { blob, fileName } = await client.jobs.export(id, 'srt', { max_line_chars: 20 });
    assert.equal(await blob.text(), '1\n00:00:01,000 --> 00:00:02,500\nGood morning.\n');
    assert.equal(fileName, 'A video.srt');

    const none = await client.jobs.export(id, 'csv', { name: ['Nike', 'Puma'] });
    assert.equal((await none.blob.text()).trim().split('\r\n').length, 1);
  });

  test('the commands of docs/exports.md run as they stand', { skip: noCurl }, async () => {
    const page = await readFile(new URL('../docs/exports.md', import.meta.url), 'utf8');
    const commands = /```sh\n([^`]+)```/.exec(page)?.[1]?.trim().split('\n') ?? [];
    assert.ok(commands.length >= 6);

    const { batch_id, jobs } = await owner.batch();
    await subject.worker.complete(jobs[0].job_id, results);

    const job = await completed();
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-exports-'));
    const env = { URL: subject.service.apiUrl, KEY: owner.apiKey, JOB: job, BATCH: batch_id };

    for (const command of commands)
      await run('sh', ['-c', command], { cwd: folder, env: { ...process.env, ...env } });

    const files = (await readdir(folder)).toSorted();
    assert.deepEqual(files, [
      ...['A video.srt', 'annotations.json', 'brands.csv'],
      ...['markers.edl', 'results.jsonl', 'results.zip', 'subtitles.vtt'],
    ]);
    for (const file of files) assert.ok((await stat(join(folder, file))).size > 0, file);
    await rm(folder, { recursive: true });
  });

  test('what nobody reads is bounded: files, results, and batches; other workspaces are not held up', async () => {
    const tight = await startSubject({
      REELSIGHT_UNSENT_MB_OF_WORKSPACE: '20',
      REELSIGHT_UNSENT_MB: '60',
    });
    try {
      const one = await tight.owner('scale', 100_000);
      const detection = { timestamp: 4, confidence: 0.9, bounding_box: box, source: 'logo' };
      const frame_detections = Array(60_000).fill({ ...detection, verified: true });
      const brands = results.brands?.map((brand) => ({ ...brand, frame_detections }));
      const { batch_id, jobs } = await one.batch({ capabilities: ['brands'] });
      for (const { job_id } of jobs)
        await tight.worker.complete(job_id, { meta: results.meta, brands } as Results);

      const id = jobs[0].job_id;
      const paths = [path(id, 'coco'), `/v1/jobs/${id}`];
      for (const path of paths) {
        const readers = stalled(one, path, 8);
        const statuses = await Promise.all(readers.map(({ status }) => status));
        assert.ok(statuses.filter((status) => status === 200).length <= 3, path);

        const answer = await one.get(path);
        refused(answer, 429, 'RATE_LIMITED', 'have not been read');
        // The busy workspace still gets small answers, and other workspaces get everything.
        assert.equal((await one.get('/v1/account')).status, 200);

        const other = await tight.owner('scale', 1000);
        assert.equal((await other.get('/v1/jobs')).status, 200);
        for (const { socket } of readers) socket.destroy();
        await waitFor(async () => assert.equal((await one.get(path)).status, 200));
      }

      const batch = `/v1/batch/${batch_id}/exports/jsonl`;
      const whole = await one.get(batch);
      const readers = stalled(one, batch, 8);
      await Promise.any(readers.map(({ status }) => status));
      await sleep(1000);

      const held = process.memoryUsage().arrayBuffers / 1e6;
      assert.ok(held < 200, `${held.toFixed(0)} MB`);
      for (const { socket } of readers) socket.destroy();
      await waitFor(async () => assert.equal((await one.get(batch)).text, whole.text));
    } finally {
      await tight.close();
    }
  });

  test('many at once are all answered, and a client that leaves holds up nobody', async () => {
    const id = await completed();
    const { apiUrl } = subject.service;
    const leaving = new AbortController();
    const left = fetch(apiUrl + path(id, 'csv'), {
      headers: owner.headers,
      signal: leaving.signal,
    }).catch(() => 'left');

    leaving.abort();
    await left;

    const all = await Promise.all(Array.from({ length: 20 }, () => owner.get(path(id, 'cvat'))));
    assert.deepEqual([...new Set(all.map(({ status }) => status))], [200]);
  });
});
