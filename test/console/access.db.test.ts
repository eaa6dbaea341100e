/**
 * Who may make which call in the console: every route with every kind of visitor, CSRF, and ids of another workspace.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accessesOf, callRows, type SessionRole } from '@reelsight/contract';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  accepted,
  type Caller,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Person, signUp, Visitor } from './visitor.ts';

let subject: Subject;
let operator: Person;
let owner: Person;
let member: Person;
before(async () => {
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SIGN_UP_PLAN: 'pro',
    REELSIGHT_MODELS_MIRROR: '/nowhere',
  });
  operator = await signUp(subject, 'Operator');
  owner = await signUp(subject, 'Owner');
  member = await signUp(subject, 'Member');

  const body = { email: member.email, role: 'member' };
  const { link } = accepted(await owner.visitor.post(`${owner.home}/invitations`, body), 201);
  const token = new URL(link).searchParams.get('token');
  accepted(await member.visitor.post('/console/v1/invitations/accept', { token }), 200);
});
after(() => subject.close());

interface Line {
  readonly method: string;
  readonly path: string;
  readonly role: SessionRole;
}

/**
 * Every call that a session may make: the console's own calls, and the calls of keys and of the operator at the
 * console's addresses.
 */
const lines: readonly Line[] = callRows.flatMap(([, row]) =>
  accessesOf(row).flatMap((access) =>
    access.by === 'session' ? [{ ...access, method: row.method }] : [],
  ),
);

/** Fills a path with ids that do not exist, so that no call changes anything. */
const concrete = (path: string): string =>
  path
    .replace(':workspace', owner.workspaceId)
    .replace(':user', 'usr_0')
    .replace(':logo', 'logo_0')
    .replace(':id', 'job_0')
    .replace('*', 'job_0/sheet-1.jpg');

const call = (caller: Caller, { method, path }: Line, headers: Record<string, string> = {}) =>
  caller.call(method, concrete(path), { headers });
const withRole = (...roles: SessionRole[]) => lines.filter(({ role }) => roles.includes(role));

describe('Access', () => {
  test('only what is for anyone answers a stranger; a key is no session', async () => {
    const strangers = [new Visitor(subject.service.apiUrl), await subject.owner()];
    for (const line of lines.filter(({ role }) => role !== 'anyone')) {
      for (const stranger of strangers)
        refused(await call(stranger, line), 401, 'SIGN_IN_REQUIRED');
    }
    accepted(await subject.stranger.get('/console/v1/session'), 200);
  });

  test('to who is no member a workspace does not exist, not even to the operator', async () => {
    for (const line of withRole('member', 'owner'))
      refused(await call(operator.visitor, line), 404, 'NOT_FOUND', 'workspace');
    refused(await operator.visitor.get('/console/v1/workspaces/ws_0/members'), 404, 'NOT_FOUND');
    refused(await operator.visitor.get("/console/v1/workspaces/'/members"), 404, 'NOT_FOUND');
  });

  test("an owner's calls refuse a member, and the operator's anybody else, with who may", async () => {
    for (const line of withRole('owner'))
      refused(await call(member.visitor, line), 403, 'INSUFFICIENT_SCOPE', 'owner');
    for (const line of withRole('operator'))
      refused(await call(owner.visitor, line), 403, 'INSUFFICIENT_SCOPE', 'operator');
  });

  test("a program with the operator's token has the operator's calls and no others", async () => {
    for (const line of withRole('user', 'member', 'owner'))
      refused(await call(subject.operator, line), 401, 'SIGN_IN_REQUIRED');
    accepted(await subject.operator.get('/console/v1/operator/overview'), 200);
    const wrong = subject.stranger.with({ Authorization: 'Bearer wrong' });
    for (const line of withRole('operator'))
      refused(await call(wrong, line), 401, 'INVALID_API_KEY');
  });

  test('a call that changes something needs the origin of our own pages', async () => {
    const changing = lines.filter(({ method }) => method !== 'GET');
    assert.ok(changing.length > 30);

    const host = new URL(subject.service.apiUrl).host;
    const foreign = ['https://evil.example', `http://${host}.evil.example`, 'null', ''];

    for (const line of changing) {
      for (const origin of line === changing[0] ? foreign : foreign.slice(0, 1))
        refused(await call(operator.visitor, line, { Origin: origin }), 403, 'INSUFFICIENT_SCOPE');
    }

    const bare = subject.stranger.with({ Cookie: operator.visitor.cookie });
    const made = await bare.post('/console/v1/workspaces', { name: 'x' });
    refused(made, 403, 'INSUFFICIENT_SCOPE', 'Origin');
    // Requests that only read need nothing but the cookie, because this is how pictures and videos are loaded.
    accepted(await bare.get(`${operator.home}/members`), 200);

    // Behind a proxy that ends TLS, the origin has another scheme.
    const secure = await bare.post(
      '/console/v1/workspaces',
      { name: 'x' },
      { Origin: `https://${host}` },
    );
    accepted(secure, 201);
  });

  test('sign-in and sign-up from another origin are refused', async () => {
    const visitor = new Visitor(subject.service.apiUrl);
    for (const path of ['sign-in/email', 'sign-up/email', 'sign-out']) {
      const headers = { Origin: 'https://evil.example' };
      refused(
        await visitor.call('POST', `/console/auth/${path}`, { headers }),
        403,
        'INSUFFICIENT_SCOPE',
      );
    }
  });

  test('what the sign-in library could do besides has no address', async () => {
    for (const path of [
      'update-user',
      'delete-user',
      'sign-in/social',
      'reset-password',
      'change-email',
      'begin-session',
    ])
      refused(await owner.visitor.post(`/console/auth/${path}`, {}), 404, 'NOT_FOUND');

    refused(await owner.visitor.get('/console/auth/error?error=x'), 404, 'NOT_FOUND');
    refused(await owner.visitor.get('/console/v1/nothing'), 404, 'NOT_FOUND');
  });
});

