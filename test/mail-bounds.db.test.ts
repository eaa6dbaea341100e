/**
 * Bounds of the mail that alerts and schedules of a workspace send to one person: examples, mails of an hour, and that
 * nobody else brings back a person who has unsubscribed.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type BrandResult, mailLimits, type Results } from '@reelsight/contract';
import { insertMember } from '../server/src/db/workspaces/members.ts';
import { startMailServer, type TestMailServer } from '../server/testing/mail/mail-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { type Person, signUp } from './console/visitor.ts';
import {
  type Answer,
  accepted,
  dayMs,
  hourMs,
  type Json,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

const minuteMs = 60_000;
const weekly = { every: { period: 'week', weekday: 'monday', hour: 8 } };

let smtp: TestMailServer;
let subject: Subject;
/** The owner of the workspace, and a member who gets its mail. */
let ada: Person;
let bob: Person;
let peopleCount = 0;

before(async () => {
  smtp = await startMailServer();
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SMTP_URL: smtp.url,
    REELSIGHT_MAIL_FROM: 'Reelsight <reelsight@example.com>',
    REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE: '600',
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6000',
    REELSIGHT_COSTLY_CALLS_BURST: '1000',
  });
});
after(async () => {
  await subject.close();
  await smtp.close();
});
beforeEach(async () => {
  await idle();
  smtp.received.length = 0;
  smtp.refuse(null);
  peopleCount += 1;
  ada = await signUp(subject, `Ada${peopleCount}`);
  bob = await signUp(subject, `Bob${peopleCount}`);

  const path = `/admin/v1/workspaces/${ada.workspaceId}`;
  const credit = { type: 'purchase', amount: 1000 };
  accepted(await subject.operator.post(`${path}/credits`, credit), 201);
  accepted(await subject.operator.patch(path, { plan: 'scale' }), 200);
  const { db } = subject.domain;
  await db.query('update users set email_verified = true');
  const { workspaceId } = ada;
  await db.transaction((tx) =>
    insertMember(tx, {
      workspaceId,
      userId: bob.userId,
      role: 'member',
      now: subject.domain.now(),
    }),
  );
});

/** Waits until no task of alerts is due. */
const idle = (): Promise<void> =>
  waitFor(async () => {
    const tasks = await subject.domain.db.query(
      `select 1 from pgboss.job where name = 'alert' and state < 'completed' and start_after <= now()`,
    );
    assert.equal(tasks.length, 0);
  });

const later = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  subject.clock.ahead(ms, async () => {
    await subject.sweep('alerts');
    return work();
  });

const pathIn = (path: string): string => `${ada.home}/v1${path}`;
const post = (path: string, json: object = {}) => ada.visitor.post(pathIn(path), json);
const get = (path: string) => ada.visitor.get(pathIn(path));
const put = (path: string, json: object) => ada.visitor.call('PUT', pathIn(path), { json });

let nameCount = 0;

const alertEntry = (address: string, fields: object = {}) => {
  nameCount += 1;
  return {
    name: `Alert ${nameCount}`,
    condition: { type: 'appears', brands: ['Acme'] },
    targets: [{ type: 'mail', address }],
    ...fields,
  };
};

const addAlert = async (address: string, fields: object = {}): Promise<Json> =>
  accepted(await post('/alerts', alertEntry(address, fields)), 201);

const addSchedule = async (recipients: readonly string[]): Promise<Json> => {
  nameCount += 1;
  const entry = { ...weekly, name: `Schedule ${nameCount}`, recipients };
  return accepted(await post('/report-schedules', entry), 201);
};

const endedRun = (id: string): Promise<Json> =>
  waitFor(async () => {
    const [run] = accepted(await get(`/report-schedules/${id}/runs`), 200);
    assert.ok(run?.ended_at, JSON.stringify(run));
    return run;
  });

let videoCount = 0;

/** A job that has just ended, with the brand on screen. */
async function analysed(): Promise<void> {
  videoCount += 1;
  const url = `https://www.youtube.com/watch?v=m${String(videoCount).padStart(10, '0')}`;
  const { job_id: jobId } = accepted(await post('/jobs', { url, capabilities: ['brands'] }), 202);
  const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };
  const brand = {
    name: 'Acme',
    confidence: 0.9,
    appearances: [
      {
        timestamp: 10,
        timestamp_start: 10,
        timestamp_end: 14,
        source: 'visual',
        confidence: 0.9,
        bounding_box: box,
      },
    ],
    frame_detections: [
      { timestamp: 10, confidence: 0.9, bounding_box: box },
      { timestamp: 14, confidence: 0.9, bounding_box: box },
    ],
  } as unknown as BrandResult;
  const meta = { fps_used: 1, frames_analyzed: 60, engines: {} };
  const results = { brands: [brand], meta } as unknown as Results;
  await subject.worker.complete(jobId, results, `Video ${videoCount}`);
}

