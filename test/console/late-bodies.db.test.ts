/** Calls whose body arrives only after the caller's access has ended: they do nothing, as any later call. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
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