describe('The public interface with a session', () => {
  const job = {
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    capabilities: ['transcription'],
  };

  test('a member has every scope, and no bucket', async () => {
    const base = `${owner.home}/v1`;
    const { visitor } = member;
    const made = await visitor.post(`${base}/jobs`, job, { 'Idempotency-Key': 'once' });
    assert.equal(made.headers.get('x-ratelimit-limit'), null);

    const { job_id: id } = accepted(made, 202);
    const replayed = await visitor.post(`${base}/jobs`, job, { 'Idempotency-Key': 'once' });
    assert.equal(accepted(replayed, 200).job_id, id);

    for (let count = 0; count < 100; count += 1)
      accepted(await visitor.get(`${base}/jobs/${id}`), 200);

    assert.equal(accepted(await visitor.get(`${base}/jobs`), 200).length, 1);
    assert.equal(
      accepted(await visitor.post(`${base}/jobs/${id}/cancel`), 200).status,
      'cancelled',
    );
    refused(
      await visitor.post(`${base}/jobs`, { ...job, fps: 9 }),
      422,
      'VALIDATION_FAILED',
      'fps',
    );

    const large = { body: 'x'.repeat(10_241) };
    refused(await visitor.call('POST', `${base}/jobs`, large), 413, 'BODY_TOO_LARGE');
  });

  test("a job of another workspace is not found, whoever's path names it", async () => {
    const { job_id: id } = accepted(
      await operator.visitor.post(`${operator.home}/v1/jobs`, job),
      202,
    );
    const { visitor, home } = owner;

    refused(await visitor.get(`${home}/v1/jobs/${id}`), 404, 'JOB_NOT_FOUND');
    refused(await visitor.post(`${home}/v1/jobs/${id}/cancel`), 404, 'JOB_NOT_FOUND');
    refused(await visitor.get(`${home}/jobs/${id}`), 404, 'JOB_NOT_FOUND');
    refused(await visitor.get(`${home}/v1/jobs/${id}/media`), 404, 'JOB_NOT_FOUND');
  });

  test("the operator's session reads and changes what the operator's token does", async () => {
    const base = '/console/v1/operator/admin/v1';
    const list = accepted(await operator.visitor.get(`${base}/workspaces`), 200);
    assert.ok(list.some((one: { tenant_id: string }) => one.tenant_id === owner.workspaceId));
    const path = `${base}/workspaces/${owner.workspaceId}/credits`;
    const added = await operator.visitor.post(path, { type: 'grant', amount: 5 });
    assert.equal(accepted(added, 201).transaction.amount, 5);
  });
});

