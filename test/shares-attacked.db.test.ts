/** Attacks by somebody who has a link and wants more than it shows. */
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { type Person, signUp } from './console/visitor.ts';
import {
  type Answer,
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
  subject = await startSubject({ REELSIGHT_SIGN_UP: 'open', REELSIGHT_SIGN_UP_PLAN: 'scale' });
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 };
const quote = 'this video is sponsored by Pepsi';

const resultsOf = (jobId: string): Results => ({
  transcription: {
    text: quote,
    language: 'en',
    duration_seconds: 60,
    word_count: 6,
    segments: [{ start: 1, end: 3, text: quote }],
  },
  brands: [
    {
      name: 'Pepsi',
      confidence: 0.9,
      total_appearances: 1,
      total_visible_duration: 2,
      first_seen: 3,
      last_seen: 5,
      frame_detections: [],
      appearances: [
        {
          timestamp: 4,
          timestamp_start: 3,
          timestamp_end: 5,
          visible_duration: 2,
          confidence: 0.9,
          context: 'on screen',
          source: 'visual',
          bounding_box: box,
          frame_url: `/v1/frames/${jobId}/brand-004.jpg`,
        },
      ],
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
          frame_url: `/v1/frames/${jobId}/object-001.jpg`,
        },
      ],
    },
  ],
  shots: [{ start: 0, end: 12.5 }],
  on_screen_text: [{ text: 'PIN 4711', start: 1, end: 2, bounding_box: box, confidence: 0.9 }],
  paid_segments: [
    {
      start: 1,
      end: 9,
      brand: 'Pepsi',
      confidence: 0.8,
      evidence: [{ timestamp: 1, source: 'speech', quote }],
    },
  ],
  meta: { fps_used: 1, frames_analyzed: 60, engines: {}, objects_not_found: ['cat'] },
});

/** Creates a completed job on an uploaded video, with frames of three kinds. */
async function completed(): Promise<string> {
  const { job_id } = await owner.job({
    url: undefined,
    upload_key: await owner.upload(1000),
    capabilities: ['transcription', 'brands'],
  });
  await subject.worker.complete(job_id, resultsOf(job_id));

  const pictures = ['brand-004.jpg', 'brand-005.jpg', 'object-001.jpg', 'sheet-000.jpg'];
  await subject.addFrames(owner, job_id, pictures);

  return job_id;
}

async function share(jobId: string, parts: string[]): Promise<Json> {
  const body = { parts, expires_in_days: 7 };
  const made = accepted(await owner.post(`/v1/jobs/${jobId}/shares`, body), 201);
  return { ...made, token: new URL(made.url).pathname.split('/').at(-1) };
}

const head = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(subject.service.apiUrl + path, { method: 'HEAD', headers });

const shown = async (token: string): Promise<Json> =>
  accepted(await subject.stranger.get(`/shared/v1/${token}`), 200);

