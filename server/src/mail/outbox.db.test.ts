/**
 * Stored items become mail: who gets it, when, which items go into one mail, and what happens if the mail server
 * accepts none.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { openTestDatabase } from '../../testing/database.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail/mail-server.ts';
import type { Database } from '../db/database.ts';
import { insertItems, type MailDetails, setCode } from '../db/events/mail.ts';
import { newId } from '../db/id.ts';
import type { Domain } from '../domain/domain.ts';
import { type OutboxOptions, sendDueMail } from './outbox.ts';
import { type MailServer, openMailServer } from './transport.ts';

const from = 'Reelsight <reelsight@example.com>';
const minuteMs = 60_000;
const pauseMs = 10 * minuteMs;

let db: Database;
let smtp: TestMailServer;
let server: MailServer;
let now: Date;
let failures: [unknown, number][];
before(async () => {
  [db, smtp] = await Promise.all([openTestDatabase(), startMailServer()]);
  server = openMailServer(smtp.url, from);
});
after(async () => {
  server.close();
  await Promise.all([db.close(), smtp.close()]);
});
beforeEach(async () => {
  await db.query('delete from users');
  await db.query('delete from workspaces');
  smtp.received.length = 0;
  smtp.refuse(null);
  now = new Date('2026-11-23T12:00:00Z');
  failures = [];
  for (const id of ['ours', 'theirs']) await addWorkspace(id);
});

async function addWorkspace(id: string): Promise<void> {
  await db.query(
    `insert into workspaces (id, name, email, plan, webhook_secret, anchor_at, created_at)
     values ($1, $1, $2, 'pro', 'secret', $3, $3)`,
    [id, `${id}@example.com`, now],
  );
}

/** Adds a member of these workspaces who has chosen to get all mail. */
async function addPerson(id: string, ...workspaces: string[]): Promise<void> {
  await db.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ($1, $1, $2, true, $3, $3)`,
    [id, `${id}@example.com`, now],
  );
  for (const workspace of workspaces) {
    await db.query(
      "insert into members (workspace_id, user_id, role, joined_at) values ($1, $2, 'member', $3)",
      [workspace, id, now],
    );
    await db.query(
      "insert into mail_choices (workspace_id, user_id, choice, token) values ($1, $2, 'all', $3)",
      [workspace, id, `${workspace}-${id}`],
    );
  }
}

const jobOf = (title: string): MailDetails => ({
  kind: 'job',
  id: `job_${title}`,
  title,
  status: 'completed',
  message: null,
});
const write = (user_id: string, workspace_id: string, ...all: MailDetails[]): Promise<void> =>
  insertItems(
    db,
    all.map((details) => ({ id: newId('mail'), user_id, workspace_id, details })),
    now,
  );
const send = (some: Partial<OutboxOptions> = {}, signal = new AbortController().signal) =>
  sendDueMail(
    {
      domain: { db, now: () => now } as Domain,
      server,
      pauseMs,
      origin: () => 'https://reels.example.com',
      onFailure: (error, count) => failures.push([error, count]),
      ...some,
    },
    signal,
  );
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};
const field = (name: string): (string | undefined)[] =>
  smtp.received.map(({ head }) => new RegExp(`^${name}: (.*)$`, 'm').exec(head)?.[1]);
const left = async (): Promise<number> => (await db.query('select 1 from mail_items')).length;

describe('What is due', () => {
  test('is sent to each person about one workspace at a time, with a pause between', async () => {
    await addPerson('ada', 'ours', 'theirs');
    await addPerson('bob', 'ours');
    await write('ada', 'ours', jobOf('a'), jobOf('b'));
    await write('ada', 'theirs', jobOf('c'));
    await write('bob', 'ours', jobOf('a'));
    assert.equal(await send(), 2);
    assert.deepEqual(field('To').toSorted(), ['ada@example.com', 'bob@example.com']);
    assert.deepEqual(field('Subject').toSorted(), [
      '2 videos ended in ours',
      'Completed: a (ours)',
    ]);
    later(pauseMs - 1);
    assert.equal(await send(), 0);
    later(1);
    assert.equal(await send(), 1);
    assert.equal(field('Subject').at(-1), 'Completed: c (theirs)');

    assert.equal(await left(), 0);
  });

  test('is at most fifty in a mail', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', ...Array.from({ length: 51 }, (_, index) => jobOf(`${index}`)));
    assert.equal(await send(), 1);
    later(pauseMs);
    assert.equal(await send(), 1);
    assert.deepEqual(field('Subject'), ['50 videos ended in ours', 'Completed: 50 (ours)']);
  });

  test('of several codes the last goes alone, and other mail does not wait for a pause after it', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', jobOf('a'));
    await write('ada', 'ours', { kind: 'code', code: 'AAAA-2222' });
    await write('ada', 'ours', { kind: 'code', code: 'BBBB-3333' });
    assert.equal(await send(), 2);
    assert.deepEqual(field('Subject'), [
      'BBBB-3333 is your Reelsight verification code',
      'Completed: a (ours)',
    ]);

    assert.deepEqual(field('List-Unsubscribe'), [
      undefined,
      '<https://reels.example.com/mail/unsubscribe/ours-ada>',
    ]);
  });

  test('is sent once, also where a code is asked for meanwhile, which is sent next', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', jobOf('a'));

    const begun = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<void>();
    const slowServer: MailServer = {
      ...server,
      send: async (...mail) => {
        begun.resolve();
        await slow.promise;
        await server.send(...mail);
      },
    };
    const first = send({ server: slowServer });

    await begun.promise;
    later(1000);

    const until = new Date(now.getTime() + 60 * minuteMs);
    await setCode(db, { userId: 'ada', hash: 'hash', until, now, notAfter: now });
    await write('ada', 'ours', { kind: 'code', code: 'AAAA-2222' });
    assert.equal(await send(), 0, 'somebody else has it in hand');
    slow.resolve();
    assert.equal(await first, 2);
    assert.deepEqual(field('Subject'), [
      'Completed: a (ours)',
      'AAAA-2222 is your Reelsight verification code',
    ]);
  });

  test('is not begun once the process is to end', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', jobOf('a'));
    assert.equal(await send({}, AbortSignal.abort()), 0);
    assert.equal(await left(), 1);
  });
});

describe('Nobody is told', () => {
  const cases: [string, string][] = [
    ['who wants no mail of the workspace any more', 'delete from mail_choices'],
    ['who is no member any more', 'delete from members'],
    [
      'of a workspace that was deleted',
      "update workspaces set deleted_at = now() where id = 'ours'",
    ],
  ];
  for (const [title, statement] of cases) {
    test(title, async () => {
      await addPerson('ada', 'ours');
      await write('ada', 'ours', jobOf('a'));
      await db.query(statement);
      assert.equal(await send(), 0);
      assert.deepEqual([smtp.received.length, await left()], [0, 0]);
    });
  }
});

describe('A mail that is not taken', () => {
  test('is tried again after delays that double up to an hour', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', jobOf('a'));
    smtp.refuse({ code: 451, text: 'try again later' });

    const delays = [0.5, 1, 2, 4, 8, 16, 32, 60, 60];
    for (const [index, minutes] of delays.entries()) {
      assert.equal(await send(), 0);
      assert.equal(failures.length, index + 1);
      assert.equal(failures.at(-1)?.[1], index + 1);
      later(minutes * minuteMs - 1);
      assert.equal(await send(), 0);
      assert.equal(failures.length, index + 1, `tried again before ${minutes} minutes`);
      later(1);
    }

    const [row] = await db.query<{ last_error: string }>('select last_error from mail_people');
    assert.match(row?.last_error ?? '', /451 try again later/);
    smtp.refuse(null);
    assert.equal(await send(), 1);
    assert.deepEqual(await db.query('select failures, last_error from mail_people'), [
      { failures: 0, last_error: null },
    ]);
    assert.equal(await left(), 0);
  });

  test('because its server is gone or fails with something else than an error keeps what it told', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', jobOf('a'));

    const gone = await startMailServer();
    await gone.close();

    const nobody = openMailServer(gone.url, from);
    assert.equal(await send({ server: nobody }), 0);
    assert.match(String(failures[0]?.[0]), /ECONNREFUSED/);
    later(minuteMs);

    const odd: MailServer = { ...nobody, send: () => Promise.reject('x'.repeat(1000)) };
    assert.equal(await send({ server: odd }), 0);

    const [row] = await db.query<{ last_error: string }>('select last_error from mail_people');
    assert.equal(row?.last_error, 'x'.repeat(500));
    assert.equal(await left(), 1);
  });

  test('by a process that died is sent by another one, under the same Message-ID', async () => {
    await addPerson('ada', 'ours');
    await write('ada', 'ours', jobOf('a'));

    let died: ((error: Error) => void) | undefined;
    const dying: MailServer = {
      ...server,
      // The mail server accepts the mail, but the process dies before it can record that.
      send: async (...mail) => {
        await server.send(...mail);
        await new Promise((_, reject) => {
          died = reject;
        });
      },
    };
    const first = send({ server: dying });

    while (!died) await new Promise((resolve) => setImmediate(resolve));
    later(minuteMs);
    assert.equal(await send(), 0, 'taken by the other process');
    later(minuteMs);
    assert.equal(await send(), 1);

    const [one, other] = field('Message-ID');
    assert.match(one ?? '', /^<[0-9a-f]{32}@reels\.example\.com>$/);
    assert.equal(other, one);
    died(new Error('ended'));
    await first;
  });
});

describe('The mail server', () => {
  test('is signed in to with the password of its address, or says what is wrong', async () => {
    const strict = await startMailServer('s3cret/ä');
    try {
      const right = openMailServer(strict.url, from);
      await right.check();
      await addPerson('ada', 'ours');
      await write('ada', 'ours', jobOf('a'));
      assert.equal(await send({ server: right }), 1);
      assert.deepEqual(strict.received.at(0)?.to, ['ada@example.com']);
      right.close();

      const url = new URL(strict.url);
      url.password = 'guess';

      const wrong = openMailServer(url.href, from);
      await assert.rejects(wrong.check(), /535|wrong password/);
      wrong.close();
    } finally {
      await strict.close();
    }
  });
});
