/** Many who try to sign in at once: files go on being read, and the others are told to come back. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { hashPassword, verifyPassword } from '../../server/src/accounts/password.ts';
import { type Subject, startSubject } from '../interface/subject.ts';
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
    // Before, a file was read once half of the hashes were done.
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
    // Each from a /64 of its own in one /48.
    for (let count = 0; count < 31; count += 1)
      statuses.push((await wrong(`2001:db8:7:${count.toString(16)}::1`, count)).status);
    assert.deepEqual([...new Set(statuses.slice(0, 30))], [401]);
    assert.equal(statuses[30], 429);
    assert.equal((await wrong('2001:db8:8::1', 1)).status, 401);
  });
});