const mails = (count: number) =>
  waitFor(() => {
    assert.equal(smtp.received.length, count);
    return smtp.received;
  });

const linkIn = ({ head }: { readonly head: string }): string =>
  /\/mail\/unsubscribe\/[\w-]+/.exec(head)?.[0] ?? assert.fail(head);

/** The text of a mail, without the encoding for its way. */
const textOf = ({ raw }: { readonly raw: string }): string => raw.replaceAll('=\r\n', '');

/** Bob had an example less than ten minutes before. */
function tooSoon({ status, json, text, headers }: Answer): void {
  assert.deepEqual([status, json?.error?.code], [429, 'RATE_LIMITED'], text);
  assert.ok(text.includes(bob.email), text);
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds > 300 && seconds <= 600, String(seconds));
}

describe('An example', () => {
  test('goes to a person once in ten minutes, whatever alert or schedule it is of', async () => {
    const first = await addAlert(bob.email);
    const second = await addAlert(` ${bob.email.toUpperCase()} `);
    const { schedule_id: id } = await addSchedule([bob.userId]);
    accepted(await post(`/alerts/${first.alert_id}/test`), 202);
    await mails(1);

    // Made again, it is still the same person.
    accepted(await ada.visitor.delete(pathIn(`/alerts/${first.alert_id}`)), 204);
    const again = await addAlert(bob.email);
    for (const path of [
      `/alerts/${second.alert_id}/test`,
      `/alerts/${again.alert_id}/test`,
      `/report-schedules/${id}/run`,
    ]) {
      const answer = await post(path);
      tooSoon(answer);
    }
    assert.deepEqual(accepted(await get(`/report-schedules/${id}/runs`), 200), []);

    // Others are not held up by it.
    const own = await addAlert(ada.email);
    accepted(await post(`/alerts/${own.alert_id}/test`), 202);
    await mails(2);
    await subject.clock.ahead(11 * minuteMs, async () => {
      accepted(await post(`/alerts/${second.alert_id}/test`), 202);
      await mails(3);
    });
  });

  test('is not sent hours later, when the mail server is back', async () => {
    const { alert_id: id } = await addAlert(bob.email);
    smtp.refuse({ code: 451, text: 'later' });
    const { deliveries } = accepted(await post(`/alerts/${id}/test`), 202);
    assert.equal(deliveries.length, 1);
    const delivery = async (): Promise<Json> => {
      const rows = await subject.domain.db.query<Json>(
        `select d.status, d.attempts, d.last_error from alert_deliveries d join alert_messages g on g.id = d.message_id
         where g.alert_id = $1`,
        [id],
      );
      return rows[0] as Json;
    };
    await waitFor(async () => assert.ok((await delivery()).attempts >= 1));

    smtp.refuse(null);
    await later(3 * hourMs, () =>
      waitFor(async () => assert.equal((await delivery()).status, 'failed')),
    );
    assert.match((await delivery()).last_error, /in time/);
    assert.equal(smtp.received.length, 0);
  });

  test('of many calls at once is one', async () => {
    const alerts = await Promise.all(Array.from({ length: 8 }, () => addAlert(bob.email)));
    const answers = await Promise.all(alerts.map(({ alert_id: id }) => post(`/alerts/${id}/test`)));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [202, ...Array(7).fill(429)]);
    await mails(1);
  });
});

