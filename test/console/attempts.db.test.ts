/** Failed sign-ins: whoever guesses has to wait, and nobody else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Answer, accepted, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, password, signUp, Visitor } from './visitor.ts';

const proxied = { REELSIGHT_TRUSTED_PROXIES: '127.0.0.1, ::1/128' };

async function withSubject(
  env: Record<string, string>,
  work: (subject: Subject, ada: Person) => Promise<void>,
): Promise<void> {
  const subject = await startSubject({ ...proxied, ...env });
  try {
    await work(subject, await signUp(subject, 'Ada'));
  } finally {
    await subject.close();
  }
}

const from = (subject: Subject, address: string) =>
  new Visitor(subject.service.apiUrl, { 'X-Forwarded-For': address });

const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));

/** Checks that the answer refuses because of too many attempts. Returns the seconds to wait, from the header. */
function waitIn(answer: Answer): number {
  assert.equal(answer.status, 429, answer.text);
  assert.equal(answer.json.error.code, 'RATE_LIMITED');
  const seconds = Number(answer.headers.get('retry-after'));
  assert.ok(Number.isInteger(seconds) && seconds >= 1, String(seconds));
  assert.match(answer.json.error.message, /Wait .* and try again/);
  return seconds;
}

describe('Failures', () => {
  test('make wait longer and longer, for that e-mail and block alone', async () => {
    const env = {
      REELSIGHT_SIGN_IN_FAILURES: '3',
      REELSIGHT_SIGN_IN_WAIT_SECONDS: '100',
      REELSIGHT_SIGN_IN_MOST_WAIT_MINUTES: '10',
    };
    await withSubject(env, async (subject, ada) => {
      const guess = (address = '203.0.113.9') =>
        from(subject, address).signIn(ada.email, 'not the password');
      for (let count = 0; count < 3; count += 1) assert.equal((await guess()).status, 401);

      for (const seconds of [100, 200, 400, 600, 600]) {
        // Attempts during the wait do not make it longer.
        for (let count = 0; count < 2; count += 1) {
          const wait = waitIn(await guess());
          assert.ok(wait <= seconds && wait > seconds - 60, `${wait} of ${seconds}`);
        }

        await subject.domain.db.query('update sign_in_failures set blocked_until = now()');
        assert.equal((await guess()).status, 401);
      }

      // Even the right password has to wait; otherwise an attacker could tell it from the wrong ones.
      waitIn(await from(subject, '203.0.113.9').signIn(ada.email));
      // The whole network block of the attacker has to wait: another address in it, and the same block in IPv6 form.
      waitIn(await guess('203.0.113.77'));
      waitIn(await guess('::ffff:203.0.113.78'));
      assert.equal((await guess('203.0.114.9')).status, 401);

      const other = await from(subject, '203.0.113.9').signIn('nobody@example.com');
      assert.equal(other.status, 401);
    });
  });

  test('are forgotten by a success, and only failures count', async () => {
    await withSubject({ REELSIGHT_SIGN_IN_FAILURES: '3' }, async (subject, ada) => {
      const sign = (secret = password) =>
        from(subject, '2001:db8:1:2::7').signIn(ada.email, secret);
      for (let round = 0; round < 2; round += 1) {
        for (let count = 0; count < 2; count += 1) assert.equal((await sign('wrong')).status, 401);
        assert.equal((await sign()).status, 200);
      }

      for (let count = 0; count < 40; count += 1) assert.equal((await sign()).status, 200);
      const form = await from(subject, '2001:db8:1:2::7').post('/console/auth/sign-in/email', {
        email: 'no e-mail',
        password,
      });
      assert.equal(form.status, 400);
    });
  });

  test('at once count each: a burst gets no more guesses than one after the other', async () => {
    await withSubject({}, async (subject, ada) => {
      const answers = await Promise.all(
        Array.from({ length: 25 }, () => from(subject, '203.0.113.9').signIn(ada.email, 'guess')),
      );
      assert.equal(answers.filter(({ status }) => status === 401).length, 5);
      assert.equal(answers.filter(({ status }) => status === 429).length, 20);
    });
  });

  test('of many e-mails from one block are slowed down, and a neighbour block is not', async () => {
    const env = { REELSIGHT_SIGN_IN_BLOCK_FAILURES: '10' };
    await withSubject(env, async (subject) => {
      const tries = async (address: string, count: number) => {
        const statuses: number[] = [];
        for (let done = 0; done < count; done += 1)
          statuses.push((await from(subject, address).signIn(`n${done}@example.com`)).status);
        return statuses;
      };
      const statuses = await tries('203.0.113.1', 11);

      assert.deepEqual([...new Set(statuses.slice(0, 10))], [401]);
      assert.equal(statuses[10], 429);
      assert.deepEqual(await tries('203.0.112.1', 1), [401]);
    });
  });

  test('of accounts, a network creates so many in a day; invited people do not count', async () => {
    const env = {
      REELSIGHT_SIGN_UP: 'open',
      REELSIGHT_SIGN_UP_BLOCK_ACCOUNTS: '2',
      REELSIGHT_SIGN_IN_BLOCK_FAILURES: '1000',
    };
    await withSubject(env, async (subject, ada) => {
      let people = 0;
      const signUpAt = (address: string, more = {}) => {
        people += 1;
        return from(subject, address).signUp(`N${people}`, `n${people}@example.com`, more);
      };
      for (let count = 0; count < 2; count += 1)
        assert.equal((await signUpAt('203.0.113.1')).status, 200);
      assert.equal(
        (await from(subject, '203.0.113.1').signUp('Twin', 'n1@example.com')).status,
        429,
      );

      const answer = await signUpAt('203.0.113.200');
      assert.equal(answer.status, 429, answer.text);
      assert.match(answer.json.error.message, /Try again in 24 hours, .*invitation/);
      assert.ok(Number(answer.headers.get('retry-after')) > 86_000);
      assert.equal((await from(subject, '203.0.113.1').signIn('n1@example.com')).status, 200);

      const email = `n${people + 1}@example.com`;
      const invited = await ada.visitor.post(`${ada.home}/invitations`, { email, role: 'member' });
      const invitation = new URL(accepted(invited, 201).link).searchParams.get('token');
      assert.equal((await signUpAt('203.0.113.1', { invitation })).status, 200);

      // A neighbour is free until the wide block has created ten times as many.
      for (let block = 1; block <= 9; block += 1) {
        for (let count = 0; count < 2; count += 1)
          assert.equal((await signUpAt(`203.0.${block}.1`)).status, 200);
      }
      assert.equal((await signUpAt('203.0.10.1')).status, 429);
      assert.equal((await signUpAt('203.1.0.1')).status, 200);
    });
  });

  test('count for the address that a trusted proxy names; what names itself is not believed', async () => {
    await withSubject({ REELSIGHT_TRUSTED_PROXIES: '' }, async (subject, ada) => {
      for (let count = 0; count < 5; count += 1)
        assert.equal((await from(subject, `203.0.${count}.1`).signIn(ada.email, 'x')).status, 401);
      waitIn(await from(subject, '203.0.99.1').signIn(ada.email, 'x'));
    });
  });

  test('tell nothing of whether an account exists, in words, waits or work', async () => {
    await withSubject({}, async (subject, ada) => {
      const look = async (email: string) => {
        // CPU time instead of clock time, because the machine is doing other work.
        const before = process.cpuUsage();
        const answer = await from(subject, '203.0.113.1').signIn(email, 'not the password');
        const { user, system } = process.cpuUsage(before);
        const ms = (user + system) / 1000;
        const { meta: _id, ...said } = answer.json;
        const wait = answer.headers.get('retry-after') !== null;
        const text = `${answer.status} ${wait} ${JSON.stringify(said).replace(/\d+/, 'n')}`;

        return { text, ms };
      };
      const times: [known: number[], unknown: number[]] = [[], []];
      for (let count = 0; count < 6; count += 1) {
        const known = await look(ada.email);
        const unknown = await look('nobody@example.com');
        assert.equal(known.text, unknown.text);

        // The last attempt is refused without checking the password, so it is not measured.
        if (count === 5) break;
        times[0].push(known.ms);
        times[1].push(unknown.ms);
      }

      // The least time of each, because the service also does other work.
      const [known, unknown] = times.map((time) => Math.min(...time)) as [number, number];
      assert.ok(known / unknown > 0.5 && known / unknown < 2, `${known} ms, ${unknown} ms`);
    });
  });
});

