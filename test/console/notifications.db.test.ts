/** E-mail about jobs and batches that have ended, with a real mail server on a socket. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type Received,
  startMailServer,
  type TestMailServer,
} from '../../server/testing/mail/mail-server.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  accepted,
  type Json,
  refused,
  type Subject,
  startSubject,
  urls,
  videoUrl,
} from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

let smtp: TestMailServer;
let subject: Subject;
let ada: Person;
before(async () => {
  smtp = await startMailServer();
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SMTP_URL: smtp.url,
    REELSIGHT_MAIL_FROM: 'Reelsight <reelsight@example.com>',
    REELSIGHT_MAIL_PAUSE_MINUTES: '0',
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6000',
    REELSIGHT_COSTLY_CALLS_BURST: '1000',
  });
  ada = await signUp(subject, 'Ada');

  const credit = { type: 'purchase', amount: 100_000 };
  accepted(
    await subject.operator.post(`/admin/v1/workspaces/${ada.workspaceId}/credits`, credit),
    201,
  );
  accepted(
    await subject.operator.patch(`/admin/v1/workspaces/${ada.workspaceId}`, { plan: 'scale' }),
    200,
  );
});
after(async () => {
  await subject.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.received.length = 0;
  smtp.refuse(null);
});

const pathOf = (person: Person) => `${person.home}/notifications`;
const choose = (email: string, person = ada) =>
  person.visitor.call('PUT', pathOf(person), { json: { email } });
const mails = async (count: number): Promise<Received[]> => {
  await waitFor(() => assert.equal(smtp.received.length, count));
  return smtp.received;
};
/** Waits until everything that was to be sent has been sent, so nothing more arrives. */
const quiet = async (): Promise<void> => {
  await waitFor(async () => {
    const left = await subject.domain.db.query('select 1 from mail_items');
    assert.equal(left.length, 0);
  });
};
const submit = async (fields: Json = {}): Promise<string> => {
  const body = { url: videoUrl, capabilities: ['transcription'], ...fields };
  return accepted(await ada.visitor.post(`${ada.home}/v1/jobs`, body), 202).job_id;
};
const codeIn = ({ raw }: Received): string => /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/.exec(raw)?.[0] ?? '';

