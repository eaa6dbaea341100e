/** Links that show parts of a job to people without an account, over HTTP. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import sharp from 'sharp';
import { createClient } from '../sdk/src/index.ts';
import { storageKey } from '../server/src/storage/storage-key.ts';
import {
  accepted,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject({ REELSIGHT_LOG_LEVEL: 'silent' });
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const secret = 'We drink Pepsi in the secret garden';
const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 };

const resultsOf = (jobId: string): Results => ({
  transcription: {
    text: secret,
    language: 'en',
    duration_seconds: 60,
    word_count: 7,
    segments: [{ start: 1, end: 3, text: secret, words: [{ start: 1, end: 1.2, text: 'We' }] }],
  },
  brands: [
    {
      name: 'Pepsi',
      confidence: 0.9,
      total_appearances: 2,
      total_visible_duration: 2,
      first_seen: 1,
      last_seen: 5,
      appearances: [
        { timestamp: 1.4, context: `Pepsi: "${secret}"`, speech_context: secret, source: 'audio' },
        {
          timestamp: 4,
          timestamp_start: 3,
          timestamp_end: 5,
          visible_duration: 2,
          confidence: 0.9,
          context: 'on screen',
          source: 'visual',
          bounding_box: box,
          frame_url: `/v1/frames/${jobId}/brand-1.jpg`,
        },
      ],
      frame_detections: [],
    },
  ],
  objects: [
    {
      name: 'dog',
      category: 'animal',
      confidence: 0.9,
      total_appearances: 1,
      total_visible_duration: 1,
      first_seen: 1,
      last_seen: 2,
      frames: [],
      appearances: [
        {
          timestamp: 1,
          timestamp_start: 1,
          timestamp_end: 2,
          confidence: 0.9,
          context: '',
          frame_url: `/v1/frames/${jobId}/object-1.jpg`,
        },
      ],
    },
  ],
  meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
});

/** A completed job with two pictures. */
async function completed(by: Owner = owner, fields: object = {}): Promise<string> {
  const { job_id } = await by.job({ capabilities: ['transcription', 'brands'], ...fields });
  await subject.worker.complete(job_id, resultsOf(job_id));
  await subject.addFrames(by, job_id, ['brand-1.jpg', 'object-1.jpg']);
  return job_id;
}

async function share(jobId: string, parts: string[], by: Owner = owner): Promise<Json> {
  const answer = await by.post(`/v1/jobs/${jobId}/shares`, { parts, expires_in_days: 7 });
  const made = accepted(answer, 201);
  return { ...made, token: new URL(made.url).pathname.split('/').at(-1) };
}

test('clicks to unsubscribe are limited by network, apart from links', async () => {
  const few = await startSubject({
    REELSIGHT_TRUSTED_PROXIES: '127.0.0.1',
    REELSIGHT_LINK_CALLS_BURST: '3',
    REELSIGHT_LINK_CALLS_PER_MINUTE: '1',
  });
  try {
    const statusOf = async (method: string, visitor: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': visitor };
      const url = `${few.service.apiUrl}/mail/unsubscribe/x`;
      return (await fetch(url, { method, headers })).status;
    };
    for (const method of ['GET', 'POST', 'GET'])
      assert.equal(await statusOf(method, '192.0.2.1'), 404);
    assert.equal(await statusOf('GET', '192.0.2.2'), 429);
    assert.equal(await statusOf('POST', '192.0.2.3'), 429);
    assert.equal(await statusOf('POST', '198.51.100.1'), 404);
  } finally {
    await few.close();
  }
});

