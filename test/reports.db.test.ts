/**
 * Reports from the call to the files: made by the worker's own function and its thread, from stored results and frames.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { csvMark } from '@reelsight/contract/csv';
import sharp from 'sharp';
import { makeReport } from '../server/src/jobs/make-report.ts';
import type { Storage } from '../server/src/storage/storage.ts';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { officeParts } from '../server/testing/office-file.ts';
import {
  accepted,
  dayMs,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
let storage: Storage;
/** Making reports waits for this promise. */
let open: Promise<void> = Promise.resolve();

before(async () => {
  subject = await startSubject();
  owner = await subject.owner('scale', 100_000);
  storage = await subject.storage();
  await subject.makeReports(() => open);
});
after(() => subject.close());

const box = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };

const seen = (name: string, spans: [number, number][], frame?: string) => ({
  name,
  confidence: 0.9,
  total_appearances: spans.length,
  first_seen: spans[0]?.[0],
  last_seen: spans.at(-1)?.[1],
  appearances: spans.map(([from, to]) => ({
    timestamp: from,
    timestamp_start: from,
    timestamp_end: to,
    visible_duration: to - from,
    confidence: 0.9,
    context: 'on screen',
    source: 'visual',
    surface: 'jersey-front',
    ...(frame && { frame_url: frame, bounding_box: box }),
  })),
  frame_detections: spans.map(([timestamp]) => ({
    timestamp,
    confidence: 0.9,
    bounding_box: box,
    source: 'logo',
    verified: true,
  })),
});

const resultsWith = (...brands: object[]): Results =>
  ({
    brands,
    meta: { fps_used: 1, frames_analyzed: 2, engines: { text: 'pp-ocr v4-mobile' } },
  }) as Results;

/** Creates a completed job with a proof frame of its first brand, and returns its id. */
async function completed(of: Owner = owner, results?: Results): Promise<string> {
  const { job_id } = await of.job({ capabilities: ['brands'] });
  const key = storageKey('frames', of.tenantId, job_id, 'proof-000001.jpg');
  const picture = sharp({
    create: { width: 640, height: 360, channels: 3, background: '#336699' },
  });
  await storage.put(key, await picture.jpeg().toBuffer());

  const frame = `/v1/frames/${job_id}/proof-000001.jpg`;
  const found = [
    seen('Sony', [[3, 5.5]], frame),
    seen('=نايك', [
      [4, 5],
      [9, 10],
    ]),
  ];
  await subject.worker.complete(job_id, results ?? resultsWith(...found));

  return job_id;
}

const ask = async (body: object, of = owner): Promise<Json> =>
  accepted(await of.post('/v1/reports', body), 202);

