/**
 * Accounts and sessions as version 1.4.0 of the sign-in library wrote them: its password hash, its rows, its signed
 * cookie.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accepted, refused, type Subject, startSubject } from '../interface/subject.ts';
import { Visitor } from './visitor.ts';

const earlier = {
  secret: 'a secret of the version before, 32+',
  token: 'cKziKJ0G4hV1VVf23C7QECifQMBhlskC',
  cookie:
    'reelsight.session_token=cKziKJ0G4hV1VVf23C7QECifQMBhlskC.sKap4N4qVoyj4ejBai5c4cA1VW0WHzGl88gBviLY3ok%3D',
  password: 'correct horse battery',
  hash: 'dbfc56e20bd47921a9e49300dad5ebb2:bb7e70e2f35c15a622658fe7e784c26fca438788db35e80f64f98cabe014668a546ec492e5156e6412add28c45e2d669ffcc835b02cfb4e99010c7f49e2b2e2a',
} as const;
const email = 'ada@example.com';

let subject: Subject;
before(async () => {
  subject = await startSubject({ REELSIGHT_SESSION_SECRET: earlier.secret });
  const { db } = subject.domain;
  await db.query(
    `insert into users (id, name, email, operator, created_at, updated_at)
     values ('usr_ada', 'Ada', $1, true, now(), now())`,
    [email],
  );

  await db.query(
    `insert into credentials (id, user_id, account_id, provider_id, password, created_at, updated_at)
     values ('crd_ada', 'usr_ada', 'usr_ada', 'credential', $1, now(), now())`,
    [earlier.hash],
  );

  await db.query(
    `insert into sessions (id, user_id, token, expires_at, ip_address, user_agent, created_at, updated_at)
     values ('ses_ada', 'usr_ada', $1, now() + interval '6 days 23 hours', '', '', now(), now())`,
    [earlier.token],
  );
});
after(() => subject.close());

test('a session goes on, and one with another signature is none', async () => {
  const { stranger } = subject;
  const { user } = accepted(
    await stranger.with({ Cookie: earlier.cookie }).get('/console/v1/session'),
    200,
  );
  assert.deepEqual([user.email, user.operator], [email, true]);

  const forged = stranger.with({ Cookie: earlier.cookie.replace('sKap', 'sKaq') });
  refused(await forged.get('/console/v1/operator/overview'), 401, 'SIGN_IN_REQUIRED');
});

test('a password signs in', async () => {
  const visitor = new Visitor(subject.service.apiUrl);
  assert.equal((await visitor.signIn(email, 'another password')).status, 401);
  assert.equal((await visitor.signIn(email, earlier.password)).status, 200);
  assert.equal((await visitor.session()).user.email, email);
});