test('calls of links are limited by network and by owner, without a look at the database', async () => {
  const few = await startSubject({
    REELSIGHT_LOG_LEVEL: 'silent',
    REELSIGHT_TRUSTED_PROXIES: '127.0.0.1',
    REELSIGHT_SESSION_CALLS_BURST: '4',
    REELSIGHT_SESSION_CALLS_PER_MINUTE: '1',
    REELSIGHT_LINK_CALLS_BURST: '10',
    REELSIGHT_LINK_CALLS_PER_MINUTE: '1',
  });
  const { db } = few.domain;
  const query = db.query.bind(db);
  try {
    await db.query(
      `insert into users (id, name, email, created_at, updated_at) values ('jo', 'Jo', 'jo@example.com', now(), now())`,
    );
    const linkOfWorkspace = async (): Promise<string> => {
      const workspace = await few.owner();
      await db.query(`insert into members values ($1, 'jo', 'owner', now())`, [workspace.tenantId]);
      const { job_id } = await workspace.job();
      await few.worker.complete(job_id, resultsOf(job_id));
      const body = { parts: ['brands'], expires_in_days: 7 };
      const { url } = accepted(await workspace.post(`/v1/jobs/${job_id}/shares`, body), 201);
      return String(new URL(url).pathname.split('/').at(-1));
    };
    const links = [await linkOfWorkspace(), await linkOfWorkspace(), await linkOfWorkspace()];
    links.push(await linkOfWorkspace());
    const statusOf = async (token: string | undefined, visitor: string): Promise<number> => {
      const headers = { 'X-Forwarded-For': visitor };
      return (await few.stranger.with(headers).get(`/shared/v1/${token}`)).status;
    };

    // Four calls of each link are allowed, and twelve of all links of an owner.
    const statuses: number[] = [];
    for (const [index, token] of links.entries())
      for (let count = 0; count < 4; count += 1)
        statuses.push(await statusOf(token, `192.0.${index}.${count}`));
    assert.deepEqual(statuses, [...Array(12).fill(200), ...Array(4).fill(429)]);

    let queries = 0;
    const counted = (...asked: Parameters<typeof query>) => {
      if (/from shares/.test(asked[0])) queries += 1;
      return query(...asked);
    };
    Object.assign(db, { query: counted });
    for (const token of links) assert.equal(await statusOf(token, '198.51.100.1'), 429);
    assert.equal(queries, 0);

    // A network is told that it called too often, whatever it calls.
    const guesses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      guesses.push(await statusOf('x'.repeat(32), '203.0.113.1'));
    assert.deepEqual(guesses, [...Array(10).fill(404), 429]);
  } finally {
    Object.assign(db, { query });
    await few.close();
  }
});