describe('An address', () => {
  test('is verified by a code; before that no mail goes there', async () => {
    const before = accepted(await ada.visitor.get(pathOf(ada)), 200);
    assert.deepEqual(before, {
      email: 'never',
      address: 'ada@example.com',
      verified: false,
      available: true,
    });
    accepted(await choose('all'), 200);

    const [mail] = await mails(1);
    assert.deepEqual(mail?.to, ['ada@example.com']);

    const code = codeIn(mail as Received);
    await subject.worker.complete(await submit());

    const left = await subject.domain.db.query('select 1 from mail_items');
    assert.equal(left.length, 0, 'nothing is written down for an address that is not verified');

    const confirm = (given: string) => ada.visitor.post(`${pathOf(ada)}/confirm`, { code: given });
    refused(await confirm('AAAA-AAAA'), 422, 'VALIDATION_FAILED');

    const shown = accepted(await confirm(code.toLowerCase()), 200);
    assert.deepEqual([shown.verified, shown.email], [true, 'all']);
    refused(await confirm(code), 422, 'VALIDATION_FAILED');
  });

  test('is verified without choosing mail about jobs, as alerts and reports need it', async () => {
    const eva = await signUp(subject, 'Eva');
    const body = { email: 'never', confirm_address: true };
    const chosen = accepted(await eva.visitor.call('PUT', pathOf(eva), { json: body }), 200);
    assert.deepEqual([chosen.email, chosen.verified], ['never', false]);

    const [mail] = await mails(1);
    const code = codeIn(mail as Received);
    const shown = accepted(await eva.visitor.post(`${pathOf(eva)}/confirm`, { code }), 200);
    assert.deepEqual([shown.email, shown.verified], ['never', true]);

    accepted(await eva.visitor.call('PUT', pathOf(eva), { json: body }), 200);
    await quiet();
    assert.equal(smtp.received.length, 1, 'a verified address gets no further code');
  });

  test('a code is tried five times at most, and is sent every minute at most', async () => {
    const eve = await signUp(subject, 'Eve');
    accepted(await choose('all', eve), 200);
    accepted(await choose('failures', eve), 200);

    const [mail] = await mails(1);
    const confirm = (code: string) => eve.visitor.post(`${pathOf(eve)}/confirm`, { code });
    for (let index = 0; index < 5; index += 1)
      refused(await confirm('AAAA-AAAA'), 422, 'VALIDATION_FAILED');
    refused(await confirm(codeIn(mail as Received)), 422, 'VALIDATION_FAILED');
    assert.equal(accepted(await eve.visitor.get(pathOf(eve)), 200).verified, false);
  });

  test('a code is sent five times a day at most', async () => {
    const mel = await signUp(subject, 'Mel');
    const minute = 61_000;
    for (let codes = 0; codes < 5; codes += 1)
      await subject.clock.ahead(codes * minute, async () => {
        accepted(await choose('all', mel), 200);
        await mails(codes + 1);
      });

    await subject.clock.ahead(5 * minute, async () => {
      const answer = await choose('all', mel);
      assert.equal(answer.status, 429, answer.text);
      assert.match(answer.text, /5 codes were sent/);
      accepted(await choose('never', mel), 200);
    });
    await quiet();
  });

  test('is chosen for by members alone', async () => {
    const stranger = await signUp(subject, 'Zoe');
    refused(await stranger.visitor.get(pathOf(ada)), 404, 'NOT_FOUND');
    refused(await choose('sometimes'), 422, 'VALIDATION_FAILED');
  });
});

