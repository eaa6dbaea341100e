/** Downloads that are still being read when their key, session or link ends: they end within seconds, also if paused. */
import assert from 'node:assert/strict';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, signUp } from './console/visitor.ts';
import { accepted, Owner, type Subject, startSubject } from './interface/subject.ts';

/** Far more than the buffers between the two ends hold. */
const videoBytes = 48 * 1024 * 1024;
/** The right is checked every three seconds; a busy machine may take longer. */
const pauseMs = 8000;

let subject: Subject;
let ada: Person;
before(async () => {
  subject = await startSubject({ REELSIGHT_SIGN_UP: 'open', REELSIGHT_SIGN_UP_PLAN: 'pro' });
  ada = await signUp(subject, 'Ada');
});
after(() => subject.close());

interface Uploaded {
  readonly owner: Owner;
  readonly keyId: string;
  readonly jobId: string;
}

/** A job of a large video in Ada's workspace, with a new key. */
async function uploaded(): Promise<Uploaded> {
  const scopes = ['account:read', 'jobs:read', 'jobs:write'];
  const made = accepted(await ada.visitor.post(`${ada.home}/keys`, { name: 'key', scopes }), 201);
  const owner = new Owner(subject, {
    tenantId: ada.workspaceId,
    apiKey: made.api_key,
    webhookSecret: '',
  });
  const upload_key = await owner.upload(videoBytes);
  const { job_id: jobId } = await owner.job({ url: undefined, upload_key });
  await subject.worker.complete(jobId);
  return { owner, keyId: made.key_id, jobId };
}

async function paused(
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const url = new URL(path, subject.service.apiUrl);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
  assert.equal(answer.statusCode, 200);
  return answer.pause();
}

/** Reads the beginning, pauses while `meanwhile` happens and for a while after, and returns the bytes that then come. */
async function bytesAround(
  path: string,
  headers: Readonly<Record<string, string>>,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const answer = await paused(path, headers);
  await meanwhile();
  await sleep(pauseMs);

  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  answer.once('error', () => resolve());
  answer.once('close', resolve);
  answer.resume();
  await promise;
  return bytes;
}

describe('A paused download', () => {
  test('ends when its key is revoked', async () => {
    const { owner, keyId, jobId } = await uploaded();
    const bytes = await bytesAround(`/v1/jobs/${jobId}/media`, { 'X-Api-Key': owner.apiKey }, () =>
      ada.visitor.delete(`${ada.home}/keys/${keyId}`),
    );
    assert.ok(bytes < videoBytes, `${bytes} bytes came`);
  });

  test('ends when its session ends', async () => {
    const { jobId } = await uploaded();
    const { visitor } = ada;
    const other = await signUp(subject, 'Bob');
    const invitation = { email: other.email, role: 'member' };
    const { link } = accepted(await visitor.post(`${ada.home}/invitations`, invitation), 201);
    const token = new URL(link).searchParams.get('token');
    accepted(await other.visitor.post('/console/v1/invitations/accept', { token }), 200);

    const path = `${ada.home}/v1/jobs/${jobId}/media`;
    const bytes = await bytesAround(path, { Cookie: other.visitor.cookie }, () =>
      visitor.delete(`${ada.home}/members/${other.userId}`),
    );
    assert.ok(bytes < videoBytes, `${bytes} bytes came`);
  });

  test('ends when its link is deleted', async () => {
    const { owner, jobId } = await uploaded();
    const shown = { parts: ['video'], expires_in_days: 7 };
    const share = accepted(await owner.post(`/v1/jobs/${jobId}/shares`, shown), 201);
    const token = new URL(share.url).pathname.split('/').at(-1);
    const bytes = await bytesAround(`/shared/v1/${token}/media`, {}, () =>
      owner.delete(`/v1/shares/${share.share_id}`),
    );
    assert.ok(bytes < videoBytes, `${bytes} bytes came`);
  });

  test('costs one check with all others of its key', async (t) => {
    const { owner, jobId } = await uploaded();
    const headers = { 'X-Api-Key': owner.apiKey };
    const answers = [];
    for (let count = 0; count < 20; count += 1)
      answers.push(await paused(`/v1/jobs/${jobId}/media`, headers));

    const { db } = subject.domain;
    const { query } = db;
    let checks = 0;
    t.mock.method(db, 'query', (...statement: Parameters<typeof query>) => {
      if (statement[2] === 'keys in use') checks += 1;
      return query(...statement);
    });
    await sleep(pauseMs);
    for (const answer of answers) answer.destroy();
    assert.ok(checks >= 1 && checks <= 4, `${checks} checks`);
  });

  test('goes on as long as nothing ends', async () => {
    const { owner, jobId } = await uploaded();
    const headers = { 'X-Api-Key': owner.apiKey };
    const bytes = await bytesAround(`/v1/jobs/${jobId}/media`, headers, async () => undefined);
    assert.equal(bytes, videoBytes);
  });
});