describe('a link', () => {
  test('shows the chosen parts to a stranger, and nothing else of the job', async () => {
    const jobId = await completed();
    const { token, url } = await share(jobId, ['brands']);
    assert.match(url, /^http:\/\/localhost:\d+\/shared\/[\w-]{32}$/);

    const answer = await subject.stranger.get(`/shared/v1/${token}`);
    const shown = accepted(answer, 200);
    assert.deepEqual(Object.keys(shown.results).sort(), ['brands', 'meta']);
    assert.equal(shown.results.brands[0].appearances.length, 2);
    assert.ok(!answer.text.includes('secret garden'), 'no word of the transcript');
    assert.equal(shown.media_available, false);
    assert.match(String(answer.headers.get('x-robots-tag')), /noindex/);
    assert.equal(answer.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(answer.headers.get('cache-control'), 'private, no-store');
  });

  test('shows the exposure where it was chosen', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['exposure']);
    const { exposure, results } = accepted(await subject.stranger.get(`/shared/v1/${token}`), 200);
    assert.deepEqual(Object.keys(results), ['meta']);
    assert.equal(exposure.brands[0].name, 'Pepsi');
    assert.equal(exposure.brands[0].seen_seconds, 2);

    const none = await share(jobId, ['brands']);
    assert.equal(
      accepted(await subject.stranger.get(`/shared/v1/${none.token}`), 200).exposure,
      undefined,
    );
  });

  test('says who sent it, with a logo, unless it should not; links of before name nobody', async () => {
    const jobId = await completed();
    const png = await sharp({
      create: { width: 40, height: 20, channels: 3, background: '#06f' },
    })
      .png()
      .toBuffer();
    const wish = { parts: ['brands'], expires_in_days: 7 };
    const linkOf = async (body: object) => {
      const made = accepted(await owner.post(`/v1/jobs/${jobId}/shares`, body), 201);
      return `/shared/v1/${new URL(made.url).pathname.split('/').at(-1)}`;
    };

    const plain = await linkOf(wish);
    const { sender } = accepted(await subject.stranger.get(plain), 200);
    assert.equal(typeof sender.name, 'string');
    assert.equal(sender.has_logo, false);
    refused(await subject.stranger.get(`${plain}/logo`), 404, 'NOT_FOUND');

    const logo = `data:image/png;base64,${png.toString('base64')}`;
    const named = await linkOf({ ...wish, logo });
    assert.equal(accepted(await subject.stranger.get(named), 200).sender.has_logo, true);
    const picture = await fetch(`${subject.service.apiUrl}${named}/logo`);
    assert.equal(picture.headers.get('content-type'), 'image/png');
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    assert.deepEqual([width, height], [40, 20]);

    const silent = await linkOf({ ...wish, names_sender: false });
    assert.equal(accepted(await subject.stranger.get(silent), 200).sender, null);
    await subject.domain.db.query('update shares set names_sender = null where job_id = $1', [
      jobId,
    ]);
    assert.equal(accepted(await subject.stranger.get(named), 200).sender, null);
    refused(await subject.stranger.get(`${named}/logo`), 404, 'NOT_FOUND');

    for (const bad of [{ names_sender: false, logo }, { logo: 'data:image/png;base64,AAAA' }])
      refused(
        await owner.post(`/v1/jobs/${jobId}/shares`, { ...wish, ...bad }),
        422,
        'VALIDATION_FAILED',
        'logo',
      );
  });

  test('has a PDF of its brands and their exposure if it shows both, and nothing else in it', async (t) => {
    const jobId = await completed();
    const all = ['video', 'brands', 'transcript', 'objects', 'exposure'];
    for (const parts of [
      ['brands'],
      ['exposure'],
      ['transcript', 'objects', 'video', 'exposure'],
    ]) {
      const { token } = await share(jobId, parts);
      assert.equal(
        accepted(await subject.stranger.get(`/shared/v1/${token}`), 200).pdf_available,
        false,
      );
      refused(await subject.stranger.get(`/shared/v1/${token}/files/pdf`), 404, 'NOT_FOUND');
    }

    const poor = await subject.owner('starter', 10_000);
    const without = await share(await completed(poor, { brands: ['Pepsi'] }), all, poor);
    refused(await subject.stranger.get(`/shared/v1/${without.token}/files/pdf`), 404, 'NOT_FOUND');

    const frame = await sharp({
      create: { width: 160, height: 90, channels: 3, background: '#a40' },
    })
      .jpeg()
      .toBuffer();
    const storage = await subject.storage();
    await storage.put(storageKey('frames', owner.tenantId, jobId, 'brand-1.jpg'), frame);
    const { token, url } = await share(jobId, ['brands', 'exposure']);
    const path = `/shared/v1/${token}`;
    assert.equal(accepted(await subject.stranger.get(path), 200).pdf_available, true);
    refused(await subject.stranger.get(`${path}/files/csv`), 404, 'NOT_FOUND');
    const read = async () => {
      const answer = await fetch(`${subject.service.apiUrl}${path}/files/pdf`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), 'application/pdf');
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
      assert.match(String(answer.headers.get('x-robots-tag')), /noindex/);
      return Buffer.from(await answer.arrayBuffer());
    };
    const pdf = await read();
    const { stdout: text, error } = spawnSync('pdftotext', ['-layout', '-', '-'], {
      input: pdf,
      encoding: 'utf8',
    });
    if (error) return t.skip('pdftotext is not installed (poppler-utils): the PDF was not read');
    assert.match(text, /Pepsi/);
    assert.ok(!/secret|garden|dog/.test(text), 'no word that was said, and no object');
    const addresses = [...pdf.toString('latin1').matchAll(/\/URI \(([^)]*)\)/g)].map(
      ([, uri]) => uri,
    );
    assert.ok(addresses.length > 0);
    for (const address of addresses)
      assert.ok(address?.startsWith(url), `${address} opens without an account`);

    // What is corrected on the page is corrected in the file.
    const rename = { kind: 'rename', target: 'brand', name: 'Pepsi', new_name: 'Sipep' };
    accepted(await owner.post(`/v1/jobs/${jobId}/corrections`, rename), 201);
    const renamed = spawnSync('pdftotext', ['-', '-'], { input: await read(), encoding: 'utf8' });
    assert.match(renamed.stdout, /Sipep/);
    assert.ok(!renamed.stdout.includes('Pepsi'));
  });

  test('is made only by a key that may also read what it shows', async () => {
    const jobId = await completed();
    const body = { parts: ['transcript'], expires_in_days: 7 };
    const path = `/v1/jobs/${jobId}/shares`;
    const writer = await owner.limitedTo('jobs:write');
    refused(await writer.post(path, body), 403, 'INSUFFICIENT_SCOPE', 'jobs:read');
    const report = '/v1/reports/rep_1/shares';
    const answer = await writer.post(report, { expires_in_days: 7 });
    refused(answer, 403, 'INSUFFICIENT_SCOPE', 'jobs:read');

    const reader = await owner.limitedTo('jobs:read');
    refused(await reader.post(path, body), 403, 'INSUFFICIENT_SCOPE', 'jobs:write');
    const both = await owner.limitedTo('jobs:write', 'jobs:read');
    const { share_id } = accepted(await both.post(path, body), 201);
    accepted(await writer.delete(`/v1/shares/${share_id}`), 204);
  });

  test('gives the pictures of its parts alone', async () => {
    const jobId = await completed();
    const other = await completed();
    const { token } = await share(jobId, ['brands']);
    const base = `/shared/v1/${token}/frames`;
    assert.equal((await subject.stranger.get(`${base}/${jobId}/brand-1.jpg`)).text, 'brand-1.jpg');

    const hidden = [
      ...[`${jobId}/object-1.jpg`, `${other}/brand-1.jpg`, `${jobId}/../${other}/brand-1.jpg`],
      ...[`${jobId}/%2e%2e/${other}/brand-1.jpg`, '', jobId, `${jobId}/sheet-000.jpg`],
    ];
    for (const name of hidden)
      refused(await subject.stranger.get(`${base}/${name}`), 404, 'NOT_FOUND');

    refused(await subject.stranger.get(`/shared/v1/${token}/media`), 404, 'NOT_FOUND');
  });

  test('gives no picture for a text that looks like the path of one', async () => {
    const other = await completed();
    for (const path of [`${other}/brand-1.jpg`, null]) {
      const { job_id: jobId } = await owner.job({
        url: undefined,
        upload_key: await owner.upload(1000),
      });
      const name = path ?? `${jobId}/sheet-000.jpg`;
      const results = resultsOf(jobId);
      const text = `/v1/frames/${name}`;
      const segments = [
        { start: 1, end: 3, text },
        { start: 4, end: 5, text: `"frame_url":"${text}"` },
      ];
      const transcription = { ...results.transcription, text, segments };
      const { storyboard: _none, ...rest } = results;
      await subject.worker.complete(jobId, { ...rest, transcription } as Results, text);
      await subject.addFrames(owner, jobId, ['sheet-000.jpg', 'brand-1.jpg']);

      const { token } = await share(jobId, ['transcript', 'brands']);
      assert.equal(accepted(await subject.stranger.get(`/shared/v1/${token}`), 200).title, text);
      const frames = `/shared/v1/${token}/frames`;
      refused(await subject.stranger.get(`${frames}/${name}`), 404, 'NOT_FOUND');
      assert.equal((await subject.stranger.get(`${frames}/${jobId}/brand-1.jpg`)).status, 200);
    }
  });

  test('gives no picture any more that a correction took away, and gives it again when that is undone', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands']);
    const picture = () => subject.stranger.get(`/shared/v1/${token}/frames/${jobId}/brand-1.jpg`);

    accepted(await subject.stranger.get(`/shared/v1/${token}`), 200);
    assert.equal((await picture()).status, 200);

    const corrections = `/v1/jobs/${jobId}/corrections`;
    const dismissal = { target: 'brand', kind: 'dismiss', name: 'Pepsi' };
    const { correction_id } = accepted(await owner.post(corrections, dismissal), 201);

    refused(await picture(), 404, 'NOT_FOUND');
    accepted(await owner.delete(`${corrections}/${correction_id}`), 204);
    assert.equal((await picture()).status, 200);
  });

  test('with the transcript quotes what is said, without the words one by one', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands', 'transcript']);
    const { results } = accepted(await subject.stranger.get(`/shared/v1/${token}`), 200);
    assert.equal(results.transcription.segments[0].text, secret);
    assert.equal(results.transcription.segments[0].words, undefined);
    assert.equal(results.brands[0].appearances[0].speech_context, secret);
  });

  test('opens nothing of the interface', async () => {
    const { token } = await share(await completed(), ['brands']);
    for (const headers of [{ 'X-Api-Key': token }, { Authorization: `Bearer ${token}` }]) {
      const answer = await subject.stranger.with(headers).get('/v1/jobs');
      refused(answer, 401, 'INVALID_API_KEY');
    }
    const other = await subject.stranger.call('DELETE', `/shared/v1/${token}`);
    refused(other, 405, 'METHOD_NOT_ALLOWED');
  });

  test('counts how often it was opened', async () => {
    const jobId = await completed();
    const { token, share_id } = await share(jobId, ['brands']);
    await subject.stranger.get(`/shared/v1/${token}`);
    await subject.stranger.get(`/shared/v1/${token}`);

    const [listed] = accepted(await owner.get(`/v1/jobs/${jobId}/shares`), 200);
    assert.equal(listed.share_id, share_id);
    assert.equal(listed.opened, 2);
    assert.ok(listed.last_opened_at);
    assert.ok(!JSON.stringify(listed).includes(token), 'the link is shown only once');
  });
});

