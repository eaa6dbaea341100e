/**
 * The second step of a sign-in: setting it up, asking for it, turning it off, and its reset by the operator. Each code
 * is valid only once.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { accepted, refused, type Subject, startSubject } from '../interface/subject.ts';
import { codeOf } from './authenticator.ts';
import { type Person, password, signUp, strangerAt, type Visitor } from './visitor.ts';

let subject: Subject;
let operator: Person;
before(async () => {
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_TRUSTED_PROXIES: '127.0.0.1, ::1/128',
  });
  operator = await signUp(subject, 'Operator');
});
after(() => subject.close());

const browser = () => strangerAt(subject.service.apiUrl);

/** Turns the second step on with the code of half a minute ago, so that the current code is still unused. */
async function withTotp(name: string): Promise<{
  person: Person;
  secret: string;
  recovery: string[];
  /** The code that turned the second step on. */
  used: string;
}> {
  const person = await signUp(subject, name);
  const { secret, uri } = accepted(
    await person.visitor.post('/console/v1/totp', { password }),
    201,
  );
  assert.ok(uri.startsWith('otpauth://totp/Reelsight:') && uri.includes(secret));

  const used = codeOf(secret);
  const { recovery_codes: recovery } = accepted(
    await person.visitor.post('/console/v1/totp/confirm', { code: used }),
    200,
  );

  return { person, secret, recovery, used };
}

/** A browser in which the password was accepted and the code is requested. */
async function halfway(person: Person): Promise<Visitor> {
  const visitor = browser();
  refused(await visitor.signIn(person.email), 401, 'SECOND_STEP_REQUIRED', 'code');
  return visitor;
}

const enter = (visitor: Visitor, code: string) =>
  visitor.post('/console/auth/second-step', { code });

describe('Set-up', () => {
  test('needs the password and a right code; before that sign-in is as it was', async () => {
    const ada = await signUp(subject, 'Ada');
    const begin = (given: string) => ada.visitor.post('/console/v1/totp', { password: given });
    refused(await begin('wrong password'), 422, 'VALIDATION_FAILED', 'password:');
    refused(await ada.visitor.post('/console/v1/totp', {}), 422, 'VALIDATION_FAILED', 'password:');

    const first = accepted(await begin(password), 201);
    const { secret } = accepted(await begin(password), 201);
    assert.notEqual(first.secret, secret);
    assert.equal((await browser().signIn(ada.email)).status, 200);

    const confirm = (code: string) => ada.visitor.post('/console/v1/totp/confirm', { code });
    refused(await confirm(codeOf(first.secret)), 422, 'VALIDATION_FAILED', 'code:');
    assert.equal((await ada.visitor.session()).user.totp, false);

    const other = browser();
    await other.signIn(ada.email);
    assert.equal(accepted(await confirm(codeOf(secret)), 200).recovery_codes.length, 10);
    assert.equal((await ada.visitor.session()).user.totp, true);
    assert.equal((await other.session()).user, null, 'other sessions end');
    refused(await begin(password), 422, 'VALIDATION_FAILED', 'turn it off first');
    refused(await confirm(codeOf(secret, 1)), 422, 'VALIDATION_FAILED', 'code:');
  });

  test('the secret and the recovery codes lie encrypted or hashed in the database', async () => {
    const { person, secret, recovery } = await withTotp('Sealed');
    const rows = await subject.domain.db.query('select * from totp where user_id = $1', [
      person.userId,
    ]);
    const text = JSON.stringify(rows);
    for (const plain of [secret, ...recovery]) assert.ok(!text.includes(plain));
  });
});