async function ended(id: string, of = owner): Promise<Json> {
  for (;;) {
    const report = accepted(await of.get(`/v1/reports/${id}`), 200);
    if (report.status !== 'pending') return report;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const file = async (url: string): Promise<Buffer> => {
  const response = await fetch(subject.service.apiUrl + url, { headers: owner.headers });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
};

describe('A report', () => {
  test('of two videos has all four files, with the numbers of the exposure', async () => {
    const ids = [await completed(), await completed()];
    const made = await ask({ title: 'Spring', job_ids: [...ids, ids[0]] });
    const report = await ended(made.report_id);
    assert.equal(report.status, 'ready', JSON.stringify(report));
    assert.deepEqual([report.title, report.videos, report.videos_done], ['Spring', 2, 2]);
    assert.deepEqual(
      report.files.map(({ format }: Json) => format),
      ['html', 'pdf', 'csv', 'json'],
    );

    const [html, pdf, csv, json] = await Promise.all(
      report.files.map(({ url }: Json) => file(url)),
    );
    for (const [index, one] of [html, pdf, csv, json].entries())
      assert.equal(one.length, report.files[index].size_bytes);

    const exposure = accepted(await owner.post('/v1/exposure', { job_ids: ids }), 200);
    assert.deepEqual(JSON.parse(String(json)).exposure, exposure);
    assert.equal(pdf.toString('latin1', 0, 5), '%PDF-');
    assert.match(String(html), /<h1><bdi>Spring<\/bdi><\/h1>/);
    assert.match(String(html), /<p class="line">Videos analysed \d+ [A-Z][a-z]+ \d{4}/);
    assert.ok(String(html).includes('src="data:image/jpeg;base64,'));
    assert.ok(String(html).includes(`${subject.service.apiUrl}/jobs/${ids[0]}?t=3`));
    assert.ok(!/<script|src="http|url\(http/.test(String(html)));

    const lines = String(csv).split('\r\n');
    assert.ok(
      lines[0]?.startsWith(`${csvMark}job,title,brand,source,surface,start,end,seconds,size`),
    );
    assert.equal(lines.length, 1 + 6 + 1);
    assert.match(
      String(csv),
      new RegExp(`${ids[1]},A video,Sony,visual,jersey-front,3,5.5,2.5,0.02,`),
    );
    assert.ok(String(csv).includes(",'=نايك,"), 'no formula');
  });

  test('holds what people corrected, marked', async () => {
    const id = await completed();
    const renamed = { kind: 'rename', target: 'brand', name: 'Sony', new_name: 'Sony Music' };
    accepted(await owner.post(`/v1/jobs/${id}/corrections`, renamed), 201);

    const { report_id } = await ask({ job_ids: [id], formats: ['html', 'csv'] });
    const { files } = await ended(report_id);
    const [html, csv] = await Promise.all(files.map(({ url }: Json) => file(url)));
    assert.match(String(csv), /,Sony Music,visual,[^\r]*,true,http/);
    assert.ok(!/,Sony,/.test(String(csv)));
    assert.ok(String(html).includes('A person corrected 1 appearance;'));
  });

  test('is sent as a file that runs nothing', async () => {
    const { report_id } = await ask({ job_ids: [await completed()], formats: ['html'] });
    const { files, title } = await ended(report_id);
    assert.equal(title, 'A video');

    const { headers } = await owner.get(files[0].url);
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="A video.html"; filename*=UTF-8''A%20video.html`,
    );
    assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    refused(await owner.get(`/v1/reports/${report_id}/files/pdf`), 404, 'NOT_FOUND', 'html');
    refused(await owner.get(`/v1/reports/${report_id}/files/exe`), 404, 'NOT_FOUND');
  });

  test('has the logo, and says what it has no page for', async () => {
    const png = await sharp({ create: { width: 300, height: 100, channels: 4, background: 'red' } })
      .png()
      .toBuffer();
    const logo = `data:image/png;base64,${png.toString('base64')}`;
    const none = await completed(owner, resultsWith());
    const { report_id } = await ask({ job_ids: [none], logo, formats: ['html', 'pdf'] });
    const { files, status } = await ended(report_id);
    assert.equal(status, 'ready');

    const html = String(await file(files[0].url));
    assert.match(html, /<img class="logo"/);
    assert.match(html, /No brand was found in these videos/);

    const bad = { job_ids: [none], logo: 'data:image/png;base64,AAAA' };
    refused(await owner.post('/v1/reports', bad), 422, 'VALIDATION_FAILED', 'logo');

    // The logo is checked before any job is looked up. An empty text is no picture.
    const unknown = { job_ids: ['job_unknown'], logo: '' };
    refused(await owner.post('/v1/reports', unknown), 422, 'VALIDATION_FAILED', 'logo');

    const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const svg = Buffer.from(script).toString('base64');
    const pdf = Buffer.from('%PDF-1.7 no picture').toString('base64');
    const cut = png.subarray(0, png.length / 2).toString('base64');
    for (const worse of [
      '<svg onload=alert(1)>',
      `data:image/svg+xml;base64,${svg}`,
      svg,
      pdf,
      cut,
    ])
      refused(
        await owner.post('/v1/reports', { job_ids: [none], logo: worse }),
        ...([422, 'VALIDATION_FAILED', 'logo'] as const),
      );

    const large = await owner.post('/v1/reports', { job_ids: [none], logo: 'A'.repeat(3_000_000) });
    assert.ok([413, 422].includes(large.status), `${large.status}`);
  });

  test('of a batch takes what is completed and says what is not', async () => {
    const batch = await owner.batch({ capabilities: ['brands'] });
    const body = { batch_id: batch.batch_id, formats: ['html'] };
    refused(await owner.post('/v1/reports', body), 409, 'JOB_NOT_COMPLETED');
    await subject.worker.complete(batch.jobs[0].job_id, resultsWith(seen('Sony', [[1, 2]])));
    const { files, title, videos, videos_chosen } = await ended((await ask(body)).report_id);
    assert.deepEqual([title, videos, videos_chosen], ['Group of 1 of 2 videos', 1, 2]);
    assert.match(String(await file(files[0].url)), /<b>1 of 2<\/b><span>videos/);

    accepted(await owner.patch(`/v1/batch/${batch.batch_id}`, { name: 'Spring' }), 200);
    const named = await ended((await ask({ ...body, formats: ['json'] })).report_id);
    assert.equal(named.title, 'Spring (1 of 2 videos)');
    assert.match(String(await file(files[0].url)), /1 video of the group left out: pending\./);
  });

  test('is a summary unless more is asked for, with a spreadsheet and slides where they are named', async () => {
    const id = await completed();
    const formats = ['html', 'xlsx', 'pptx'];
    const summary = await ended((await ask({ job_ids: [id], formats })).report_id);
    const [html, xlsx, pptx] = await Promise.all(summary.files.map(({ url }: Json) => file(url)));
    assert.deepEqual(
      summary.files.map(({ format }: Json) => format),
      formats,
    );
    assert.ok(!String(html).includes('class="page brand"'));
    const strings = officeParts(xlsx).get('xl/sharedStrings.xml')?.toString() ?? '';
    assert.ok(strings.includes('Share of screen time') && strings.includes('Sony'));
    assert.ok([...officeParts(pptx).keys()].some((path) => path.startsWith('ppt/media/')));

    const full = await ended(
      (await ask({ job_ids: [id], formats: ['html'], detail: 'full' })).report_id,
    );
    assert.match(String(await file(full.files[0].url)), /class="page brand"/);
    const refusal = await owner.post('/v1/reports', { job_ids: [id], detail: 'endless' });
    refused(refusal, 422, 'VALIDATION_FAILED', 'detail');
  });

  test('stays when its jobs are deleted; one whose jobs are all gone fails', async () => {
    const kept = await completed();
    const gone = await completed();
    let release = () => {};
    open = new Promise((resolve) => {
      release = resolve;
    });

    const both = await ask({ job_ids: [kept, gone], formats: ['html'] });
    const lost = await ask({ job_ids: [gone] });

    accepted(await owner.delete(`/v1/jobs/${gone}`), 204);
    release();

    const report = await ended(both.report_id);
    assert.match(String(await file(report.files[0].url)), /1 job was deleted before/);

    const failed = await ended(lost.report_id);
    assert.deepEqual([failed.status, failed.error.code], ['failed', 'JOB_NOT_FOUND']);
    assert.equal(failed.error.message, 'All jobs of the report were deleted.');
    accepted(await owner.delete(`/v1/jobs/${kept}`), 204);
    await subject.quiet();
    assert.ok((await file(report.files[0].url)).length > 1000);
  });

  test('leaves out a job that is deleted while it is made, and one without brands, and says so', async () => {
    const kept = await completed();
    const going = await completed();
    const bare = await completed(owner, { meta: resultsWith().meta } as Results);

    // Simulates a deletion that is committed after the jobs were looked up.
    for (const table of ['job_results', 'job_exposures'])
      await subject.domain.db.query(`delete from ${table} where job_id = $1`, [going]);

    const { report_id } = await ask({ job_ids: [kept, going, bare], formats: ['html', 'json'] });
    const { files, videos_done } = await ended(report_id);
    assert.equal(videos_done, 3);

    const report = JSON.parse(String(await file(files[1].url)));
    assert.deepEqual(report.missing, [
      '1 job was deleted before the report was made.',
      '1 video left out: no brands in the results.',
    ]);
    assert.deepEqual(
      report.videos.map(({ job_id }: Json) => job_id),
      [kept],
    );

    const own = await owner.post('/v1/exposure', { job_ids: [kept] });
    assert.deepEqual(report.exposure, own.json.data);

    const none = await ended((await ask({ job_ids: [bare] })).report_id);
    assert.deepEqual([none.status, none.error.code], ['failed', 'EXPORT_UNAVAILABLE']);
    assert.match(none.error.message, /^The results of these jobs hold no brands: .*\.$/);
  });

  test('says which pictures are gone, or are none', async () => {
    const id = await completed();
    const key = storageKey('frames', owner.tenantId, id, 'proof-000001.jpg');
    await storage.delete(key);
    const { report_id } = await ask({ job_ids: [id], formats: ['html', 'pdf'] });
    const { files, status } = await ended(report_id);
    assert.equal(status, 'ready');
    const gone = /The frame is no longer stored, or is damaged\./;
    assert.match(String(await file(files[0].url)), gone);

    await storage.put(key, Buffer.from('this is no picture'));
    const formats = ['html', 'pdf', 'pptx'];
    const again = await ended((await ask({ job_ids: [id], formats })).report_id);
    assert.equal(again.status, 'ready');
    assert.match(String(await file(again.files[0].url)), gone);
  });

  test('that meets a passing fault is tried again, and has failed after the last try', async () => {
    let release = () => {};
    open = new Promise((resolve) => {
      release = resolve;
    });

    const jobs = [await completed()];
    const made = [await ask({ job_ids: jobs }), await ask({ job_ids: jobs, formats: ['csv'] })];
    const [lost, again] = made.map(({ report_id }) => report_id);
    const full = {
      ...storage,
      get: storage.get.bind(storage),
      put: () => Promise.reject(new Error('away')),
    };
    const attempt = (reportId: string, triedAgain: boolean, at: object = full) =>
      makeReport(
        { domain: subject.domain, storage: at as Storage, log: () => undefined },
        { id: '', data: { reportId }, signal: new AbortController().signal, triedAgain },
      );
    await assert.rejects(attempt(again, true), /away/);
    assert.equal(accepted(await owner.get(`/v1/reports/${again}`), 200).status, 'pending');

    const stopped = {
      id: '',
      data: { reportId: again },
      signal: AbortSignal.abort(new Error('closing')),
      triedAgain: true,
    };
    await assert.rejects(
      makeReport({ domain: subject.domain, storage, log: () => undefined }, stopped),
      /closing/,
    );
    await attempt(again, true, storage);
    assert.equal((await ended(again)).status, 'ready');
    await attempt(lost, false);

    const { status, error } = await ended(lost);
    assert.deepEqual([status, error.code], ['failed', 'INTERNAL_ERROR']);
    release();
  });

  test('whose task was given to somebody else keeps the files of the later attempt', async (t) => {
    open = new Promise((resolve) => t.after(() => resolve()));
    const { report_id } = await ask({ job_ids: [await completed()], formats: ['csv'] });
    const data = { reportId: report_id };
    const task = { id: '', data, signal: new AbortController().signal, triedAgain: true };
    const begun = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const put: Storage['put'] = async (...given) => {
      begun.resolve();
      await slow.promise;
      return storage.put(...given);
    };
    const late = { ...storage, get: storage.get.bind(storage), put } as Storage;
    const { domain } = subject;
    const first = makeReport({ domain, storage: late, log: () => undefined }, task);

    await begun.promise;
    await makeReport({ domain, storage, log: () => undefined }, task);

    const { status, files } = await ended(report_id);
    assert.equal(status, 'ready');

    const made = await file(files[0].url);
    slow.resolve();
    await first;
    await subject.quiet();
    assert.deepEqual(await file(files[0].url), made);
    const keys: string[] = [];

    for await (const { key } of storage.list(storageKey('reports', owner.tenantId, report_id)))
      keys.push(key);

    assert.equal(keys.length, 1, 'the first attempt leaves nothing');
  });

  test('whose task is lost is not pending for ever', async () => {
    let release = () => {};
    open = new Promise((resolve) => {
      release = resolve;
    });

    const { report_id } = await ask({ job_ids: [await completed()] });
    await subject.domain.db.query(`delete from pgboss.job where name = 'report'`);
    await subject.sweep('tasks');

    const { status, error } = await ended(report_id);
    assert.deepEqual([status, error.code], ['failed', 'WORKER_STALLED']);
    release();
  });

  test('beyond twenty that wait is refused, also of those asked for at once', async (t) => {
    open = new Promise((resolve) => t.after(() => resolve()));
    const other = await subject.owner('scale', 10_000);
    const body = { job_ids: [await completed(other)], formats: ['csv'] };
    const asked = Array.from({ length: 23 }, () => other.post('/v1/reports', body));
    const answers = await Promise.all(asked);
    assert.equal(answers.filter(({ status }) => status === 202).length, 20);

    for (const answer of answers)
      if (answer.status !== 202) refused(answer, 429, 'RATE_LIMITED', '20 reports');

    await subject.domain.db.query(`delete from pgboss.job where name = 'report'`);
  });

  test('of a Follow says how many older videos it leaves out', async (t) => {
    open = new Promise((resolve) => t.after(() => resolve()));
    const other = await subject.owner('scale', 10_000);
    const jobId = await completed(other);
    const followed = {
      name: 'Channel',
      source: 'https://www.youtube.com/@reelsight',
      capabilities: ['brands'],
    };
    const { follow_id } = accepted(await other.post('/v1/follows', followed), 201);
    const { db } = subject.domain;
    await db.query('update jobs set follow_id = $2 where id = $1', [jobId, follow_id]);
    await db.query(
      `insert into jobs select (jsonb_populate_record(j, jsonb_build_object('id', j.id || at))).*
       from jobs j, generate_series(1, 2002) as at where j.id = $1`,
      [jobId],
    );

    const { report_id } = await ask({ follow_id, formats: ['csv'] }, other);
    const [row] = await db.query<Json>(
      `select cardinality(job_ids) as jobs, request -> 'leftOut' as left_out from reports where id = $1`,
      [report_id],
    );
    assert.deepEqual(row, {
      jobs: 2000,
      left_out: ['3 videos of the Follow left out: older than the newest 2000.'],
    });
    await db.query(`delete from pgboss.job where name = 'report'`);
  });

  test('is listed by pages, deleted, and removed with its files after its days', async () => {
    const other = await subject.owner('scale', 10_000);
    const id = await completed(other);
    const made = [];
    for (let index = 0; index < 3; index += 1) {
      const { report_id } = await ask({ job_ids: [id], formats: ['csv'] }, other);
      made.unshift(report_id);
      await ended(report_id, other);
    }

    const first = await other.get('/v1/reports?limit=2');
    const ids = (answer: Json) => answer.json.data.map((one: Json) => one.report_id);
    assert.deepEqual(ids(first), made.slice(0, 2));

    const { next_cursor: cursor } = first.json.pagination;
    assert.deepEqual(ids(await other.get(`/v1/reports?limit=2&cursor=${cursor}`)), made.slice(2));
    accepted(await other.delete(`/v1/reports/${made[0]}`), 204);
    refused(await other.get(`/v1/reports/${made[0]}`), 404, 'NOT_FOUND');
    refused(await other.delete(`/v1/reports/${made[0]}`), 404, 'NOT_FOUND');
    await subject.clock.ahead(31 * dayMs, () => subject.sweep('reports'));
    assert.deepEqual(ids(await other.get('/v1/reports')), []);
    await subject.quiet();

    for await (const { key } of storage.list(storageKey('reports', other.tenantId)))
      assert.fail(`${key} is still there`);
  });

  test('that has expired is gone before anything removes it', async () => {
    const other = await subject.owner('scale', 10_000);
    const { report_id } = await ask({ job_ids: [await completed(other)], formats: ['csv'] }, other);
    const path = `/v1/reports/${report_id}`;

    assert.equal((await ended(report_id, other)).status, 'ready');
    const share = { expires_in_days: 90 };
    const { url } = accepted(await other.post(`${path}/shares`, share), 201);
    const shared = `/shared/v1/${new URL(url).pathname.split('/').at(-1)}`;
    await subject.clock.ahead(31 * dayMs, async () => {
      refused(await other.get(path), 404, 'NOT_FOUND');
      refused(await other.get(`${path}/files/csv`), 404, 'NOT_FOUND');
      refused(await other.post(`${path}/shares`, share), 404, 'NOT_FOUND');
      refused(await other.get(`${path}/shares`), 404, 'NOT_FOUND');
      refused(await other.delete(path), 404, 'NOT_FOUND');
      refused(await subject.stranger.get(shared), 404, 'NOT_FOUND');
      refused(await subject.stranger.get(`${shared}/files/csv`), 404, 'NOT_FOUND');

      assert.deepEqual(accepted(await other.get('/v1/reports'), 200), []);
    });
    assert.equal(accepted(await other.get(path), 200).status, 'ready');
  });

  test('is refused where the plan, the jobs or the request do not allow it', async () => {
    const id = await completed();
    const poor = await subject.owner('starter', 10_000);
    refused(await poor.post('/v1/reports', { job_ids: [id] }), 403, 'MODE_NOT_ALLOWED', 'Reports');

    const stranger = await subject.owner('scale', 10_000);
    refused(await stranger.post('/v1/reports', { job_ids: [id] }), 404, 'JOB_NOT_FOUND', id);

    const { job_id: waiting } = await owner.job({ capabilities: ['brands'] });
    const refuse = async (body: object, status: number, code: Parameters<typeof refused>[2]) =>
      refused(await owner.post('/v1/reports', body), status, code);
    await refuse({ job_ids: [id, waiting] }, 409, 'JOB_NOT_COMPLETED');

    const { job_id: other } = await owner.job();
    await subject.worker.complete(other);
    await refuse({ job_ids: [other] }, 422, 'EXPORT_UNAVAILABLE');
    await refuse({}, 422, 'VALIDATION_FAILED');
    await refuse({ job_ids: [id], brands: [] }, 422, 'VALIDATION_FAILED');
    await refuse({ job_ids: [id], batch_id: 'batch_1' }, 422, 'VALIDATION_FAILED');
    await refuse({ batch_id: "batch_1'; --" }, 404, 'BATCH_NOT_FOUND');
    await refuse({ follow_id: 'fol_1' }, 404, 'NOT_FOUND');
    await refuse({ job_ids: [id], formats: ['docx'] }, 422, 'VALIDATION_FAILED');
    await refuse({ job_ids: Array(2001).fill(id) }, 422, 'VALIDATION_FAILED');

    const made = await ask({ job_ids: [id], formats: ['csv'] });
    refused(await stranger.get(`/v1/reports/${made.report_id}`), 404, 'NOT_FOUND');
    refused(await stranger.delete(`/v1/reports/${made.report_id}`), 404, 'NOT_FOUND');

    const { files } = await ended(made.report_id);
    refused(await stranger.get(files[0].url), 404, 'NOT_FOUND');

    const reader = await owner.limitedTo('jobs:read');
    refused(await reader.post('/v1/reports', { job_ids: [id] }), 403, 'INSUFFICIENT_SCOPE');
  });
});

test('what is no id is not found, in words', async () => {
  const other = await subject.owner('scale', 10_000);

  for (const none of ['\u0000', "job_1'", '../job_1', '']) {
    const answer = await other.post('/v1/reports', { job_ids: [none] });
    refused(answer, 404, 'JOB_NOT_FOUND', 'is not a valid job ID');
  }

  for (const none of ['\u0000', '']) {
    refused(await other.post('/v1/reports', { batch_id: none }), 404, 'BATCH_NOT_FOUND', 'batch');
    refused(await other.post('/v1/reports', { follow_id: none }), 404, 'NOT_FOUND', 'Follow');
  }
});

test('a link shows the files of a report to a stranger, until the report is deleted', async () => {
  const sharer = await subject.owner('scale', 10_000);
  const jobId = await completed(sharer);
  const { report_id: id } = accepted(
    await sharer.post('/v1/reports', { job_ids: [jobId], formats: ['html', 'csv'] }),
    202,
  );
  assert.equal((await ended(id, sharer)).status, 'ready');

  const made = accepted(
    await sharer.post(`/v1/reports/${id}/shares`, { expires_in_days: 90 }),
    201,
  );
  const base = `/shared/v1/${new URL(made.url).pathname.split('/').at(-1)}`;
  const { stranger } = subject;
  const shown = accepted(await stranger.get(base), 200);
  assert.equal(shown.kind, 'report');
  assert.deepEqual(shown.files.map((file: Json) => file.format).sort(), ['csv', 'html']);
  assert.equal(shown.sender.has_logo, false);
  refused(await stranger.get(`${base}/logo`), 404, 'NOT_FOUND');
  assert.ok(made.expires_at <= accepted(await sharer.get(`/v1/reports/${id}`), 200).expires_at);

  const page = await stranger.get(`${base}/files/html`);
  assert.equal(page.status, 200);
  assert.match(String(page.headers.get('content-disposition')), /^inline/);
  assert.match(String(page.headers.get('content-security-policy')), /sandbox/);
  assert.match(String(page.headers.get('x-robots-tag')), /noindex/);

  for (const path of ['/files/pdf', '/files/x', '/media', `/frames/${jobId}/proof-1.jpg`])
    refused(await stranger.get(base + path), 404, 'NOT_FOUND');

  const [listed] = accepted(await sharer.get(`/v1/reports/${id}/shares`), 200);
  assert.equal(listed.report_id, id);
  assert.equal(listed.opened, 1);
  await subject.domain.db.query(
    `insert into shares (id, workspace_id, report_id, hash, parts, created_at, expires_at)
     select 'share_' || at, $1, $2, 'hash' || at, '{}', now(), now() + interval '1 day'
     from generate_series(1, 98) as at`,
    [sharer.tenantId, id],
  );

  const more = Array.from({ length: 4 }, () =>
    sharer.post(`/v1/reports/${id}/shares`, { expires_in_days: 1 }),
  );
  const statuses = (await Promise.all(more)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [201, 422, 422, 422], 'a hundred at most');

  const other = await subject.owner('scale', 10);
  refused(await other.get(`/v1/reports/${id}/shares`), 404, 'NOT_FOUND');
  refused(await other.post(`/v1/reports/${id}/shares`, { expires_in_days: 1 }), 404, 'NOT_FOUND');
  accepted(await sharer.delete(`/v1/reports/${id}`), 204);
  refused(await stranger.get(base), 404, 'NOT_FOUND');
  assert.deepEqual(accepted(await sharer.get('/v1/shares'), 200), []);
});