describe('a link that shows nothing', () => {
  const gone = async (token: string) => {
    for (const path of ['', '/media', '/frames/x.jpg'])
      refused(await subject.stranger.get(`/shared/v1/${token}${path}`), 404, 'NOT_FOUND');
    const page = await subject.stranger.with({ Accept: 'text/html' }).get(`/shared/${token}`);
    assert.equal(page.status, 404);
    assert.match(String(page.headers.get('content-type')), /^text\/html/);
  };

  test('is guessed or misspelt', async () => {
    const { token } = await share(await completed(), ['brands']);
    const tokens = [
      'A'.repeat(32),
      'x',
      'a'.repeat(5000),
      `${token}a`,
      token.slice(1),
      '%00',
      "'--",
    ];
    for (const wrong of tokens) await gone(wrong);
  });

  test('was deleted', async () => {
    const { token, share_id } = await share(await completed(), ['brands']);
    const page = await subject.stranger.with({ Accept: 'text/html' }).get(`/shared/${token}`);

    assert.equal(page.status, 200);
    assert.match(String(page.headers.get('x-robots-tag')), /noindex/);
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    accepted(await owner.delete(`/v1/shares/${share_id}`), 204);
    await gone(token);
    refused(await owner.delete(`/v1/shares/${share_id}`), 404, 'NOT_FOUND');
  });

  test('has ended, and is removed', async () => {
    const jobId = await completed();
    const { token, share_id } = await share(jobId, ['brands']);
    const { db } = subject.domain;

    await db.query('update shares set expires_at = $2 where id = $1', [share_id, new Date(0)]);
    await gone(token);
    assert.deepEqual(accepted(await owner.get(`/v1/jobs/${jobId}/shares`), 200), []);
    await subject.sweep('shares');
    assert.deepEqual(await db.query('select 1 from shares where id = $1', [share_id]), []);
  });

  test('is of a deleted job', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands']);
    accepted(await owner.delete(`/v1/jobs/${jobId}`), 204);
    await gone(token);
  });

  test('is of a deleted workspace', async () => {
    const leaver = await subject.owner('scale', 1000);
    const { token } = await share(await completed(leaver), ['brands'], leaver);
    await subject.service.admin.workspaces.delete(leaver.tenantId);
    await gone(token);
  });
});

