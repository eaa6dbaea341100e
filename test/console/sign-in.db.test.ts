/** Sign-up, sign-in and sessions of the console. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { localKey } from '../../cli/src/local-service.ts';
import { accepted, type Json, refused, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, password, sessionsLeftBy, signUp, Visitor } from './visitor.ts';

describe('Sign-up', () => {
  let subject: Subject;
  before(async () => {
    subject = await startSubject();
  });
  after(() => subject.close());

  test('two first ones at once make one operator, who begins with all; then sign-up is closed', async () => {
    const stranger = new Visitor(subject.service.apiUrl);
    assert.equal((await stranger.session()).sign_up, 'first');
    assert.equal((await stranger.session()).user, null);

    const ada = new Visitor(subject.service.apiUrl);
    const bob = new Visitor(subject.service.apiUrl);
    const code = subject.service.firstCode;
    const answers = await Promise.all([
      ada.signUp('Ada', undefined, { code }),
      bob.signUp('Bob', undefined, { code }),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 403]);

    const [winner, loser] = answers[0]?.status === 200 ? [ada, bob] : [bob, ada];
    const session = await winner.session();
    assert.equal(session.user.operator, true);
    assert.equal(session.sign_up, 'closed');
    assert.equal(session.api_url, subject.service.apiUrl);

    const [workspace] = session.workspaces;
    assert.deepEqual(
      [session.workspaces.length, workspace.name, workspace.plan, workspace.role],
      [1, session.user.name, 'scale', 'owner'],
    );

    const home = `/console/v1/workspaces/${workspace.workspace_id}`;
    const account = accepted(await winner.get(`${home}/v1/account`), 200);
    assert.equal(account.credits.balance, 100_000);
    assert.match(account.webhook_secret, /^whsec_/);
    await invited(winner, home, loser);
  });

  /** While sign-up is closed, an invitation allows it for its own e-mail address only, and only through its link. */
  async function invited(owner: Visitor, home: string, guest: Visitor): Promise<void> {
    const email = 'Guest@Example.com';
    refused(await guest.signUp('Guest', email), 403, 'INSUFFICIENT_SCOPE', 'invitation');

    const body = { email, role: 'member' };
    const { link } = accepted(await owner.post(`${home}/invitations`, body), 201);
    assert.ok(link.startsWith(`${subject.service.apiUrl}/join?token=`));

    const token = new URL(link).searchParams.get('token');
    const other = await guest.signUp('Other', 'other@example.com', { invitation: token });
    refused(other, 403, 'INSUFFICIENT_SCOPE');

    for (const guessed of [{}, { invitation: 'guessed' }])
      refused(await guest.signUp('Thief', email, guessed), 403, 'INSUFFICIENT_SCOPE', 'its link');

    assert.equal((await guest.signUp('Guest', email, { invitation: token })).status, 200);
    const { user, workspaces, own_workspaces } = await guest.session();
    assert.deepEqual(
      [user.email, user.operator, own_workspaces],
      ['guest@example.com', false, false],
    );
    // People who sign up by an invitation get its workspace only, and no workspace of their own.
    assert.deepEqual(
      workspaces.map(({ workspace_id, role }: Json) => [
        `/console/v1/workspaces/${workspace_id}`,
        role,
      ]),
      [[home, 'member']],
    );
    refused(await guest.post('/console/v1/invitations/accept', { token }), 404, 'NOT_FOUND');

    const own = await guest.post('/console/v1/workspaces', { name: 'Mine' });
    refused(own, 403, 'INSUFFICIENT_SCOPE', 'invitation');
  }
});

test('the first account takes over the workspace that the command line made, with its jobs', async () => {
  const subject = await startSubject();
  try {
    const { service } = subject;
    assert.ok(await localKey(service.apiUrl, service.dataDir));

    const ada = new Visitor(service.apiUrl);
    assert.equal((await ada.signUp('Ada', undefined, { code: service.firstCode })).status, 200);

    const { workspaces } = await ada.session();
    assert.deepEqual(
      workspaces.map(({ name, role }: { name: string; role: string }) => [name, role]),
      [['local', 'owner']],
    );
  } finally {
    await subject.close();
  }
});

