/**
 * Many people try to sign in at once: the service can still read files, and those beyond the limit are told to come
 * back later.
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { hashPassword, verifyPassword } from '../../server/src/accounts/password.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { type Answer, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, password, signUp, Visitor } from './visitor.ts';

describe('Password hashing', () => {
  let subject: Subject;
  let ada: Person;
  before(async () => {
    const env = {
      REELSIGHT_TRUSTED_PROXIES: '127.0.0.1, ::1/128',
      REELSIGHT_SIGN_IN_BLOCK_FAILURES: '3',
    };
    subject = await startSubject(env);
    ada = await signUp(subject, 'Ada');
  });
  after(() => subject.close());

  const from = (address: string) =>
    new Visitor(subject.service.apiUrl, { 'X-Forwarded-For': address });
  const wrong = (address: string, count: number) =>
    from(address).signIn(`nobody-${count}@example.com`);

  test('leaves threads to files, however many are hashed', async () => {
    const hashing = Array.from({ length: 40 }, () => hashPassword('a password'));
    let isHashing = true;
    const hashed = Promise.all(hashing).finally(() => {
      isHashing = false;
    });

    // Without limits on hashing, a file was read only when half of the hashes were done.
    for (let reads = 0; reads < 5; reads += 1) await readFile(import.meta.filename);
    assert.ok(isHashing, 'files were read meanwhile');

    const [hash = ''] = await hashed;
    assert.ok(await verifyPassword({ hash, password: 'a password' }));
  });

  test('of many at once ends in 429 for some, and in a turn for whoever is known', async () => {
    const known = from('198.51.100.1');
    assert.equal((await known.signIn(ada.email)).status, 200);

    const flood = Array.from({ length: 120 }, (_, count) =>
      wrong(`203.${count % 100}.113.9`, count),
    );
    const owner = await known.post('/console/auth/sign-in/email', { email: ada.email, password });
    assert.equal(owner.status, 200, owner.text);

    const answers = await Promise.all(flood);
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length > 0 && refused.length < 120, `${refused.length} refused`);

    for (const { headers, json } of refused) {
      assert.equal(json.error.code, 'RATE_LIMITED');
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }

    assert.ok(answers.every(({ status }) => status === 401 || status === 429));
    assert.equal((await wrong('192.0.2.1', 1)).status, 401, 'the flood is over');
  });

  test('of one customer with many address blocks is slowed down, and others are not', async () => {
    const statuses: number[] = [];
    // Each attempt comes from a different /64 in the same /48.
    for (let count = 0; count < 31; count += 1)
      statuses.push((await wrong(`2001:db8:7:${count.toString(16)}::1`, count)).status);
    assert.deepEqual([...new Set(statuses.slice(0, 30))], [401]);
    assert.equal(statuses[30], 429);
    assert.equal((await wrong('2001:db8:8::1', 1)).status, 401);
  });
});

describe('Turns of those who sign in', () => {
  let subject: Subject;
  let ada: Person;
  let bob: Person;
  before(async () => {
    subject = await startSubject({
      REELSIGHT_SIGN_UP: 'open',
      REELSIGHT_TRUSTED_PROXIES: '127.0.0.1, ::1/128',
      REELSIGHT_SIGN_IN_FAILURES: '100000',
      REELSIGHT_SIGN_IN_BLOCK_FAILURES: '100000',
    });
    ada = await signUp(subject, 'Ada');
    bob = await signUp(subject, 'Bob');
  });
  after(() => subject.close());

  const from = (address: string) =>
    new Visitor(subject.service.apiUrl, { 'X-Forwarded-For': address });

  /** Repeats all of these calls until the work has ended. Returns their statuses. */
  async function during<T>(
    calls: readonly (() => Promise<Answer>)[],
    work: (statuses: readonly number[]) => Promise<T>,
  ): Promise<{ statuses: readonly number[]; result: T }> {
    const statuses: number[] = [];
    let isOver = false;
    const flood = calls.map(async (call) => {
      while (!isOver) statuses.push((await call()).status);
    });

    try {
      await waitFor(() => assert.ok(statuses.includes(429), 'more come than may wait'));
      return { statuses, result: await work(statuses) };
    } finally {
      isOver = true;
      await Promise.all(flood);
    }
  }

  test('five networks with sixty attempts under way keep no stranger out', async () => {
    const attackers = Array.from({ length: 60 }, (_, n) => () => {
      const address = `203.${n % 5}.${n % 20}.${n}`;
      return from(address).signIn(`nobody-${n}@example.com`);
    });
    const { statuses, result } = await during(attackers, async (met) => {
      // Two addresses in other networks, and one in a network of the attacker's, in which four more blocks take their
      // turns.
      const answers: Answer[] = [];

      for (const [address, most] of [
        ['198.51.100.7', 12],
        ['2001:db8::1', 12],
        ['203.0.113.9', 40],
      ] as const) {
        const before = met.filter((status) => status === 401).length;
        answers.push(await from(address).signIn(ada.email));
        const meanwhile = met.filter((status) => status === 401).length - before;
        assert.ok(meanwhile <= most, `${meanwhile} attempts of theirs came first`);
      }

      return answers;
    });

    for (const { status, text } of result) assert.equal(status, 200, text);
    assert.ok(statuses.every((status) => status === 401 || status === 429));
  });

  test('the devices of one person wait for each other, and for nobody else', async () => {
    const devices: Visitor[] = [];
    for (let n = 0; n < 8; n += 1) {
      const device = from(`198.51.100.${n}`);
      assert.equal((await device.signIn(bob.email)).status, 200);
      devices.push(device);
    }

    const own = from('198.51.100.99');
    assert.equal((await own.signIn(ada.email)).status, 200);

    const busy = devices.flatMap((device) => Array(3).fill(() => device.signIn(bob.email)));
    const { statuses, result } = await during(busy, async (met) => {
      const before = met.filter((status) => status === 200).length;
      const answer = await own.signIn(ada.email);
      const meanwhile = met.filter((status) => status === 200).length - before;
      assert.ok(meanwhile <= 3, `${meanwhile} of another person came first`);
      return answer;
    });
    assert.equal(result.status, 200, result.text);
    assert.ok(statuses.every((status) => status === 200 || status === 429));
  });

  test('asked for again by one person, holds up nobody who signs in', async () => {
    const busy = await signUp(subject, 'Busy');
    const known = from('198.51.100.2');
    assert.equal((await known.signIn(ada.email)).status, 200);

    const begun = Array.from({ length: 30 }, () =>
      busy.visitor.post('/console/v1/totp', { password }),
    );
    let hashedCount = 0;
    for (const answer of begun)
      void answer.then(({ status }) => {
        if (status !== 429) hashedCount += 1;
      });
    assert.equal((await known.signIn(ada.email)).status, 200);
    assert.ok(hashedCount <= 5, `${hashedCount} of them went before`);

    const statuses = (await Promise.all(begun)).map(({ status }) => status);
    assert.deepEqual([...new Set(statuses)].toSorted(), [201, 429]);
  });
});