describe('each part', () => {
  test('shows its moments, and no words or names of another part', async () => {
    const jobId = await completed();
    const resultsWith = async (...parts: string[]) =>
      (await shown((await share(jobId, parts)).token)).results;
    const brands = await resultsWith('brands');
    assert.deepEqual(Object.keys(brands).sort(), ['brands', 'meta', 'paid_segments']);
    assert.deepEqual(brands.paid_segments[0].evidence, []);
    assert.equal(brands.meta.objects_not_found, undefined);
    assert.deepEqual(Object.keys(await resultsWith('video')).sort(), ['meta', 'shots']);

    const words = await resultsWith('transcript');
    assert.deepEqual(Object.keys(words).sort(), ['meta', 'on_screen_text', 'transcription']);
    assert.equal(words.on_screen_text[0].text, 'PIN 4711');

    const both = await resultsWith('transcript', 'brands');
    assert.equal(both.paid_segments[0].evidence[0].quote, quote);
    assert.deepEqual((await resultsWith('objects')).meta.objects_not_found, ['cat']);
  });

  test('opens no picture of another part or second, in whatever size or way', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands']);
    const base = `/shared/v1/${token}/frames/${jobId}`;
    const allowed = await subject.stranger.get(`${base}/brand-004.jpg`);
    assert.equal(allowed.text, 'brand-004.jpg');
    assert.equal(allowed.headers.get('cache-control'), 'private, no-cache');

    for (const name of ['object-001.jpg', 'brand-005.jpg', 'sheet-000.jpg', 'brand-004.jpg/x']) {
      for (const query of ['', '?width=320', '?crop=0,0,1,1'])
        refused(await subject.stranger.get(`${base}/${name}${query}`), 404, 'NOT_FOUND');
      assert.equal((await head(`${base}/${name}`)).status, 404);
    }

    const etag = allowed.headers.get('etag') ?? '';
    const again = await subject.stranger
      .with({ 'If-None-Match': etag })
      .get(`${base}/brand-004.jpg`);
    assert.equal(again.status, 304);
    // After the link has ended, the tag of a picture reveals nothing.
    accepted(await owner.delete(`/v1/shares/${(await listed(jobId))[0].share_id}`), 204);
    refused(
      await subject.stranger.with({ 'If-None-Match': etag }).get(`${base}/brand-004.jpg`),
      ...([404, 'NOT_FOUND'] as const),
    );
  });

  test('makes no file that leads other visitors to where one visitor wants them', async () => {
    const { job_id: jobId } = await owner.job({ capabilities: ['transcription', 'brands'] });
    await subject.worker.complete(jobId, resultsOf(jobId));
    const { token } = await share(jobId, ['brands', 'exposure']);
    const pdfFor = (host: string): Promise<string> =>
      new Promise((resolve, reject) => {
        const options = { path: `/shared/v1/${token}/files/pdf`, headers: { host } };
        get(subject.service.apiUrl, options, (answer) => {
          text(answer).then(resolve, reject);
        }).on('error', reject);
      });
    assert.match(await pdfFor('elsewhere.example'), /^%PDF/);
    assert.doesNotMatch(await pdfFor('here.example'), /elsewhere\.example/);
  });

  test('without the video gives none of its bytes; with it, whole and in ranges', async () => {
    const jobId = await completed();
    const media = async (parts: string[]) =>
      `/shared/v1/${(await share(jobId, parts)).token}/media`;
    const hidden = await media(['brands', 'transcript', 'exposure', 'objects', 'queries']);

    for (const headers of [{}, { Range: 'bytes=0-1' }, { Range: 'bytes=0-', 'If-Range': '"x"' }]) {
      refused(await subject.stranger.with(headers).get(hidden), 404, 'NOT_FOUND');
      const answer = await head(hidden, headers);
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('accept-ranges'), null);
    }

    const open = await media(['video']);
    assert.equal((await subject.stranger.get(open)).status, 200);

    const part = await subject.stranger.with({ Range: 'bytes=10-19' }).get(open);
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), 'bytes 10-19/1000');
  });

  test('shows no file that took the place of the analysed one', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['video']);
    const path = `/shared/v1/${token}/media`;
    await subject.domain.db.query(
      `update uploads set etag = 'another' where key = (select upload_key from jobs where id = $1)`,
      [jobId],
    );
    refused(await subject.stranger.get(path), 404, 'NOT_FOUND');
    refused(await owner.get(`/v1/jobs/${jobId}/media`), 404, 'NOT_FOUND');
  });
});

const listed = async (jobId: string): Promise<Json[]> =>
  accepted(await owner.get(`/v1/jobs/${jobId}/shares`), 200);

