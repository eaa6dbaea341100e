/** The video of a job as a player requests it: whole, in ranges, and after it was removed. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { keyOfText } from '../../server/src/storage/storage-key.ts';
import { accepted, dayMs, refused, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

let subject: Subject;
let ada: Person;
let jobId: string;
let path: string;
const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 251);

before(async () => {
  subject = await startSubject();
  ada = await signUp(subject, 'Ada');

  const key = await upload(bytes);
  const body = {
    upload_key: key,
    upload_filename: '<i>Spring</i> review.mp4',
    capabilities: ['transcription'],
  };
  jobId = accepted(await ada.visitor.post(`${ada.home}/v1/jobs`, body), 202).job_id;
  path = `${ada.home}/v1/jobs/${jobId}/media`;
});
after(() => subject.close());

async function upload(content: Uint8Array<ArrayBuffer>): Promise<string> {
  const terms = { content_type: 'video/mp4', size_bytes: content.length };
  const presigned = await ada.visitor.post(`${ada.home}/v1/uploads/presign`, terms);
  const { put_url, key } = accepted(presigned, 200);
  const headers = { 'Content-Type': 'video/mp4' };
  const put = await fetch(put_url, { method: 'PUT', headers, body: content });
  assert.equal(put.status, 200);
  return key;
}

/** Requests the video as a `<video>` element does: with nothing but the cookie. */
async function load(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(subject.service.apiUrl + path, {
    method,
    headers: { Cookie: ada.visitor.cookie, ...headers },
    signal: AbortSignal.timeout(120_000),
  });
  return { response, body: new Uint8Array(await response.arrayBuffer()) };
}

describe('Media', () => {
  test('of another file that was stored under the same key since is not the video of the job', async () => {
    const key = await upload(bytes);
    const body = { upload_key: key, capabilities: ['transcription'] };
    const { job_id } = accepted(await ada.visitor.post(`${ada.home}/v1/jobs`, body), 202);
    const media = `${ada.home}/v1/jobs/${job_id}/media`;
    assert.equal((await ada.visitor.get(media)).status, 200);

    // On S3, an upload's address works until it expires.
    const storage = await subject.storage();
    await storage.put(keyOfText(key), Buffer.from('another video'));
    refused(await ada.visitor.get(media), 404, 'NOT_FOUND');
  });

  test('whole, with its type and length, and no way to be a page', async () => {
    const { response, body } = await load();
    assert.equal(response.status, 200);
    assert.deepEqual(body, bytes);

    const header = (name: string) => response.headers.get(name);
    assert.equal(header('content-type'), 'video/mp4');
    assert.equal(header('content-length'), '1000');
    assert.equal(header('accept-ranges'), 'bytes');
    assert.equal(header('x-content-type-options'), 'nosniff');
    assert.match(header('content-security-policy') ?? '', /sandbox/);
  });

  test('a range is 206 with exactly its bytes; HEAD tells the same without them', async () => {
    const ranges: [string, number, number][] = [
      ['bytes=0-', 0, 999],
      ['bytes=0-0', 0, 0],
      ['bytes=100-199', 100, 199],
      ['bytes=990-2000', 990, 999],
      ['bytes=-10', 990, 999],
      ['bytes=-5000', 0, 999],
    ];
    for (const [range, start, end] of ranges) {
      for (const method of ['GET', 'HEAD']) {
        const { response, body } = await load({ Range: range }, method);
        assert.equal(response.status, 206, range);
        assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/1000`);
        assert.equal(response.headers.get('content-length'), String(end - start + 1));
        assert.deepEqual(body, method === 'GET' ? bytes.slice(start, end + 1) : new Uint8Array());
      }
    }
  });

  test('a range outside is 416; what is no single range is the whole', async () => {
    for (const range of ['bytes=1000-', 'bytes=-0', 'bytes=99999-100000']) {
      const { response } = await load({ Range: range });
      assert.equal(response.status, 416, range);
      assert.equal(response.headers.get('content-range'), 'bytes */1000');
    }
    for (const range of ['bytes=', 'bytes=5-1', 'bytes=0-1,4-5', 'items=0-1', 'bytes=a-b', 'x']) {
      const { response, body } = await load({ Range: range });
      assert.equal(response.status, 200, range);
      assert.equal(body.length, 1000);
    }
  });

  test('If-Range gives the range of that version only', async () => {
    const etag = (await load()).response.headers.get('etag') ?? '';
    assert.equal((await load({ Range: 'bytes=0-9', 'If-Range': etag })).response.status, 206);
    assert.equal((await load({ Range: 'bytes=0-9', 'If-Range': '"other"' })).response.status, 200);
  });

  test('a row says whether it is held, and is found by words of its file name', async () => {
    const row = accepted(await ada.visitor.get(`${ada.home}/jobs/${jobId}`), 200);
    assert.deepEqual(
      [row.filename, row.media_available, row.webhook_url, row.results],
      ['<i>Spring</i> review.mp4', true, null, undefined],
    );

    const found = async (search: string) => {
      const query = new URLSearchParams({ search });
      const list = accepted(await ada.visitor.get(`${ada.home}/jobs?${query}`), 200);
      return list.length;
    };
    assert.equal(await found('REVIEW spring'), 1);
    assert.equal(await found('<i>'), 1);
    assert.equal(await found('spring %'), 0);
    assert.equal(await found('_eview'), 0);
    assert.equal(await found("'; drop table jobs; --"), 0);
    refused(await ada.visitor.get(`${ada.home}/jobs?search=`), 422, 'VALIDATION_FAILED', 'search');
  });

  test('a link has no video here; one past its time is gone, and its row says so', async () => {
    const body = { url: 'https://youtu.be/dQw4w9WgXcQ', capabilities: ['transcription'] };
    const link = accepted(await ada.visitor.post(`${ada.home}/v1/jobs`, body), 202);
    const media = await ada.visitor.get(`${ada.home}/v1/jobs/${link.job_id}/media`);
    refused(media, 404, 'NOT_FOUND', 'held');
    await subject.worker.complete(jobId);
    accepted(await ada.visitor.get(`${ada.home}/jobs/${jobId}`), 200);
    await subject.clock.ahead(8 * dayMs, () => subject.sweep('uploads'));

    const row = accepted(await ada.visitor.get(`${ada.home}/jobs/${jobId}`), 200);
    assert.equal(row.media_available, false);
    refused(await ada.visitor.get(path), 404, 'NOT_FOUND', 'held');
  });
});

test('shots are told while what ingestion left is held, and none afterwards', async () => {
  const shots = () => ada.visitor.get(path.replace(/media$/, 'shots'));
  assert.deepEqual(accepted(await shots(), 200), { shots: [] });

  const { dataDir } = subject.service;
  const folder = join(dataDir, 'storage', 'artifacts', ada.workspaceId, jobId, 'ingestion');
  await mkdir(folder, { recursive: true });

  const left = { shots: [{ start: 0, end: 2.5, kind: 'hard' }], probe: {} };
  await writeFile(join(folder, 'media.json'), JSON.stringify(left));
  assert.deepEqual(accepted(await shots(), 200), { shots: [{ start: 0, end: 2.5 }] });
});