describe('Somebody who is attacked', () => {
  const env = {
    REELSIGHT_SIGN_IN_EMAIL_FAILURES: '10',
    REELSIGHT_SIGN_IN_NEW_BLOCK_WAIT_SECONDS: '2',
  };

  test('signs in on a known device, and from a new address after the stated wait', async () => {
    await withSubject(env, async (subject, ada) => {
      const known = from(subject, '198.51.100.1');
      assert.equal((await known.signIn(ada.email)).status, 200);
      await known.post('/console/auth/sign-out', {});

      let block = 0;
      const attack = async (): Promise<Answer> => {
        block += 1;
        const address = `10.${block >> 8}.${block & 255}.1`;
        return from(subject, address).signIn(ada.email, `guess ${block}`);
      };
      for (let count = 0; count < 10; count += 1) assert.equal((await attack()).status, 401);

      let ended = false;
      const hammering = Array.from({ length: 8 }, async () => {
        while (!ended) await attack();
      });
      try {
        while (block < 2000) await pause(0.05);

        // The owner can also sign in from the network of the attack.
        for (const address of ['198.51.100.1', '10.0.3.1']) {
          const owner = new Visitor(subject.service.apiUrl, { 'X-Forwarded-For': address });
          const cookie = known.cookie;
          const body = { email: ada.email, password };
          const answer = await owner.post('/console/auth/sign-in/email', body, { Cookie: cookie });
          assert.equal(answer.status, 200, answer.text);
        }

        const away = from(subject, '192.0.2.44');
        assert.ok(waitIn(await away.signIn(ada.email)) <= 2);
        await pause(2.1);
        assert.equal((await away.signIn(ada.email)).status, 200);
        // A guess from a new block is refused without checking its password.
        waitIn(await attack());
      } finally {
        ended = true;
        await Promise.all(hammering);
      }
    });
  });

  test('a known device is of one person, is counted on its own, and is not made up', async () => {
    await withSubject({ REELSIGHT_SIGN_UP: 'open', ...env }, async (subject, ada) => {
      const eve = from(subject, '203.0.113.1');
      assert.equal((await eve.signUp('Eve')).status, 200);

      const [line = ''] = (await eve.signIn('eve@example.com')).headers
        .getSetCookie()
        .filter((one) => one.startsWith('reelsight.device='));

      for (const part of [/HttpOnly/i, /SameSite=Lax/i, /Path=\/console\/auth/i])
        assert.match(line, part);

      const guess = (cookie: string, email: string, address = '203.0.113.1') =>
        from(subject, address).post(
          '/console/auth/sign-in/email',
          { email, password: 'guess' },
          { Cookie: cookie },
        );
      const device = line.split(';')[0] ?? '';
      // For Ada's account, Eve's known device is a stranger's.
      for (let count = 0; count < 5; count += 1)
        assert.equal((await guess(device, ada.email)).status, 401);
      waitIn(await guess(device, ada.email));

      // For Eve's account, failures on this device are counted separately, from whatever address they come.
      for (let count = 0; count < 5; count += 1)
        assert.equal((await guess(device, 'eve@example.com', `10.1.${count}.1`)).status, 401);

      waitIn(await guess(device, 'eve@example.com', '10.1.99.1'));
      assert.equal((await from(subject, '10.1.100.1').signIn('eve@example.com')).status, 200);

      const made = device.replace(/usr_[0-9a-z]+/, ada.userId);
      for (const forged of [made, device.slice(0, -2), 'reelsight.device=', 'reelsight.device=%00'])
        waitIn(await guess(forged, ada.email));
    });
  });
});

