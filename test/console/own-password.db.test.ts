/** Backups ask for the operator's password once more, so that a stolen session cannot make, restore or delete them. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  type Answer,
  accepted,
  refused,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import { type Person, password, signUp } from './visitor.ts';

const mirror = '/console/v1/operator';
const backups = `${mirror}/admin/v1/backups`;

describe('Backups by a session', () => {
  let subject: Subject;
  let operator: Person;
  let name: string;

  before(async () => {
    subject = await startSubject({
      REELSIGHT_SIGN_UP: 'open',
      REELSIGHT_SIGN_IN_FAILURES: '100',
    });
    operator = await signUp(subject, 'Operator');
    name = await made(await operator.visitor.post(backups, { password }));
  });
  after(() => subject.close());

  /** Waits until a backup is complete, and returns its name. */
  async function made(answer: Answer): Promise<string> {
    const backup = accepted(answer, 202);
    await waitFor(async () => {
      const { backups: list } = accepted(await operator.visitor.get(backups), 200);
      const entry = list.find((one: { name: string }) => one.name === backup.name);
      assert.equal(entry?.state, 'whole');
    });
    return backup.name;
  }

  /** The three calls, with this body in addition to the fields that each needs. */
  const callsWith = (body: Record<string, unknown>) => [
    () => operator.visitor.post(backups, body),
    () => operator.visitor.call('DELETE', `${backups}/${name}`, { json: body }),
    () => operator.visitor.post(`${backups}/${name}/restore`, { confirm: name, ...body }),
  ];

  test('are not made, deleted or restored without the right password', async () => {
    for (const body of [{}, { password: 'another password' }, { password: '' }]) {
      for (const call of callsWith(body))
        refused(await call(), 422, 'VALIDATION_FAILED', 'password: is not the right one');
    }

    refused(await operator.visitor.post(backups), 422, 'VALIDATION_FAILED', 'password:');
    refused(await operator.visitor.delete(`${backups}/${name}`), 422, 'VALIDATION_FAILED');

    const { backups: list, restore } = accepted(await operator.visitor.get(backups), 200);
    assert.deepEqual([list.map((one: { name: string }) => one.name), restore], [[name], null]);
  });

  test('without a password need a sign-in of the last minutes', async () => {
    const { db } = subject.domain;
    const { userId } = operator;
    const kept = await db.query<{ password: string }>(
      "select password from credentials where user_id = $1 and provider_id = 'credential'",
      [userId],
    );
    const setPassword = (hash: string | null) =>
      db.query('update credentials set password = $2 where user_id = $1', [userId, hash]);
    const signedIn = (minutesAgo: number) =>
      db.query('update sessions set created_at = $2 where user_id = $1', [
        userId,
        new Date(Date.now() - minutesAgo * 60_000),
      ]);

    await setPassword(null);
    await signedIn(6);

    for (const call of callsWith({ password: 'anything' }))
      refused(await call(), 422, 'VALIDATION_FAILED', 'within five minutes');

    await signedIn(4);
    const second = await made(await operator.visitor.post(backups));
    accepted(await operator.visitor.delete(`${backups}/${second}`), 204);

    await setPassword(kept[0]?.password ?? '');
    refused(await operator.visitor.post(backups, {}), 422, 'VALIDATION_FAILED', 'password:');
  });

  test("are the operator's token's as before, which is asked for no password", async () => {
    const second = await made(await subject.operator.post('/admin/v1/backups'));
    accepted(await subject.operator.delete(`/admin/v1/backups/${second}`), 204);
    // A program with the operator's token may use the console's address too.
    const third = await made(await subject.operator.post(backups));
    accepted(await subject.operator.delete(`${backups}/${third}`), 204);
  });

  test('a session gives its own account no new password, and takes no second step away', async () => {
    const own = `${mirror}/accounts/${operator.userId}`;
    refused(
      await operator.visitor.post(`${own}/password`),
      403,
      'INSUFFICIENT_SCOPE',
      'reelsight admin',
    );

    refused(
      await operator.visitor.delete(`${own}/totp`),
      403,
      'INSUFFICIENT_SCOPE',
      'reelsight admin',
    );

    const ada = await signUp(subject, 'Ada');
    accepted(await operator.visitor.post(`${mirror}/accounts/${ada.userId}/password`), 201);

    const reset = accepted(await subject.operator.post(`${own}/password`), 201);
    assert.equal((await operator.visitor.signIn(operator.email, reset.password)).status, 200);
  });
});

test('the password is guessed at a backup no faster than where it is changed', async () => {
  const subject = await startSubject({
    REELSIGHT_SIGN_IN_FAILURES: '3',
    REELSIGHT_SIGN_IN_WAIT_SECONDS: '60',
  });
  try {
    const { visitor } = await signUp(subject, 'Operator');
    const guess = { password: 'another password' };
    for (let count = 0; count < 3; count += 1)
      refused(await visitor.post(backups, guess), 422, 'VALIDATION_FAILED');

    refused(await visitor.post(backups, guess), 429, 'RATE_LIMITED', 'Wait');
    // Even the right password has to wait; otherwise an attacker could tell it from the wrong ones.
    refused(await visitor.post(backups, { password }), 429, 'RATE_LIMITED');

    const change = { currentPassword: password, newPassword: 'another password' };
    assert.equal((await visitor.post('/console/auth/change-password', change)).status, 429);
  } finally {
    await subject.close();
  }
});