describe('A run by hand', () => {
  test('of an empty schedule mails a person once in ten minutes', async () => {
    const { schedule_id: id } = await addSchedule([bob.userId]);
    accepted(await post(`/report-schedules/${id}/run`), 202);
    assert.equal((await endedRun(id)).state, 'empty');
    await mails(1);

    tooSoon(await post(`/report-schedules/${id}/run`));
    const other = await addSchedule([bob.userId, ada.userId]);
    tooSoon(await post(`/report-schedules/${other.schedule_id}/run`));
    await subject.clock.ahead(11 * minuteMs, async () => {
      accepted(await post(`/report-schedules/${id}/run`), 202);
      await mails(2);
    });
  });

  test('sends nothing to who had one meanwhile and became a recipient after it was asked for', async () => {
    const { schedule_id: first } = await addSchedule([bob.userId]);
    accepted(await post(`/report-schedules/${first}/run`), 202);
    await endedRun(first);
    await mails(1);

    // As if the schedule had been changed while it was counted.
    const { schedule_id: id, name } = await addSchedule([]);
    const { db } = subject.domain;
    await db.query('insert into trend_gaps values ($1)', [ada.workspaceId]);
    accepted(await post(`/report-schedules/${id}/run`), 202);
    await waitFor(async () => {
      const [run] = accepted(await get(`/report-schedules/${id}/runs`), 200);
      assert.equal(run.error?.code, 'SERVICE_UNAVAILABLE');
    });
    const entry = { ...weekly, name, recipients: [bob.userId] };
    accepted(await put(`/report-schedules/${id}`, entry), 200);
    await db.query('delete from trend_gaps');

    await subject.clock.ahead(2 * minuteMs, async () => {
      const { mails: states } = await endedRun(id);
      assert.deepEqual(
        states.map(({ state }: Json) => state),
        ['skipped'],
      );
      assert.match(states[0].reason, /10 minutes/);
    });
    assert.equal(smtp.received.length, 1);
  });

  test('that fails does not hold up the next one', async () => {
    const campaign = accepted(
      await post('/campaigns', { name: 'Gone', videos: { tags: ['gone'] } }),
      201,
    );
    const entry = { ...weekly, name: 'Of a campaign', recipients: [bob.userId] };
    const { schedule_id: id } = accepted(
      await post('/report-schedules', { ...entry, campaign_id: campaign.campaign_id }),
      201,
    );
    accepted(await ada.visitor.delete(pathIn(`/campaigns/${campaign.campaign_id}`)), 204);
    accepted(await post(`/report-schedules/${id}/run`), 202);
    assert.equal((await endedRun(id)).state, 'failed');
    await waitFor(async () => accepted(await post(`/report-schedules/${id}/run`), 202));
  });
});

describe('Mail of alerts', () => {
  test('beyond that of an hour goes together in one mail, and none is lost', async () => {
    const most = mailLimits.alertsPerHour;
    const alerts = [await addAlert(bob.email), await addAlert(bob.email.toUpperCase())];
    const videos = most / 2 + 3;
    for (let count = 0; count < videos; count += 1) await analysed();
    await idle();
    await mails(most);

    const deliveriesOf = async ({ alert_id: id }: Json): Promise<Json[]> =>
      accepted(await get(`/alerts/${id}/matches`), 200).flatMap((match: Json) => match.deliveries);
    const all = async (): Promise<Json[]> => (await Promise.all(alerts.map(deliveriesOf))).flat();
    const waiting = (await all()).filter(({ status }) => status === 'pending');
    assert.equal(waiting.length, 2 * videos - most);
    for (const { error, attempts, next_attempt_at: nextAt } of waiting) {
      assert.match(error, /10 mails of alerts .* within an hour/);
      assert.deepEqual([attempts, new Date(nextAt) > subject.domain.now()], [0, true]);
    }

    await later(2 * hourMs, async () => {
      await mails(most + 1);
      await waitFor(async () =>
        assert.ok((await all()).every(({ status }) => status === 'delivered')),
      );
      await idle();
    });
    assert.equal(smtp.received.length, most + 1);
    const last = smtp.received.at(-1) as { raw: string; head: string };
    const text = textOf(last);
    for (const { name } of alerts) assert.ok(text.includes(name), name);
    assert.equal(new Set(text.match(/job_\w+\?t/g)).size >= 3, true, text);
    assert.match(last.head, /^List-Unsubscribe: </m);
    const rows = await subject.domain.db.query('select 1 from held_alert_mails');
    assert.deepEqual(rows, []);
  });

  test('waits together while the mail server is away, and comes once', async () => {
    const most = mailLimits.alertsPerHour;
    const alert = await addAlert(bob.email, { digest_above: 100 });
    for (let count = 0; count < most + 3; count += 1) await analysed();
    await mails(most);
    await idle();

    smtp.refuse({ code: 451, text: 'away' });
    const statuses = async (): Promise<string[]> =>
      accepted(await get(`/alerts/${alert.alert_id}/matches`), 200).flatMap((match: Json) =>
        match.deliveries.map(({ status, error }: Json) =>
          /away/.test(error ?? '') ? 'away' : status,
        ),
      );
    await later(2 * hourMs, () =>
      waitFor(async () =>
        assert.equal((await statuses()).filter((status) => status === 'away').length, 3),
      ),
    );
    smtp.refuse(null);
    await later(5 * hourMs, async () => {
      await waitFor(async () =>
        assert.ok((await statuses()).every((status) => status === 'delivered')),
      );
      await idle();
    });
    const jobs = smtp.received
      .slice(most)
      .flatMap((mail) => [...new Set(textOf(mail).match(/jobs\/job_\w+/g))]);
    assert.equal(jobs.length, 3, 'each video once');
  });

  test('names a person once, however the address is written', async () => {
    const twice = [bob.email, bob.email.toUpperCase()].map((address) => ({
      type: 'mail',
      address,
    }));
    refused(
      await post('/alerts', alertEntry(bob.email, { targets: twice })),
      422,
      'VALIDATION_FAILED',
      'twice',
    );

    // Lists of an earlier release may name a person twice.
    const { alert_id: id } = await addAlert(bob.email);
    await subject.domain.db.query(
      `insert into alert_targets (id, alert_id, position, kind, address) values ($2, $1, 1, 'mail', $3)`,
      [id, subject.domain.newId('tgt'), bob.email.toUpperCase()],
    );
    const { deliveries } = accepted(await post(`/alerts/${id}/test`), 202);
    assert.equal(deliveries.length, 1);
    await mails(1);
  });
});