describe('Mail', () => {
  test('comes once about a job that ended, and says how to end it', async () => {
    const id = await submit();
    await subject.worker.complete(id);

    const [mail] = await mails(1);
    const { head, raw } = mail as Received;
    assert.match(head, /^Subject: .*Completed: A video/m);
    assert.match(head, /^Auto-Submitted: auto-generated/m);
    assert.match(head, /^List-Unsubscribe: <http.*\/mail\/unsubscribe\/[\w-]{32}>/m);
    assert.match(head, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    assert.match(head, /^From: Reelsight <reelsight@example.com>/m);
    assert.match(raw, new RegExp(`/jobs/${id}`));
    assert.match(raw, /Content-Type: text\/html/);
    await quiet();
    assert.equal(smtp.received.length, 1);
  });

  test('a job that is cancelled by a person brings none, one that fails says why', async () => {
    const cancelled = await submit();
    accepted(await ada.visitor.post(`${ada.home}/v1/jobs/${cancelled}/cancel`), 200);
    accepted(await choose('failures'), 200);
    await subject.worker.complete(await submit());
    await subject.worker.fail(await submit());

    const [mail] = await mails(1);
    assert.match((mail as Received).head, /^Subject: .*Failed: /m);
    await quiet();
    assert.equal(smtp.received.length, 1);
    accepted(await choose('all'), 200);
  });

  test('a batch brings one, not one of each job', async () => {
    const body = { urls: urls(3), capabilities: ['transcription'] };
    const batch = accepted(await ada.visitor.post(`${ada.home}/v1/batch`, body), 202);
    const [first, second, third] = batch.jobs.map((job: Json) => job.job_id);
    await subject.worker.complete(first);
    await subject.worker.fail(second);
    await subject.worker.complete(third);

    const [mail] = await mails(1);
    assert.match((mail as Received).head, /Group of 3 videos ended: 2 completed, 1 failed/);
    await quiet();
    assert.equal(smtp.received.length, 1);
  });

  test('what ends in the pause after a mail is told together', async () => {
    await subject.domain.db.query("update mail_people set next_at = now() + interval '1 hour'");
    for (let index = 0; index < 3; index += 1) await subject.worker.complete(await submit());
    assert.equal(smtp.received.length, 0);
    await subject.domain.db.query('update mail_people set next_at = now()');

    const [mail] = await mails(1);
    assert.match((mail as Received).head, /^Subject: 3 videos ended in /m);
    await quiet();
    assert.equal(smtp.received.length, 1);
  });

  test('a mail server that refuses for a while loses none and doubles none', async () => {
    smtp.refuse({ code: 451, text: 'try again later' });
    await subject.worker.complete(await submit());

    const troubled = async (): Promise<Json> => {
      const [row] = await subject.domain.db.query<Json>(
        'select failures, last_error from mail_people where failures > 0',
      );
      assert.ok(row);
      return row;
    };
    await waitFor(troubled);
    assert.match((await troubled()).last_error, /451/);
    smtp.refuse(null);
    await subject.domain.db.query('update mail_people set next_at = now()');
    await mails(1);
    await quiet();
    assert.equal(smtp.received.length, 1);

    const left = await subject.domain.db.query('select 1 from mail_people where failures > 0');
    assert.equal(left.length, 0);
  });

  test('a title is text: no header and no tag comes of it', async () => {
    const id = await submit();
    await subject.worker.complete(id);
    await mails(1);
    smtp.received.length = 0;
    await subject.domain.db.query("update mail_people set next_at = now() + interval '1 hour'");

    const other = await submit();
    await subject.worker.complete(other);

    const title = '<b>x</b>\r\nBcc: eve@example.com';
    await subject.domain.db.query(
      "update mail_items set details = jsonb_set(details, '{title}', to_jsonb($1::text))",
      [title],
    );
    await subject.domain.db.query('update mail_people set next_at = now()');

    const [mail] = await mails(1);
    assert.deepEqual((mail as Received).to, ['ada@example.com']);
    assert.ok(!/^Bcc:/m.test((mail as Received).head));
    assert.match((mail as Received).raw.replaceAll('=\r\n', ''), /&lt;b&gt;x&lt;\/b&gt;/);
  });

  test('a link of a mail ends it: a look does not, a POST does, and only for this workspace', async () => {
    await subject.worker.complete(await submit());
    const [mail] = await mails(1);
    const link = /^List-Unsubscribe: <(\S+)>/m.exec((mail as Received).head)?.[1] ?? '';
    const { pathname } = new URL(link);
    const url = subject.service.apiUrl + pathname;
    const looked = await fetch(url);
    assert.equal(looked.status, 200);
    assert.match(await looked.text(), /<form method="post">/);
    assert.equal(accepted(await ada.visitor.get(pathOf(ada)), 200).email, 'all');

    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const ended = await fetch(url, { method: 'POST', body: form });
    assert.equal(ended.status, 200, await ended.text());
    assert.equal(accepted(await ada.visitor.get(pathOf(ada)), 200).email, 'never');
    assert.equal((await fetch(url, { method: 'POST' })).status, 404);
    assert.equal((await fetch(`${subject.service.apiUrl}/mail/unsubscribe/x`)).status, 404);
    smtp.received.length = 0;
    await subject.worker.complete(await submit());
    await quiet();
    assert.equal(smtp.received.length, 0);
  });
});

test('where there is no mail server, mail cannot be chosen', async () => {
  const without = await startSubject({ REELSIGHT_SIGN_UP: 'open' });
  try {
    const bob = await signUp(without, 'Bob');
    assert.equal(accepted(await bob.visitor.get(pathOf(bob)), 200).available, false);
    refused(await choose('all', bob), 403, 'MODE_NOT_ALLOWED');
    accepted(await choose('never', bob), 200);
    const body = { email: 'never', confirm_address: true };
    refused(await bob.visitor.call('PUT', pathOf(bob), { json: body }), 403, 'MODE_NOT_ALLOWED');
  } finally {
    await without.close();
  }
});