describe('who may share', () => {
  test('bad wishes are refused by a text that names the field', async () => {
    const jobId = await completed();
    const path = `/v1/jobs/${jobId}/shares`;
    const bad = [
      { parts: [], expires_in_days: 7 },
      { parts: ['brands', 'brands'], expires_in_days: 7 },
      { parts: ['everything'], expires_in_days: 7 },
      { parts: ['brands'], expires_in_days: 0 },
      { parts: ['brands'], expires_in_days: 91 },
      { parts: ['brands'], expires_in_days: 1.5 },
      { parts: ['brands'] },
    ];

    for (const body of bad) refused(await owner.post(path, body), 422, 'VALIDATION_FAILED');
  });

  test('a job that is not completed, unknown, or of another workspace is refused', async () => {
    const body = { parts: ['brands'], expires_in_days: 7 };
    const { job_id } = await owner.job();
    refused(await owner.post(`/v1/jobs/${job_id}/shares`, body), 409, 'JOB_NOT_COMPLETED');

    const other = await subject.owner('scale', 1000);
    const jobId = await completed();
    refused(await other.post(`/v1/jobs/${jobId}/shares`, body), 404, 'JOB_NOT_FOUND');
    refused(await other.get(`/v1/jobs/${jobId}/shares`), 404, 'JOB_NOT_FOUND');

    const { share_id } = await share(jobId, ['brands']);
    refused(await other.delete(`/v1/shares/${share_id}`), 404, 'NOT_FOUND');
    refused(await owner.post('/v1/jobs/job_none/shares', body), 404, 'JOB_NOT_FOUND');
  });

  test('the client lists over all pages, of a job and of the workspace', async () => {
    const { apiUrl } = subject.service;
    const keeper = await subject.owner('scale', 1000);
    const client = createClient({ baseUrl: apiUrl, apiKey: keeper.apiKey });
    const one = await completed(keeper);
    const two = await completed(keeper);
    const days = { parts: ['brands' as const], expires_in_days: 1 };

    for (const jobId of [one, one, two]) await client.shares.create(jobId, days);
    const ids = async (pages: AsyncIterable<{ job_id: string | null }>) => {
      const found: (string | null)[] = [];
      for await (const { job_id } of pages) found.push(job_id);
      return found;
    };
    assert.deepEqual(await ids(client.shares.list({ limit: 2 })), [two, one, one]);
    assert.deepEqual(await ids(client.shares.listOfJob(one, { limit: 1 })), [one, one]);

    const [first] = (await client.shares.list({ limit: 1 }).page()).items;
    await client.shares.delete(String(first?.share_id));
    assert.deepEqual(await ids(client.shares.list()), [one, one]);
  });
});
