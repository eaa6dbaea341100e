/**
 * Calls whose body arrives, or whose look-up of a name ends, only after the caller's access has ended: they do nothing, as
 * any later call.
 */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepted, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

let subject: Subject;
let ada: Person;
before(async () => {
  subject = await startSubject({ REELSIGHT_SIGN_UP: 'open', REELSIGHT_SIGN_UP_PLAN: 'pro' });
  ada = await signUp(subject, 'Ada');
});
after(() => subject.close());

interface HeldBack {
  /** Sends the last byte of the body, and returns the status of the answer. */
  finish(): Promise<number>;
}

/** Sends a request up to the last byte of its body. The service has admitted the caller by then. */
async function holdBack(
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object,
): Promise<HeldBack> {
  const { hostname, port, host, origin } = new URL(subject.service.apiUrl);
  const json = JSON.stringify(body);
  const socket = connect(Number(port), hostname);
  const status = new Promise<number>((resolve, reject) => {
    socket.once('data', (bytes) => resolve(Number(String(bytes).split(' ')[1])));
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
  status.catch(() => undefined);

  const lines = Object.entries({
    Host: host,
    Origin: origin,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(json)),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${json.slice(0, -1)}`);
  await sleep(300);

  return {
    finish: async () => {
      socket.write(json.slice(-1));
      return status.finally(() => socket.destroy());
    },
  };
}

/** A person who is an owner of Ada's workspace too. */
async function coOwner(name: string): Promise<Person> {
  const person = await signUp(subject, name);
  const body = { email: person.email, role: 'owner' };
  const { link } = accepted(await ada.visitor.post(`${ada.home}/invitations`, body), 201);
  const token = new URL(link).searchParams.get('token');
  accepted(await person.visitor.post('/console/v1/invitations/accept', { token }), 200);
  return person;
}

const scopes = ['account:read', 'jobs:read', 'jobs:write'];

describe('A body that arrives after', () => {
  test('the caller was removed from the workspace', async () => {
    const bob = await coOwner('Bob');
    const cookie = { Cookie: bob.visitor.cookie };
    const held = [
      await holdBack(`${ada.home}/keys`, cookie, { name: 'late', scopes }),
      await holdBack(`${ada.home}/invitations`, cookie, { email: 'x@example.com', role: 'owner' }),
    ];
    const path = `${ada.home}/members/${bob.userId}?revoke_keys=true`;
    accepted(await ada.visitor.delete(path), 204);

    for (const request of held) assert.equal(await request.finish(), 404);
    assert.deepEqual(accepted(await ada.visitor.get(`${ada.home}/v1/keys`), 200), []);
    assert.deepEqual(accepted(await ada.visitor.get(`${ada.home}/invitations`), 200), []);
  });

  test('the caller became a member only', async () => {
    const cleo = await coOwner('Cleo');
    const cookie = { Cookie: cleo.visitor.cookie };
    const held = await holdBack(`${ada.home}/keys`, cookie, { name: 'late', scopes });
    const path = `${ada.home}/members/${cleo.userId}`;
    accepted(await ada.visitor.call('PATCH', path, { json: { role: 'member' } }), 200);
    assert.equal(await held.finish(), 403);
  });

  test('the session was ended', async () => {
    const { visitor, home } = await signUp(subject, 'Dora');
    const held = await holdBack(
      `${home}/keys`,
      { Cookie: visitor.cookie },
      { name: 'late', scopes },
    );
    assert.equal((await visitor.post('/console/auth/revoke-sessions', {})).status, 200);
    assert.equal(await held.finish(), 401);
  });

  test('the key was revoked', async () => {
    const body = { name: 'leaked', scopes };
    const { api_key, key_id } = accepted(await ada.visitor.post(`${ada.home}/keys`, body), 201);
    const preset = { name: 'late', capabilities: ['metadata'] };
    const held = await holdBack('/v1/presets', { 'X-Api-Key': api_key }, preset);
    accepted(await ada.visitor.delete(`${ada.home}/keys/${key_id}`), 204);
    assert.equal(await held.finish(), 401);
  });

  test('nothing changed, however late it is', async () => {
    const body = { name: 'slow', scopes };
    const held = await holdBack(`${ada.home}/keys`, { Cookie: ada.visitor.cookie }, body);
    assert.equal(await held.finish(), 201);
  });
});

describe('A look-up of the host of a webhook that ends after', () => {
  const late = { url: 'https://hooks.example.com/late' };
  const address = async () =>
    accepted(await ada.visitor.get(`${ada.home}/v1/webhooks/address`), 200);

  /** Starts the call, lets the caller's access end while its host is looked up, and returns the status of the answer. */
  async function whileLookedUp(
    t: TestContext,
    call: () => Promise<{ readonly status: number }>,
    end: () => Promise<unknown>,
  ): Promise<number> {
    const lookedUp = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    t.mock.method(subject.domain.ports, 'checkWebhookUrl', () => {
      began.resolve();
      return lookedUp.promise;
    });
    const answer = call();
    await began.promise;
    await end();
    lookedUp.resolve();
    return (await answer).status;
  }

  const removed = async ({ userId }: Person): Promise<unknown> =>
    accepted(await ada.visitor.delete(`${ada.home}/members/${userId}?revoke_keys=true`), 204);

  test('the caller was removed sets no address for the workspace', async (t) => {
    const bill = await coOwner('Bill');
    const before = await address();
    const set = () => bill.visitor.call('PUT', `${ada.home}/webhook`, { json: late });
    assert.equal(await whileLookedUp(t, set, () => removed(bill)), 404);
    assert.deepEqual(await address(), before);
  });

  test('the session was ended sets none either', async (t) => {
    const { visitor, home } = await signUp(subject, 'Dina');
    const set = () => visitor.call('PUT', `${home}/webhook`, { json: late });
    const end = () => visitor.post('/console/auth/revoke-sessions', {});
    assert.equal(await whileLookedUp(t, set, end), 401);
  });

  test('the key was revoked sends no test event', async (t) => {
    const body = { name: 'leaked', scopes };
    const { api_key, key_id } = accepted(await ada.visitor.post(`${ada.home}/keys`, body), 201);
    const program = subject.stranger.with({ 'X-Api-Key': api_key });
    const send = () => program.post('/v1/webhooks/test', late);
    const end = () => ada.visitor.delete(`${ada.home}/keys/${key_id}`);
    assert.equal(await whileLookedUp(t, send, end), 401);
  });

  test('nothing changed sets the address', async (t) => {
    const set = () => ada.visitor.call('PUT', `${ada.home}/webhook`, { json: late });
    assert.equal(await whileLookedUp(t, set, async () => undefined), 200);
    assert.equal((await address()).url, late.url);
  });
});