describe('a link', () => {
  test('is read only: no other way of asking does or tells anything', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands']);
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    for (const method of methods) {
      for (const path of ['', '/media', `/frames/${jobId}/brand-004.jpg`]) {
        const known = await subject.stranger.call(method, `/shared/v1/${token}${path}`);
        refused(known, 405, 'METHOD_NOT_ALLOWED');

        // An unknown token gets the same answer, so the answer depends only on the address, which is public, and not on
        // the link.
        const nobodys = await subject.stranger.call(
          method,
          `/shared/v1/${'x'.repeat(token.length)}${path}`,
        );
        assert.equal(nobodys.json.error.message, known.json.error.message);
      }

      const unknown = await subject.stranger.call(method, `/shared/v1/${token}/results`);
      refused(unknown, 404, 'NOT_FOUND');
    }

    refused(await subject.stranger.get(`/shared/v1/${token}/files/pdf`), 404, 'NOT_FOUND');
  });

  test('counts openings, not looks at its headers', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands']);
    assert.equal((await head(`/shared/v1/${token}`)).status, 200);
    await subject.stranger.with({ Accept: 'text/html' }).get(`/shared/${token}`);
    assert.equal((await listed(jobId))[0].opened, 0);
    await shown(token);
    assert.equal((await listed(jobId))[0].opened, 1);
  });

  test('keeps itself out of caches, search engines, other sites and cookies, refusals too', async () => {
    const jobId = await completed();
    const { token } = await share(jobId, ['brands', 'video']);
    const base = `/shared/v1/${token}`;
    const page = subject.stranger.with({ Accept: 'text/html' });
    const answers: readonly [string, Answer][] = await Promise.all([
      ...[base, `${base}/media`, `${base}/frames/${jobId}/brand-004.jpg`, `${base}/nothing`].map(
        async (path) => [path, await subject.stranger.get(path)] as [string, Answer],
      ),
      ...[`/shared/${token}`, '/shared/none', `/shared/${token}/more`].map(
        async (path) => [path, await page.get(path)] as [string, Answer],
      ),
      ['/shared/v1/none', await subject.stranger.get(`/shared/v1/${'A'.repeat(32)}`)] as const,
    ]);

    for (const [path, { headers }] of answers) {
      assert.match(String(headers.get('x-robots-tag')), /noindex/, path);
      assert.match(String(headers.get('cache-control')), /^(private|no-cache)/, path);
      assert.match(String(headers.get('content-security-policy')), /default-src 'none'/, path);
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
      assert.equal(headers.get('set-cookie'), null, path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);

      const referrer = String(headers.get('referrer-policy'));
      assert.equal(referrer, 'no-referrer', path);
    }
  });

  test('is not in the audit log, which tells who made it', async () => {
    const jobId = await completed();
    const { token, share_id } = await share(jobId, ['brands']);
    await shown(token);

    const rows = await subject.domain.db.query<{ action: string; all: string }>(
      `select action, audit::text as all from audit where target->>'id' = $1`,
      [share_id],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['share.created'],
    );
    assert.ok(rows.every(({ all }) => !all.includes(token)));

    const kept = await subject.domain.db.query<{ all: string }>(
      'select shares::text as all from shares where id = $1',
      [share_id],
    );
    assert.ok(kept.length === 1 && kept.every(({ all }) => !all.includes(token)));
  });
});

describe('a link of somebody who left', () => {
  let ada: Person;
  let bob: Person;
  before(async () => {
    ada = await signUp(subject, 'Ada');
    bob = await signUp(subject, 'Bob');
    const body = { email: bob.email, role: 'member' };
    const { link } = accepted(await ada.visitor.post(`${ada.home}/invitations`, body), 201);
    const token = new URL(link).searchParams.get('token');
    accepted(await bob.visitor.post('/console/v1/invitations/accept', { token }), 200);
  });

  test('ends with the membership, those of others stay', async () => {
    const job = { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', capabilities: ['brands'] };
    const { job_id } = accepted(await ada.visitor.post(`${ada.home}/v1/jobs`, job), 202);
    await subject.worker.complete(job_id, resultsOf(job_id));

    const made = async (by: Person) => {
      const path = `${ada.home}/v1/jobs/${job_id}/shares`;
      const answer = await by.visitor.post(path, { parts: ['brands'], expires_in_days: 7 });
      return String(new URL(accepted(answer, 201).url).pathname.split('/').at(-1));
    };
    const ofAda = await made(ada);
    const ofBob = await made(bob);
    await shown(ofBob);
    accepted(await ada.visitor.delete(`${ada.home}/members/${bob.userId}`), 204);
    refused(await subject.stranger.get(`/shared/v1/${ofBob}`), 404, 'NOT_FOUND');
    await shown(ofAda);

    const left = accepted(await ada.visitor.get(`${ada.home}/v1/jobs/${job_id}/shares`), 200);
    assert.equal(left.length, 1);

    const count = async () =>
      (await subject.domain.db.query('select 1 from shares where job_id = $1', [job_id])).length;
    assert.equal(await count(), 2);
    await subject.sweep('shares');
    assert.equal(await count(), 1);
  });
});
