/** Workspaces of the console: members, invitations, keys, secrets, deliveries, Follows. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  accepted,
  type Caller,
  dayMs,
  isTimestamp,
  type Json,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

let subject: Subject;
let ada: Person;
let bob: Person;
before(async () => {
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
    REELSIGHT_SIGN_UP_PLAN: 'pro',
  });
  ada = await signUp(subject, 'Ada');
  bob = await signUp(subject, 'Bob');
});
after(() => subject.close());

/** Makes `person` a member of Ada's workspace. */
async function join(person: Person, role: 'owner' | 'member', owner: Person = ada): Promise<void> {
  const body = { email: person.email, role };
  const { link } = accepted(await owner.visitor.post(`${owner.home}/invitations`, body), 201);
  const token = new URL(link).searchParams.get('token');
  const joined = await person.visitor.post('/console/v1/invitations/accept', { token });
  assert.equal(accepted(joined, 200).workspace_id, owner.workspaceId);
}

describe('Workspaces', () => {
  test('a person makes more of them; only those of the operator begin with credits', async () => {
    for (const [person, balance] of [
      [ada, 100_000],
      [bob, 0],
    ] as const) {
      const made = accepted(
        await person.visitor.post('/console/v1/workspaces', { name: '<b>Second</b>' }),
        201,
      );
      assert.equal(made.name, '<b>Second</b>');

      const { workspaces } = await person.visitor.session();
      assert.equal(workspaces.at(-1).workspace_id, made.workspace_id);

      const path = `/console/v1/workspaces/${made.workspace_id}/v1/account`;
      assert.equal(accepted(await person.visitor.get(path), 200).credits.balance, balance);
    }
  });

  test('a new name shows everywhere; deleting needs the name repeated and ends every call', async () => {
    const cleo = await signUp(subject, 'Cleo');
    const named = accepted(await cleo.visitor.patch(cleo.home, { name: 'Studio' }), 200);
    assert.equal(named.name, 'Studio');
    assert.equal((await cleo.visitor.session()).workspaces[0].name, 'Studio');

    const wrong = await cleo.visitor.post(`${cleo.home}/delete`, { name: 'studio' });
    refused(wrong, 422, 'VALIDATION_FAILED', 'name:');
    accepted(await cleo.visitor.post(`${cleo.home}/delete`, { name: 'Studio' }), 204);
    refused(await cleo.visitor.get(`${cleo.home}/members`), 404, 'NOT_FOUND');
    assert.deepEqual((await cleo.visitor.session()).workspaces, []);
  });
});