describe('Sign-in', () => {
  test('the password alone brings no session; a code brings one, once', async () => {
    const { person, secret, used } = await withTotp('Bea');
    const visitor = await halfway(person);
    assert.equal((await visitor.session()).user, null);
    refused(await visitor.get(`${person.home}/members`), 401, 'SIGN_IN_REQUIRED');
    refused(await enter(visitor, '000000'), 422, 'VALIDATION_FAILED', 'code:');
    refused(await enter(visitor, used), 422, 'VALIDATION_FAILED', 'code:');

    const code = codeOf(secret, 1);
    assert.equal(accepted(await enter(visitor, code), 200).user_id, person.userId);
    assert.equal((await visitor.session()).user.email, person.email);
    refused(await enter(await halfway(person), code), 422, 'VALIDATION_FAILED', 'used already');

    const sessions = await subject.domain.db.query('select 1 from sessions where user_id = $1', [
      person.userId,
    ]);
    assert.equal(sessions.length, 2, 'the first, and the one by code');
  });

  test('of two who send one code at once, one gets in', async () => {
    const { person, secret } = await withTotp('Cleo');
    const one = await halfway(person);
    const two = await halfway(person);
    const code = codeOf(secret, 1);
    const answers = await Promise.all([enter(one, code), enter(two, code)]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
  });

  test('a recovery code is good once, in any case', async () => {
    const { person, recovery } = await withTotp('Dora');
    const code = String(recovery[3]).toUpperCase();
    accepted(await enter(await halfway(person), code), 200);
    refused(await enter(await halfway(person), code), 422, 'VALIDATION_FAILED', 'code:');
    accepted(await enter(await halfway(person), String(recovery[4])), 200);
  });

  test('a code without a password before, or too late, is nothing', async () => {
    const { person, secret } = await withTotp('Emil');
    refused(await enter(browser(), codeOf(secret, 1)), 401, 'SIGN_IN_REQUIRED');

    const visitor = await halfway(person);
    await subject.clock.ahead(11 * 60_000, async () => {
      refused(await enter(visitor, codeOf(secret, 1)), 401, 'SIGN_IN_REQUIRED', 'expired');
    });

    const forged = subject.stranger.with({
      Cookie: 'reelsight.second_step=guessed',
      Origin: subject.service.apiUrl,
    });
    const made = await forged.post('/console/auth/second-step', { code: codeOf(secret, 1) });
    refused(made, 401, 'SIGN_IN_REQUIRED');
  });

  test('ten wrong codes end the guessing for a while, also from other browsers', async () => {
    const { person, secret } = await withTotp('Finn');
    for (let tries = 0; tries < 10; tries += 1)
      refused(await enter(await halfway(person), '000000'), 422, 'VALIDATION_FAILED');
    const late = await enter(await halfway(person), codeOf(secret, 1));
    assert.equal(`${late.status} ${late.json.error.code}`, '429 RATE_LIMITED', late.text);
    assert.match(late.json.error.message, /codes/);
    assert.ok(Number(late.headers.get('retry-after')) > 60);
  });

  test('they count together, whoever else has signed in in those browsers', async () => {
    const { person } = await withTotp('Finley');
    const eve = await signUp(subject, 'Eve');
    const answers: number[] = [];
    for (let round = 0; round < 2; round += 1) {
      const visitor = browser();
      assert.equal((await visitor.signIn(eve.email)).status, 200);
      await visitor.post('/console/auth/sign-out', {});

      for (let tries = 0; tries < 6; tries += 1) {
        refused(await visitor.signIn(person.email), 401, 'SECOND_STEP_REQUIRED');
        answers.push((await enter(visitor, '000000')).status);
      }
    }

    assert.deepEqual(answers, [...Array(10).fill(422), 429, 429]);
  });

  test('and do not stop the person in a browser where they have been before', async () => {
    const { person, secret } = await withTotp('Fay');
    for (let tries = 0; tries < 12; tries += 1) await enter(await halfway(person), '000000');
    const { visitor } = person;
    await visitor.post('/console/auth/sign-out', {});
    refused(await visitor.signIn(person.email), 401, 'SECOND_STEP_REQUIRED');
    accepted(await enter(visitor, codeOf(secret, 1)), 200);
    assert.equal((await visitor.session()).user.user_id, person.userId);
  });
});

describe('The end of it', () => {
  test('needs the password and a code', async () => {
    const { person, secret } = await withTotp('Gus');
    const off = (given: string, code: string) =>
      person.visitor.post('/console/v1/totp/off', { password: given, code });

    refused(await off('wrong password', codeOf(secret, 1)), 422, 'VALIDATION_FAILED', 'password:');
    refused(await off(password, '000000'), 422, 'VALIDATION_FAILED', 'code:');
    accepted(await off(password, codeOf(secret, 1)), 204);
    assert.equal((await browser().signIn(person.email)).status, 200);
    refused(await off(password, codeOf(secret, 1)), 422, 'VALIDATION_FAILED', 'not turned on');
  });

  test('the operator turns it off for who lost the app; every session ends', async () => {
    const { person } = await withTotp('Hal');
    const visitor = await halfway(person);
    const path = `/console/v1/operator/accounts/${person.userId}/totp`;
    const listed = accepted(
      await operator.visitor.get('/console/v1/operator/accounts?limit=100'),
      200,
    );
    const shown = listed.find((one: { user_id: string }) => one.user_id === person.userId);

    assert.equal(shown.totp, true);
    accepted(await operator.visitor.delete(path), 204);
    assert.equal((await person.visitor.session()).user, null);
    refused(await enter(visitor, '000000'), 401, 'SIGN_IN_REQUIRED');
    assert.equal((await browser().signIn(person.email)).status, 200);
    refused(await operator.visitor.delete(path), 404, 'NOT_FOUND');
  });

  test('another session secret voids the app, not the recovery codes', async () => {
    const { person, secret, recovery } = await withTotp('Ida');
    await subject.domain.db.query(
      `update totp set secret = (select secret from totp where user_id <> $1 limit 1) || 'x' where user_id = $1`,
      [person.userId],
    );
    refused(await enter(await halfway(person), codeOf(secret, 1)), 422, 'VALIDATION_FAILED');
    accepted(await enter(await halfway(person), String(recovery[0])), 200);
  });
});