describe('Sign-in', () => {
  let subject: Subject;
  let ada: Person;
  before(async () => {
    subject = await startSubject({ REELSIGHT_SIGN_UP: 'open' });
    ada = await signUp(subject, 'Ada');
  });
  after(() => subject.close());

  const browser = () => new Visitor(subject.service.apiUrl);

  test('a bad form is refused and leaves nothing; an e-mail signs up once, in any case', async () => {
    const visitor = browser();
    const bad: unknown[] = [
      { name: 'X', email: 'x@example.com', password: 'short' },
      { name: 'X', email: 'x@example.com', password: 'x'.repeat(129) },
      { name: '', email: 'x@example.com', password },
      { name: 'X', email: 'no e-mail', password },
      { name: 'X', email: 'x@example.com' },
      { name: { $ne: null }, email: 'x@example.com', password },
      'nonsense',
    ];
    for (const body of bad) {
      const { status } = await visitor.post('/console/auth/sign-up/email', body);
      assert.ok(status === 400 || status === 422, `${status} ${JSON.stringify(body)}`);
    }

    assert.equal((await visitor.signUp('Ada', 'ADA@example.com')).status, 422);
    assert.equal(visitor.cookie, '');

    const rows = await subject.domain.db.query('select email from users');
    assert.deepEqual(rows, [{ email: ada.email }]);

    const workspaces = await subject.domain.db.query('select name from workspaces');
    assert.deepEqual(workspaces, [{ name: 'Ada' }]);
  });

  test('nobody makes herself the operator', async () => {
    const visitor = browser();
    const body = { name: 'Eve', email: 'eve@example.com', password, operator: true, id: 'usr_0' };
    assert.equal((await visitor.post('/console/auth/sign-up/email', body)).status, 200);
    assert.equal((await visitor.session()).user.operator, false);
  });

  test('names with markup stay text', async () => {
    const name = '<img src=x onerror=alert(1)>"\'';
    const visitor = browser();
    assert.equal((await visitor.signUp(name, 'markup@example.com')).status, 200);
    const { user, workspaces } = await visitor.session();
    assert.deepEqual([user.name, workspaces[0].name], [name, name]);
  });

  test('the cookie is for this site alone and out of reach of scripts; a changed one is nobody', async () => {
    const answer = await browser().signIn(ada.email);
    assert.equal(answer.status, 200);

    const [line = ''] = answer.headers.getSetCookie();
    assert.match(line, /HttpOnly/i);
    assert.match(line, /SameSite=Lax/i);
    assert.match(line, /Max-Age=120\d{4}/i);

    const forged = (line.split(';')[0] ?? '').replace(/=(.)/, (_, first) =>
      first === 'Z' ? '=Y' : '=Z',
    );
    const bare = subject.stranger.with({ Cookie: forged });
    refused(await bare.get(`${ada.home}/members`), 401, 'SIGN_IN_REQUIRED');
  });

  test('a wrong password and an unknown e-mail are refused with the same words', async () => {
    const wrong = await browser().signIn(ada.email, 'another password');
    const unknown = await browser().signIn('nobody@example.com');
    assert.deepEqual([wrong.status, unknown.status], [401, 401]);
    assert.equal(wrong.text, unknown.text);
  });

  test('signing out ends the session, also for a copy of its cookie', async () => {
    const visitor = browser();
    await visitor.signIn(ada.email);
    const copy = subject.stranger.with({ Cookie: visitor.cookie });
    accepted(await copy.get(`${ada.home}/members`), 200);
    assert.equal((await visitor.post('/console/auth/sign-out', {})).status, 200);
    assert.doesNotMatch(visitor.cookie, /session/);
    refused(await copy.get(`${ada.home}/members`), 401, 'SIGN_IN_REQUIRED');
  });

  test('a session that expired or was revoked is none; one in use is prolonged', async () => {
    const old = browser();
    const other = browser();

    await old.signIn(ada.email);
    await other.signIn(ada.email);

    const { db } = subject.domain;
    const id = (
      await db.query<{ id: string }>('select id from sessions order by id desc limit 2')
    )[1]?.id;
    const expireAt = (days: number) =>
      db.query('update sessions set expires_at = now() + make_interval(days => $2) where id = $1', [
        id,
        days,
      ]);
    await expireAt(2);

    const prolonged = await old.get(`${ada.home}/members`);
    // Fourteen days, less the moments that have passed.
    assert.match(prolonged.headers.getSetCookie().join(), /Max-Age=120\d{4}/i);
    await expireAt(-1);
    refused(await old.get(`${ada.home}/members`), 401, 'SIGN_IN_REQUIRED');
    assert.equal((await ada.visitor.post('/console/auth/revoke-other-sessions', {})).status, 200);
    refused(await other.get(`${ada.home}/members`), 401, 'SIGN_IN_REQUIRED');
    accepted(await ada.visitor.get(`${ada.home}/members`), 200);
  });

  test('a password is changed by who knows it', async () => {
    const finn = await signUp(subject, 'Finn');
    const change = (currentPassword: string) =>
      finn.visitor.post('/console/auth/change-password', {
        currentPassword,
        newPassword: 'a whole new password',
        revokeOtherSessions: true,
      });

    assert.equal((await change('wrong password')).status, 400);
    assert.equal((await change(password)).status, 200);
    assert.equal((await browser().signIn(finn.email)).status, 401);
    assert.equal((await browser().signIn(finn.email, 'a whole new password')).status, 200);
  });

  test('a password that is changed or reset ends the sign-ins that are under way', async () => {
    for (const name of ['Gil', 'Hal', 'Ida']) {
      const { visitor, email } = await signUp(subject, name);
      const change = { currentPassword: password, newPassword: 'a whole new password' };
      const changed = () =>
        visitor.post('/console/auth/change-password', { ...change, revokeOtherSessions: true });
      assert.equal(await sessionsLeftBy(subject, email, changed), 0);
      assert.notEqual((await visitor.session()).user, null);
    }

    for (const name of ['Jan', 'Kim', 'Leo']) {
      const { email, userId } = await signUp(subject, name);
      const reset = () => subject.operator.post(`/console/v1/operator/accounts/${userId}/password`);
      assert.equal(await sessionsLeftBy(subject, email, reset), 0);
    }
  });
});

describe('A failure of ours', () => {
  test('is an answer of ours, without a word of what went wrong', async () => {
    const subject = await startSubject();
    try {
      const ada = await signUp(subject, 'Ada');
      await subject.domain.db.query('alter table sessions rename to lost');

      const answers = [
        await ada.visitor.get(`${ada.home}/members`),
        await new Visitor(subject.service.apiUrl).signIn(ada.email),
      ];
      for (const answer of answers) {
        refused(answer, 500, 'INTERNAL_ERROR');
        assert.doesNotMatch(answer.text, /sessions|lost|relation/);
      }

      await subject.domain.db.query('alter table lost rename to sessions');
      accepted(await ada.visitor.get(`${ada.home}/members`), 200);
    } finally {
      await subject.close();
    }
  });
});