describe('Bad input', () => {
  test('odd cookies are nobody', async () => {
    const odd = ['%zz', 'x.y', '.', '"', '%00.%00', 'a'.repeat(5000), `${'x.'.repeat(50)}`, 'ü.ü'];
    for (const value of odd) {
      const cookie = Buffer.from(`reelsight.session_token=${value}`).toString('latin1');
      const bare = subject.stranger.with({ Cookie: cookie });
      refused(await bare.get(`${owner.home}/members`), 401, 'SIGN_IN_REQUIRED');
      assert.equal((await bare.get('/console/auth/get-session')).status, 200);
    }
  });

  test('odd texts are refused by name, wherever they stand', async () => {
    const { visitor, home } = owner;
    const texts = ['a\u0000b', '\ud800', 'x'.repeat(1000), ''];
    for (const text of texts) {
      const answers = [
        await visitor.post('/console/auth/sign-in/email', { email: text, password: 'x' }),
        await visitor.post('/console/auth/sign-up/email', {
          name: text,
          email: 'odd@example.com',
          password: 'correct horse battery',
        }),
        await visitor.post('/console/auth/revoke-session', { token: text }),
        await visitor.patch(home, { name: text }),
        await visitor.post('/console/v1/workspaces', { name: text }),
        await visitor.post('/console/v1/invitations/accept', { token: text }),
        await visitor.post(`${home}/invitations`, { email: `${text}@`, role: 'member' }),
        await visitor.post(`${home}/keys`, { name: text, scopes: ['jobs:read'] }),
        await visitor.get(`${home}/jobs?search=${encodeURIComponent(text.toWellFormed())}`),
      ];
      for (const answer of answers) {
        // An address cannot contain a lone surrogate, so it is sent as another character.
        if (answer === answers.at(-1) && text === '\ud800') accepted(answer, 200);
        else refused(answer, 422, 'VALIDATION_FAILED');
      }
    }

    const ids = ["'", '%00', 'usr_0%0a', '..%2f', 'x'.repeat(3000)];
    for (const id of ids) {
      for (const path of [`members/${id}`, `keys/${id}`, `follows/${id}`])
        refused(await visitor.delete(`${home}/${path}`), 404, 'NOT_FOUND');
    }
  });
});

describe("The operator's pages", () => {
  test('a model that cannot be pulled says why', async () => {
    const overview = async () =>
      accepted(await operator.visitor.get('/console/v1/operator/overview'), 200).models;
    const [first] = (await overview()).filter((one: { state: string }) => one.state === 'absent');
    const pull = `/console/v1/operator/models/${first.model_id}/pull`;
    assert.equal(accepted(await operator.visitor.post(pull), 202).model_id, first.model_id);

    const states = new Set<string>();
    const failed = await waitFor(async () => {
      const [now] = (await overview()).filter(
        (one: { model_id: string }) => one.model_id === first.model_id,
      );
      states.add(now.state);
      assert.equal(now.state, 'failed');
      return now;
    });
    assert.ok(failed.error.length > 10);
    for (const state of states) assert.match(state, /^(pulling|failed)$/);
  });

  test('a forgotten password is replaced by the operator; its sessions end', async () => {
    const gus = await signUp(subject, 'Gus');
    const path = `/console/v1/operator/accounts/${gus.userId}/password`;

    for (const caller of [operator.visitor, subject.operator]) {
      const { password } = accepted(await caller.post(path), 201);
      refused(await gus.visitor.get(`${gus.home}/members`), 401, 'SIGN_IN_REQUIRED');
      assert.equal((await gus.visitor.signIn(gus.email)).status, 401);
      assert.equal((await gus.visitor.signIn(gus.email, password)).status, 200);
    }

    const nobody = '/console/v1/operator/accounts/usr_0/password';
    refused(await operator.visitor.post(nobody), 404, 'NOT_FOUND');
  });

  test('accounts, newest first, in pages', async () => {
    const path = '/console/v1/operator/accounts';
    const first = await operator.visitor.get(`${path}?limit=2`);
    const [newest] = accepted(first, 200);
    assert.equal(newest.email, 'gus@example.com');

    const [, second] = first.json.data;
    assert.deepEqual([second.email, second.workspaces.length], [member.email, 2]);

    const cursor = first.json.pagination.next_cursor;
    const rest = await operator.visitor.get(`${path}?limit=2&cursor=${cursor}`);
    const last = accepted(rest, 200).at(-1);
    assert.deepEqual([last.email, last.operator], [operator.email, true]);
    assert.equal(rest.json.pagination.has_more, false);
    refused(await operator.visitor.get(`${path}?cursor=x`), 422, 'VALIDATION_FAILED');
  });

  test('the overview tells of engines, models, queues and jobs', async () => {
    const view = accepted(await operator.visitor.get('/console/v1/operator/overview'), 200);
    assert.deepEqual(view.parts, { database: 'ok', storage: 'ok', queue: 'ok' });
    assert.ok(view.engines.some((engine: { chosen: boolean }) => engine.chosen));

    const [pulled, remote] = view.engines.filter(
      (engine: { role: string }) => engine.role === 'embedding',
    );
    assert.match(pulled.missing, /^no \S+ model is pulled: run `reelsight models pull /);
    assert.match(remote.missing, /REELSIGHT_AI_EMBEDDING_MODEL/);
    assert.deepEqual([pulled.trouble, remote.trouble], [null, null]);

    const absent = view.models.find((model: { state: string }) => model.state === 'absent');
    assert.ok(absent.size_bytes > 0);
    assert.equal(view.jobs.pending, 1);
    assert.ok(view.queues.some((queue: { queue: string }) => queue.queue === 'analysis'));

    const pull = '/console/v1/operator/models/no-such-model/pull';
    refused(await operator.visitor.post(pull), 404, 'NOT_FOUND');
  });
});
