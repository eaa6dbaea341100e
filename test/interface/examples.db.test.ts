/** The examples of the interface, sent as they stand: each is accepted, and the answer is of the form that is described. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Access,
  accessesOf,
  type CallId,
  type CallRow,
  callRows,
  calls,
} from '@reelsight/contract';
import { codeOf } from '../console/authenticator.ts';
import { type Person, password, signUp, Visitor } from '../console/visitor.ts';
import { type Caller, type Json, type Owner, type Subject, startSubject } from './subject.ts';

let subject: Subject;
let owner: Owner;
let person: Person;
before(async () => {
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SIGN_UP_PLAN: 'scale',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  });
  owner = await subject.owner('scale', 100_000);
  person = await signUp(subject, 'Operator');
});
after(() => subject.close());

const sent = new Set<CallId>();

interface Sending {
  readonly params?: Readonly<Record<string, string>>;
  /** Instead of what an example can't know: a token, the name of what is deleted. */
  readonly instead?: object;
}

/** Sends the example and gives the `data` of its answer, or the answer itself where it has no envelope. */
async function send(
  id: CallId,
  by: Access['by'],
  caller: Caller,
  { params = {}, instead = {} }: Sending = {},
): Promise<Json> {
  const row: CallRow = calls[id];
  const access = accessesOf(row).find((one) => one.by === by && one.path === row[by]?.path);
  assert.ok(access, `${id} by ${by}`);
  const path = access.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    assert.ok(value, `${id} needs ${name}`);
    return value;
  });
  const json = { ...(row.example as object), ...instead };
  const answer = await caller.call(row.method, path, { json });
  const [expected] = row.answers;
  assert.equal(answer.status, expected?.status, `${id}: ${answer.text}`);
  const misfit = expected?.body?.safeParse(answer.json).error;
  assert.equal(misfit, undefined, `${id}: ${answer.text}`);
  sent.add(id);
  return answer.json?.data ?? answer.json;
}

describe('Examples', () => {
  test('of jobs, batches and uploads', async () => {
    const { job_id } = await send('createJob', 'key', owner);
    assert.match(job_id, /^job_/);
    await send('createBatch', 'key', owner);
    await send('presignUpload', 'key', owner);
  });

  test('of brands, Follows and webhooks', async () => {
    const { brand_id } = await send('createBrand', 'key', owner);
    await send('changeBrand', 'key', owner, { params: { id: brand_id } });
    const { follow_id } = await send('createFollow', 'key', owner);
    const ofFollow = { params: { id: follow_id } };
    await send('changeFollow', 'key', owner, ofFollow);
    await send('runFollow', 'key', owner, ofFollow);
    // Names are looked up nowhere in a test.
    const instead = { url: 'http://127.0.0.1:9/hook' };
    await send('sendTestEvent', 'key', owner, { instead });
  });

  test('of the operator', async () => {
    const { operator } = subject;
    const { tenant_id: id } = await send('createWorkspace', 'operator', operator);
    const params = { id };
    assert.equal((await send('changeWorkspace', 'operator', operator, { params })).plan, 'scale');
    await send('addCredits', 'operator', operator, { params });
    await send('createKey', 'operator', operator, { params });
    const { follow_id } = await send('createFollow', 'operator', operator, { params });
    const ofFollow = { params: { id: follow_id } };
    assert.equal(
      (await send('changeFollow', 'operator', operator, ofFollow)).rule.every_minutes,
      120,
    );
    await send('runFollow', 'operator', operator, ofFollow);
  });

  test('of a workspace', async () => {
    const { visitor, workspaceId: workspace } = person;
    const params = { workspace };
    await send('createKey', 'session', visitor, { params });
    await send('rotateSecret', 'session', visitor, { params });
    const made = await send('createOwnWorkspace', 'session', visitor);
    const own = { workspace: made.workspace_id };
    const { name } = await send('renameWorkspace', 'session', visitor, { params: own });
    await send('deleteOwnWorkspace', 'session', visitor, { params: own, instead: { name } });
  });

  test('of people', async () => {
    const { visitor, workspaceId: workspace } = person;
    const ada = new Visitor(subject.service.apiUrl);
    const { user } = await send('signUp', 'session', ada);
    await send('signIn', 'session', new Visitor(subject.service.apiUrl));
    const { link } = await send('createInvitation', 'session', visitor, { params: { workspace } });
    const token = new URL(link).searchParams.get('token');
    await send('acceptInvitation', 'session', ada, { instead: { token } });
    await send('changeMember', 'session', visitor, { params: { workspace, user: user.id } });
    const { json: sessions } = await ada.get('/console/auth/list-sessions');
    const other = sessions.at(-1).token;
    await send('revokeSession', 'session', visitor, { instead: { token: other } });
    assert.equal((calls.signUp.example as Json).password, password);
    await send('changePassword', 'session', ada);
  });

  test('of the second step', async () => {
    const { visitor, email } = person;
    const { secret } = await send('beginTotp', 'session', visitor);
    // What an example can't know: the code of this half minute.
    const now = (later: number) => ({ instead: { code: codeOf(secret, later) } });
    await send('confirmTotp', 'session', visitor, now(-1));
    const other = new Visitor(subject.service.apiUrl);
    assert.equal((await other.signIn(email)).status, 401);
    await send('enterCode', 'session', other, now(0));
    await send('endTotp', 'session', visitor, now(1));
  });

  test('none is left out', () => {
    const bodies = callRows.filter(([, { body }]) => body).map(([id]) => id);
    // It asks a platform, which no test does.
    const elsewhere: readonly CallId[] = ['previewFollow'];
    assert.deepEqual(
      bodies.filter((id) => !sent.has(id) && !elsewhere.includes(id)),
      [],
    );
    assert.ok(bodies.length > 20);
  });
});