describe('A person who has unsubscribed', () => {
  const notifications = () => bob.visitor.get(`${ada.home}/notifications`);

  test('from alerts is not brought back by others, and sees why', async () => {
    const alert = await addAlert(bob.email);
    await analysed();
    const [mail] = await mails(1);
    const link = linkIn(mail as { head: string });

    // The link works although the alert is gone and made again.
    accepted(await ada.visitor.delete(pathIn(`/alerts/${alert.alert_id}`)), 204);
    const again = await addAlert(bob.email.toUpperCase());
    const page = await subject.stranger.get(link);
    assert.match(page.text, /Unsubscribe from the alerts of /);
    assert.ok(page.text.includes(again.name), page.text);
    assert.equal((await subject.stranger.post(link)).status, 200);
    assert.equal((await subject.stranger.post(link)).status, 404);
    assert.equal((await subject.stranger.get(link)).status, 404);

    const path = `/alerts/${again.alert_id}`;
    const { name, condition } = again;
    const [target] = again.targets;
    const entry = { name, condition, targets: [{ type: 'mail', target_id: target.target_id }] };
    for (const view of [
      accepted(await get(path), 200),
      accepted(await put(path, entry), 200),
      await addAlert(` ${bob.email}`),
    ])
      assert.match(view.targets[0].off_reason, /^UNSUBSCRIBED: /);
    const tested = accepted(await post(`${path}/test`), 202);
    assert.deepEqual(tested.deliveries, []);
    await analysed();
    await idle();
    assert.equal(smtp.received.length, 1);

    const told = accepted(await notifications(), 200);
    assert.deepEqual(told.unsubscribed, ['alerts']);
    // Somebody else cannot have them sent again.
    const wish = { email: 'never', receive_again: ['alerts'] };
    const settings = `${ada.home}/notifications`;
    accepted(await ada.visitor.call('PUT', settings, { json: wish }), 200);
    assert.match(accepted(await get(path), 200).targets[0].off_reason, /^UNSUBSCRIBED/);

    const changed = accepted(await bob.visitor.call('PUT', settings, { json: wish }), 200);
    assert.equal(changed.unsubscribed, undefined);
    assert.equal(accepted(await get(path), 200).targets[0].off_reason, null);
    await analysed();
    await mails(3);
    assert.equal(linkIn(smtp.received.at(-1) as { head: string }), link);
  });

  test('from alerts has those that the person makes, until they are ended too', async () => {
    await addAlert(bob.email);
    const make = async (): Promise<Json> =>
      accepted(await bob.visitor.post(pathIn('/alerts'), alertEntry(bob.email)), 201);
    const own = await make();
    await analysed();
    const [mail] = await mails(2);
    const link = linkIn(mail as { head: string });
    assert.equal((await subject.stranger.post(link)).status, 200);
    await analysed();
    await idle();
    assert.equal(smtp.received.length, 2, 'neither of others nor the own');

    const newer = await make();
    assert.equal(newer.targets[0].off_reason, null);
    assert.match((await addAlert(bob.email)).targets[0].off_reason, /^UNSUBSCRIBED/);
    await analysed();
    await mails(3);
    await waitFor(async () => {
      const [match] = accepted(await get(`/alerts/${newer.alert_id}/matches`), 200);
      assert.ok(match?.sent_at, 'the own new alert is the one that was sent');
    });

    // Somebody else who saves it turns nothing on, and the link ends it again.
    assert.equal((await subject.stranger.post(link)).status, 200);
    for (const { alert_id: id, name, condition, targets } of [own, newer]) {
      const [{ target_id: targetId }] = targets;
      const entry = { name, condition, targets: [{ type: 'mail', target_id: targetId }] };
      const saved = accepted(await put(`/alerts/${id}`, entry), 200);
      assert.match(saved.targets[0].off_reason, /^UNSUBSCRIBED/);
    }
    await analysed();
    await idle();
    assert.equal(smtp.received.length, 3);
    assert.equal((await subject.stranger.post(link)).status, 404);
  });

  test('from alerts gets nothing that was on its way', async () => {
    await addAlert(bob.email);
    await analysed();
    const [mail] = await mails(1);
    smtp.refuse({ code: 451, text: 'later' });
    await analysed();
    await waitFor(async () => {
      const rows = await subject.domain.db.query(
        `select 1 from alert_deliveries where workspace_id = $1 and last_error like '%451%'`,
        [ada.workspaceId],
      );
      assert.equal(rows.length, 1);
    });

    assert.equal((await subject.stranger.post(linkIn(mail as { head: string }))).status, 200);
    smtp.refuse(null);
    await later(dayMs, () =>
      waitFor(async () => {
        const rows = await subject.domain.db.query(
          `select 1 from alert_deliveries where workspace_id = $1 and status = 'failed' and last_error ilike '%unsubscribed%'`,
          [ada.workspaceId],
        );
        assert.equal(rows.length, 1);
      }),
    );
    assert.equal(smtp.received.length, 1);
  });

  test('by a link of an earlier release has unsubscribed likewise', async () => {
    const { alert_id: id } = await addAlert(bob.email);
    const rows = await subject.domain.db.query<{ token: string }>(
      'select token from alert_targets where alert_id = $1',
      [id],
    );
    const link = `/mail/unsubscribe/${rows[0]?.token}`;
    assert.equal((await subject.stranger.get(link)).status, 200);
    assert.equal((await subject.stranger.post(link)).status, 200);
    assert.equal((await subject.stranger.post(link)).status, 404);
    assert.match((await addAlert(bob.email)).targets[0].off_reason, /^UNSUBSCRIBED/);
  });

  test('from reports is not brought back by a schedule that is made again', async () => {
    const { schedule_id: id } = await addSchedule([bob.userId]);
    accepted(await post(`/report-schedules/${id}/run`), 202);
    await endedRun(id);
    const [mail] = await mails(1);
    accepted(await ada.visitor.delete(pathIn(`/report-schedules/${id}`)), 204);
    const link = linkIn(mail as { head: string });
    assert.equal((await subject.stranger.post(link)).status, 200);

    const again = await addSchedule([bob.email.toUpperCase(), ada.userId]);
    assert.deepEqual(
      [again.recipients, again.unsubscribed].map((people: Json[]) =>
        people.map(({ user_id: userId }) => userId),
      ),
      [[ada.userId], [bob.userId]],
    );
    accepted(await post(`/report-schedules/${again.schedule_id}/run`), 202);
    const run = await endedRun(again.schedule_id);
    assert.deepEqual(
      run.mails.map(({ user_id: userId }: Json) => userId),
      [ada.userId],
    );
    await mails(2);

    assert.deepEqual(accepted(await notifications(), 200).unsubscribed, ['reports']);
    // Alerts are another kind of mail.
    assert.equal((await addAlert(bob.email)).targets[0].off_reason, null);
  });
});