test('who is signed in as somebody else guesses no faster, whatever they sign in with', async () => {
  await withSubject({ REELSIGHT_SIGN_UP: 'open' }, async (subject, ada) => {
    const eve = from(subject, '203.0.113.1');
    assert.equal((await eve.signUp('Eve')).status, 200);

    const statuses: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1)
        statuses.push((await eve.signIn(ada.email, 'guess')).status);
      await eve.signIn('eve@example.com');
    }

    assert.ok(statuses.filter((status) => status === 401).length <= 5, statuses.join());
    waitIn(await eve.signIn(ada.email));
  });
});

describe('The same holds', () => {
  test('for the password that a change asks for', async () => {
    await withSubject({}, async (subject, ada) => {
      const change = (currentPassword: string, newPassword = 'a whole new password') =>
        ada.visitor.post('/console/auth/change-password', { currentPassword, newPassword });
      // These are no guesses: the new password is refused before the current one is checked.
      for (let count = 0; count < 7; count += 1) {
        const status = (await change(password, 'short')).status;
        assert.equal(status, 400);
      }

      for (let count = 0; count < 5; count += 1)
        assert.equal((await change(`guess ${count}`)).status, 400);

      waitIn(await change(password));
      // Failures to change the password do not affect signing in.
      assert.equal((await from(subject, '203.0.113.1').signIn(ada.email)).status, 200);
    });
  });

  test('for signing up, where an e-mail that has an account is a failure', async () => {
    await withSubject({ REELSIGHT_SIGN_UP: 'open' }, async (subject, ada) => {
      const visitor = from(subject, '203.0.113.1');
      for (let count = 0; count < 5; count += 1)
        assert.equal((await visitor.signUp('Thief', ada.email)).status, 422);
      waitIn(await visitor.signUp('Thief', ada.email));
      assert.equal((await visitor.signUp('Bob')).status, 200);
    });
  });
});

test('counters that are over are swept', async () => {
  await withSubject({}, async (subject, ada) => {
    const { db } = subject.domain;
    await from(subject, '203.0.113.1').signIn(ada.email, 'guess');
    const count = async () =>
      (await db.query<{ count: number }>('select count(*) as count from sign_in_failures'))[0]
        ?.count;
    const before = (await count()) ?? 0;
    assert.ok(before >= 3);

    const keys = await db.query('select key from sign_in_failures');
    assert.ok(!JSON.stringify(keys).includes('ada'), 'no e-mail is kept');
    await subject.sweep('accounts');
    assert.equal(await count(), before);
    await db.query("update sign_in_failures set forget_at = now() - interval '1 second'");
    await subject.sweep('accounts');
    assert.equal(await count(), 0);
  });
});