describe('Members', () => {
  test('a removed or demoted owner leaves no invitation by which an accomplice joins as an owner', async () => {
    for (const [name, end] of [
      ['Removed', (id: string) => ada.visitor.delete(`${ada.home}/members/${id}`)],
      [
        'Demoted',
        (id: string) => ada.visitor.patch(`${ada.home}/members/${id}`, { role: 'member' }),
      ],
    ] as const) {
      const former = await signUp(subject, name);
      const accomplice = await signUp(subject, `${name}Friend`);
      await join(former, 'owner');
      const invite = (by: Person, email: string) =>
        by.visitor.post(`${ada.home}/invitations`, { email, role: 'owner' });
      const { link } = accepted(await invite(former, accomplice.email), 201);
      const kept = accepted(await invite(ada, `${name.toLowerCase()}-other@example.com`), 201);

      // Invitations of earlier versions do not say who sent them.
      if (name === 'Demoted')
        await subject.domain.db.query('update invitations set invited_by = null');
      assert.ok((await end(former.userId)).status < 300);
      const token = new URL(link).searchParams.get('token');
      refused(
        await accomplice.visitor.post('/console/v1/invitations/accept', { token }),
        404,
        'NOT_FOUND',
      );
      const open = accepted(await ada.visitor.get(`${ada.home}/invitations`), 200);
      assert.deepEqual(
        open.map((invitation: { invitation_id: string }) => invitation.invitation_id),
        [kept.invitation_id],
        "other people's invitations stay open",
      );

      accepted(await ada.visitor.delete(`${ada.home}/invitations/${kept.invitation_id}`), 204);
      if (name === 'Demoted')
        accepted(await ada.visitor.delete(`${ada.home}/members/${former.userId}`), 204);
    }
  });

  test('an invitation works once, for its e-mail, until it is withdrawn or has expired', async () => {
    const dora = await signUp(subject, 'Dora');
    const invite = async (email: string) =>
      accepted(await ada.visitor.post(`${ada.home}/invitations`, { email, role: 'member' }), 201);
    const tokenOf = ({ link }: { link: string }) => new URL(link).searchParams.get('token');
    const accept = (token: string | null) =>
      dora.visitor.post('/console/v1/invitations/accept', { token });
    refused(await accept('nothing'), 404, 'NOT_FOUND');
    refused(await accept(tokenOf(await invite('other@example.com'))), 404, 'NOT_FOUND', 'another');

    const withdrawn = await invite(dora.email);
    accepted(await ada.visitor.delete(`${ada.home}/invitations/${withdrawn.invitation_id}`), 204);
    refused(await accept(tokenOf(withdrawn)), 404, 'NOT_FOUND');

    const late = tokenOf(await invite(dora.email));
    await subject.clock.ahead(8 * dayMs, async () => {
      refused(await accept(late), 404, 'NOT_FOUND', 'expired');
    });

    const replaced = tokenOf(await invite(dora.email));
    const token = tokenOf(await invite('DORA@example.com'));

    refused(await accept(replaced), 404, 'NOT_FOUND');
    const answers = await Promise.all([accept(token), accept(token)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
    refused(await accept(token), 404, 'NOT_FOUND');

    const open = accepted(await ada.visitor.get(`${ada.home}/invitations`), 200);
    assert.deepEqual(
      open.map((one: { email: string }) => one.email),
      ['other@example.com'],
    );

    const again = await ada.visitor.post(`${ada.home}/invitations`, {
      email: dora.email,
      role: 'owner',
    });
    refused(again, 422, 'VALIDATION_FAILED', 'email:');
  });

  test('the last owner can neither leave nor become less; of two who leave at once one stays', async () => {
    const eve = await signUp(subject, 'Eve');
    const finn = await signUp(subject, 'Finn');
    const memberPath = (person: Person) => `${eve.home}/members/${person.userId}`;

    await join(finn, 'member', eve);
    refused(await eve.visitor.delete(memberPath(eve)), 422, 'VALIDATION_FAILED', 'owner');

    const less = await eve.visitor.patch(memberPath(eve), { role: 'member' });
    refused(less, 422, 'VALIDATION_FAILED', 'owner');
    assert.equal(
      accepted(await eve.visitor.patch(memberPath(finn), { role: 'owner' }), 200).role,
      'owner',
    );

    const left = await Promise.all([
      eve.visitor.delete(memberPath(eve)),
      finn.visitor.delete(memberPath(finn)),
    ]);
    assert.deepEqual(left.map(({ status }) => status).sort(), [204, 422]);
  });

  test('200 keys may be valid, also of those made at once; all of them are listed', async () => {
    const { workspace_id: id } = accepted(
      await ada.visitor.post('/console/v1/workspaces', { name: 'Many keys' }),
      201,
    );
    const body = { name: 'one', scopes: ['jobs:read'] };
    const make = () => subject.operator.post(`/admin/v1/workspaces/${id}/keys`, body);
    const answers = await Promise.all(Array.from({ length: 210 }, make));
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 200);

    for (const answer of answers)
      if (answer.status !== 201) refused(answer, 422, 'VALIDATION_FAILED', 'at most 200');

    const [first, second] = made.map(({ json }) => json.data.key_id);
    accepted(await subject.operator.delete(`/admin/v1/keys/${first}`), 204);
    accepted(await make(), 201);

    const listed = accepted(await ada.visitor.get(`/console/v1/workspaces/${id}/v1/keys`), 200);
    assert.equal(listed.length, 201);

    const valid = listed.filter((key: { revoked_at: unknown }) => key.revoked_at === null);
    assert.equal(valid.length, 200);
    assert.ok(valid.some((key: { key_id: string }) => key.key_id === second));
  });

  test('a member reads and analyses, makes no keys, members or secrets, and leaves by herself', async () => {
    const gus = await signUp(subject, 'Gus');
    await join(gus, 'member');

    const { visitor } = gus;
    const members = accepted(await visitor.get(`${ada.home}/members`), 200);
    const self = members.find((member: { user_id: string }) => member.user_id === gus.userId);
    assert.equal(self.role, 'member');
    isTimestamp(self.joined_at);
    assert.equal(accepted(await visitor.get(`${ada.home}/v1/account`), 200).webhook_secret, null);
    accepted(await visitor.get(`${ada.home}/v1/keys`), 200);

    const denied = [
      await visitor.post(`${ada.home}/keys`, { name: 'x', scopes: ['jobs:read'] }),
      await visitor.post(`${ada.home}/webhook-secret`),
      await visitor.get(`${ada.home}/invitations`),
      await visitor.post(`${ada.home}/invitations`, { email: 'x@example.com', role: 'member' }),
      await visitor.patch(ada.home, { name: 'mine' }),
      await visitor.post(`${ada.home}/delete`, { name: 'Ada' }),
      await visitor.delete(`${ada.home}/members/${ada.userId}`),
    ];
    for (const answer of denied) refused(answer, 403, 'INSUFFICIENT_SCOPE', 'owner');
    accepted(await visitor.delete(`${ada.home}/members/${gus.userId}`), 204);
    refused(await visitor.get(`${ada.home}/members`), 404, 'NOT_FOUND');
  });
});

describe('Keys and deliveries', () => {
  test('a key is shown once, listed without its secret, and stops when revoked; not by another workspace', async () => {
    const body = { name: 'CI', scopes: ['account:read'] };
    const made = accepted(await ada.visitor.post(`${ada.home}/keys`, body), 201);
    const program: Caller = subject.stranger.with({ 'X-Api-Key': made.api_key });
    assert.equal(accepted(await program.get('/v1/account'), 200).tenant_id, ada.workspaceId);

    const list = await ada.visitor.get(`${ada.home}/v1/keys`);
    assert.ok(!list.text.includes(made.api_key));

    const [listed] = accepted(list, 200);
    assert.deepEqual(
      [listed.key_id, listed.name, listed.scopes, listed.revoked_at],
      [made.key_id, 'CI', ['account:read'], null],
    );
    refused(await bob.visitor.delete(`${bob.home}/keys/${made.key_id}`), 404, 'NOT_FOUND');
    accepted(await program.get('/v1/account'), 200);
    accepted(await ada.visitor.delete(`${ada.home}/keys/${made.key_id}`), 204);
    refused(await program.get('/v1/account'), 401, 'INVALID_API_KEY');

    const [revoked] = accepted(await ada.visitor.get(`${ada.home}/v1/keys`), 200);
    isTimestamp(revoked.revoked_at);
  });

  test('a key says who made it and when it was last used', async () => {
    const body = { name: 'Dated', scopes: ['account:read'] };
    const made = accepted(await ada.visitor.post(`${ada.home}/keys`, body), 201);
    const path = `/admin/v1/workspaces/${ada.workspaceId}/keys`;
    const { key_id } = accepted(await subject.operator.post(path, body), 201);
    const listed = async (id: string) =>
      accepted(await ada.visitor.get(`${ada.home}/v1/keys`), 200).find(
        (one: { key_id: string }) => one.key_id === id,
      );
    const { created_by: maker, last_used_at } = await listed(made.key_id);
    assert.deepEqual(
      [maker, last_used_at],
      [{ type: 'user', id: ada.userId, name: 'Ada (ada@example.com)' }, null],
    );
    assert.equal((await listed(key_id)).created_by.type, 'operator');

    const program = subject.stranger.with({ 'X-Api-Key': made.api_key });
    const use = async () => accepted(await program.get('/v1/account'), 200);
    await use();

    const first = (await listed(made.key_id)).last_used_at;
    isTimestamp(first);
    await use();
    assert.equal((await listed(made.key_id)).last_used_at, first, 'to within ten minutes');
    await subject.clock.ahead(11 * 60_000, async () => {
      await Promise.all(Array.from({ length: 20 }, use));
    });
    assert.ok((await listed(made.key_id)).last_used_at > first);
    assert.equal((await listed(key_id)).last_used_at, null);
  });

  test('a member who goes takes the keys they made along, if that is asked for', async () => {
    const ivy = await signUp(subject, 'Ivy');
    const stays = async () => {
      await join(ivy, 'owner');
      const body = { name: 'of Ivy', scopes: ['account:read', 'jobs:read', 'jobs:write'] };
      const { api_key } = accepted(await ivy.visitor.post(`${ada.home}/keys`, body), 201);
      return subject.stranger.with({ 'X-Api-Key': api_key });
    };
    const watching = { name: 'news', source: 'https://www.youtube.com/@news' };
    const followBy = async (program: { post: typeof subject.stranger.post }) => {
      const rule = { ...watching, capabilities: ['metadata'], every_minutes: 60 };
      return accepted(await program.post('/v1/follows', rule), 201).follow_id as string;
    };
    const stateOf = async (id: string) =>
      accepted(await ada.visitor.get(`${ada.home}/v1/follows/${id}`), 200).status;
    const body = { name: 'own', scopes: ['account:read'] };
    const own = accepted(await ivy.visitor.post(`${ivy.home}/keys`, body), 201);
    const ofAda = accepted(await ada.visitor.post(`${ada.home}/keys`, body), 201);
    const path = `${ada.home}/members/${ivy.userId}`;
    const kept = await stays();

    accepted(await ada.visitor.delete(path), 204);
    accepted(await kept.get('/v1/account'), 200);

    const ofKept = await followBy(kept);
    const gone = await stays();
    const ofGone = await followBy(gone);

    refused(await ada.visitor.delete(`${path}?revoke_keys=yes`), 422, 'VALIDATION_FAILED');
    assert.deepEqual([await stateOf(ofKept), await stateOf(ofGone)], ['active', 'active']);
    accepted(await ada.visitor.delete(`${path}?revoke_keys=true`), 204);
    assert.deepEqual([await stateOf(ofKept), await stateOf(ofGone)], ['paused', 'paused']);

    for (const id of [ofKept, ofGone])
      accepted(await ada.visitor.delete(`${ada.home}/v1/follows/${id}`), 204);

    for (const program of [kept, gone])
      refused(await program.get('/v1/account'), 401, 'INVALID_API_KEY');

    for (const { api_key } of [own, ofAda]) {
      const other = subject.stranger.with({ 'X-Api-Key': api_key });
      accepted(await other.get('/v1/account'), 200);
    }
  });

  test('Follows of a member who goes are paused, with those that they redirected, and no others', async () => {
    const mallory = await signUp(subject, 'Mallory');
    await join(mallory, 'member');
    const follow = async (by: Person, name: string) => {
      const rule = {
        name,
        source: `https://www.youtube.com/@${name}`,
        capabilities: ['metadata'],
        every_minutes: 60,
      };
      const made = accepted(await by.visitor.post(`${ada.home}/v1/follows`, rule), 201);
      return `${ada.home}/v1/follows/${made.follow_id}`;
    };
    const webhook_url = `${subject.service.apiUrl}/healthz`;
    const change = async (by: Person, path: string, fields: object) =>
      accepted(await by.visitor.patch(path, fields), 200);

    const own = await follow(mallory, 'own');
    const redirected = await follow(ada, 'redirected');
    await change(mallory, redirected, { webhook_url });
    const takenBack = await follow(mallory, 'taken-back');
    await change(ada, takenBack, { webhook_url });
    const onlyRenamed = await follow(ada, 'only-renamed');
    await change(mallory, onlyRenamed, { name: 'Renamed', status: 'active' });
    // Follows of earlier versions do not say who made them.
    const { db } = subject.domain;
    await db.query("update follows set user_id = null where name in ('own', 'Renamed')");

    accepted(await ada.visitor.delete(`${ada.home}/members/${mallory.userId}`), 204);
    const read = async (path: string) => accepted(await ada.visitor.get(path), 200);
    for (const path of [own, redirected]) {
      const { status, paused_reason } = await read(path);
      assert.equal(status, 'paused', path);
      assert.match(paused_reason, /^MEMBER_LEFT: /);
    }
    for (const path of [takenBack, onlyRenamed]) assert.equal((await read(path)).status, 'active');

    const [entry] = accepted(await ada.visitor.get(`${ada.home}/audit?action=member.removed`), 200);
    assert.equal(entry.details.follows_paused, 2);

    await change(ada, own, { status: 'active' });
    assert.deepEqual([(await read(own)).status, (await read(own)).paused_reason], ['active', null]);
    for (const path of [own, redirected, takenBack, onlyRenamed])
      accepted(await ada.visitor.delete(path), 204);
  });

  test('the webhook address goes with the owner who set it last, and with no other', async () => {
    const hook = { json: { url: `${subject.service.apiUrl}/healthz?address` } };
    const set = async (by: Person) =>
      accepted(await by.visitor.call('PUT', `${ada.home}/webhook`, hook), 200);
    const address = async () =>
      accepted(await ada.visitor.get(`${ada.home}/v1/webhooks/address`), 200).url;
    const remove = async ({ userId }: Person, query: string) =>
      accepted(await ada.visitor.delete(`${ada.home}/members/${userId}${query}`), 204);
    const removals = async (): Promise<Json[]> =>
      accepted(await ada.visitor.get(`${ada.home}/audit?action=webhook_address.removed`), 200);

    for (const query of ['', '?revoke_keys=true']) {
      const owner = await signUp(subject, `Setter${query.length}`);
      await join(owner, 'owner');
      await set(owner);
      const before = (await removals()).length;

      await remove(owner, query);
      assert.equal(await address(), null);

      const [removal, ...others] = await removals();
      assert.equal(others.length, before);
      assert.equal(removal?.details.url, hook.json.url);
      assert.match(removal?.details.reason, /^MEMBER_LEFT: /);
    }

    const overruled = await signUp(subject, 'Overruled');
    await join(overruled, 'owner');
    await set(overruled);
    await set(ada);
    await remove(overruled, '?revoke_keys=true');
    assert.equal(await address(), hook.json.url);
    accepted(await ada.visitor.delete(`${ada.home}/webhook`), 204);
  });

  test('targets of alerts of a member who goes are turned off, schedules with public links too, and no others', async () => {
    const mallory = await signUp(subject, 'Mallorca');
    await join(mallory, 'member');
    const hook = (name: string) => ({
      type: 'webhook',
      address: `${subject.service.apiUrl}/healthz?${name}`,
    });
    const alertOf = (name: string, targets: readonly object[]) => ({
      name,
      condition: { type: 'appears', brands: ['Acme'] },
      targets,
    });
    const alerts = `${ada.home}/v1/alerts`;
    const offIn = async (id: string): Promise<(string | undefined)[]> =>
      accepted(await ada.visitor.get(`${alerts}/${id}`), 200).targets.map(
        ({ off_reason: reason }: Json) => reason?.split(':')[0],
      );

    const entry = alertOf('Of both', [hook('ada')]);
    const both = accepted(await ada.visitor.post(alerts, entry), 201).alert_id;
    const changed = alertOf('Of both', [hook('ada'), hook('mallory')]);
    accepted(await mallory.visitor.call('PUT', `${alerts}/${both}`, { json: changed }), 200);
    const own = alertOf('Of one', [hook('mallory')]);
    const taken = accepted(await mallory.visitor.post(alerts, own), 201).alert_id;

    const schedules = `${ada.home}/v1/report-schedules`;
    const every = { period: 'week', weekday: 'monday', hour: 8 };
    const scheduleOf = async (by: Person, name: string, publicLink: boolean): Promise<string> =>
      accepted(await by.visitor.post(schedules, { name, every, public_link: publicLink }), 201)
        .schedule_id;
    const open = await scheduleOf(mallory, 'Open', true);
    const closed = await scheduleOf(mallory, 'Closed', false);
    const ofAda = await scheduleOf(ada, 'Of Ada', true);

    accepted(await ada.visitor.delete(`${ada.home}/members/${mallory.userId}`), 204);
    assert.deepEqual(await offIn(both), [undefined, 'MEMBER_LEFT']);
    assert.deepEqual(await offIn(taken), ['MEMBER_LEFT']);
    const read = async (id: string) => accepted(await ada.visitor.get(`${schedules}/${id}`), 200);
    const { enabled, off_reason: reason, next_run_at: nextRun } = await read(open);
    assert.deepEqual([enabled, nextRun], [false, null]);
    assert.match(reason, /^MEMBER_LEFT: /);
    for (const id of [closed, ofAda]) assert.equal((await read(id)).enabled, true);

    const [logged] = accepted(
      await ada.visitor.get(`${ada.home}/audit?action=member.removed`),
      200,
    );
    assert.deepEqual(logged.details.alert_ids.toSorted(), [both, taken].toSorted());
    assert.deepEqual(logged.details.schedule_ids, [open]);

    // Who turns something on again owns it: it ends with the next one who goes.
    const eve = await signUp(subject, 'Successor');
    await join(eve, 'member');
    accepted(await eve.visitor.call('PUT', `${alerts}/${taken}`, { json: own }), 200);
    const again = { name: 'Open', every, public_link: true };
    accepted(await eve.visitor.call('PUT', `${schedules}/${open}`, { json: again }), 200);
    assert.deepEqual(await offIn(taken), [undefined]);
    assert.equal((await read(open)).off_reason, null);
    accepted(await eve.visitor.delete(`${ada.home}/members/${eve.userId}`), 204);
    assert.deepEqual(await offIn(taken), ['MEMBER_LEFT']);
    assert.match((await read(open)).off_reason, /^MEMBER_LEFT: /);

    for (const id of [both, taken]) accepted(await ada.visitor.delete(`${alerts}/${id}`), 204);
    for (const id of [open, closed, ofAda])
      accepted(await ada.visitor.delete(`${schedules}/${id}`), 204);
  });

  test('the webhook secret is read with the account by owners, and rotated', async () => {
    const { webhook_secret: before } = accepted(
      await ada.visitor.get(`${ada.home}/v1/account`),
      200,
    );
    const rotated = accepted(await ada.visitor.post(`${ada.home}/webhook-secret`), 201);
    assert.notEqual(rotated.webhook_secret, before);

    const after = accepted(await ada.visitor.get(`${ada.home}/v1/account`), 200);
    assert.equal(after.webhook_secret, rotated.webhook_secret);
  });

  test('a test event goes the way of every event; its address is checked; only its workspace replays it', async () => {
    const url = `${subject.service.apiUrl}/healthz`;
    const sent = accepted(await ada.visitor.post(`${ada.home}/v1/webhooks/test`, { url }), 201);
    assert.deepEqual([sent.event, sent.url, sent.status], ['webhook.test', url, 'pending']);

    const attempt = await waitFor(async () => {
      const [latest] = accepted(await ada.visitor.get(`${ada.home}/v1/webhooks/deliveries`), 200);
      assert.ok(latest.attempts.length > 0);
      return latest.attempts[0];
    });
    // Nothing at this address accepts a POST, but the attempt is a delivery all the same.
    assert.equal(attempt.status, 404);

    const bad = await ada.visitor.post(`${ada.home}/v1/webhooks/test`, { url: 'nonsense' });
    refused(bad, 422, 'VALIDATION_FAILED', 'url:');

    const path = `v1/webhooks/deliveries/${sent.delivery_id}/replay`;
    refused(await bob.visitor.post(`${bob.home}/${path}`), 404, 'NOT_FOUND');

    const replayed = accepted(await ada.visitor.post(`${ada.home}/${path}`), 201);
    assert.equal(replayed.delivery_id, sent.delivery_id);
    accepted(
      await subject.operator.patch(`/admin/v1/workspaces/${bob.workspaceId}`, { plan: 'free' }),
      200,
    );

    const poor = await bob.visitor.post(`${bob.home}/v1/webhooks/test`, { url });
    refused(poor, 403, 'MODE_NOT_ALLOWED');
  });
});

describe('Follows', () => {
  test('a member makes, pauses, runs and deletes Follows of the workspace, and sees none of another', async () => {
    const body = {
      name: 'Channel',
      source: 'https://www.youtube.com/@example',
      capabilities: ['transcription'],
    };
    const made = accepted(await ada.visitor.post(`${ada.home}/v1/follows`, body), 201);
    const path = `v1/follows/${made.follow_id}`;

    assert.equal(made.tenant_id, ada.workspaceId);
    const paused = await ada.visitor.patch(`${ada.home}/${path}`, { status: 'paused' });
    assert.equal(accepted(paused, 200).status, 'paused');

    const run = await ada.visitor.post(`${ada.home}/${path}/runs`, {});
    refused(run, 422, 'VALIDATION_FAILED', 'paused');
    assert.deepEqual(accepted(await ada.visitor.get(`${ada.home}/${path}/videos`), 200), []);
    assert.deepEqual(accepted(await bob.visitor.get(`${bob.home}/v1/follows`), 200), []);

    const foreign = [
      await bob.visitor.patch(`${bob.home}/${path}`, { status: 'active' }),
      await bob.visitor.post(`${bob.home}/${path}/runs`, {}),
      await bob.visitor.get(`${bob.home}/${path}/videos`),
      await bob.visitor.delete(`${bob.home}/${path}`),
    ];
    for (const answer of foreign) refused(answer, 404, 'NOT_FOUND');
    accepted(await ada.visitor.delete(`${ada.home}/${path}`), 204);
    assert.deepEqual(accepted(await ada.visitor.get(`${ada.home}/v1/follows`), 200), []);
  });
});