test('Mail of schedules beyond that of an hour waits, and says so', async () => {
  const { schedule_id: id } = await addSchedule([bob.userId]);
  const { db, newId, now } = subject.domain;
  const most = mailLimits.reportsPerHour;
  await db.query(
    `with runs as (
       insert into report_runs (id, workspace_id, schedule_id, state, by_hand, period_start, period_end, due_at, task_id,
         next_try_at, numbers, created_at, ended_at)
       select $1 || number, $2, $3, 'empty', true, '2026-11-02', '2026-11-08', $5, gen_random_uuid(), $5,
         '{"videos": 0}', $5, $5
       from generate_series(1, $6::int) as number returning id)
     insert into report_mails (run_id, user_id, state, next_at, created_at)
     select id, $4, 'waiting', $5, $5 from runs`,
    [`${newId('run')}`, ada.workspaceId, id, bob.userId, now(), most + 3],
  );
  await mails(most);
  const states = async (): Promise<Json[]> => {
    const runs = accepted(await get(`/report-schedules/${id}/runs?limit=100`), 200);
    return runs.flatMap((run: Json) => run.mails);
  };
  await waitFor(async () => {
    const waiting = (await states()).filter(({ state }) => state === 'waiting');
    assert.equal(waiting.length, 3);
    for (const { reason } of waiting) assert.match(reason ?? '', /within an hour/);
  });
  await subject.clock.ahead(hourMs + minuteMs, () => mails(most + 3));
});
