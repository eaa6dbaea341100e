/**
 * Reports by schedule, from the call to the mail: with a clock that the test sets, a mail server, and reports that the
 * worker's own function makes.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type BrandResult,
  type Results,
  reportSchedule,
  scheduleRunDetails,
  sharesPerJob,
} from '@reelsight/contract';
import { toneOf } from '../contract/src/brand-colours.ts';
import { insertMember } from '../server/src/db/workspaces/members.ts';
import { slotsOf } from '../server/src/domain/brands/brand-colours.ts';
import {
  continueRuns,
  endRuns,
  runSchedule,
  startDueSchedules,
} from '../server/src/domain/schedules/run.ts';
import { startMailServer, type TestMailServer } from '../server/testing/mail/mail-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { type Person, signUp } from './console/visitor.ts';
import {
  accepted,
  type Json,
  type Owner,
  refused,
  refusing,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
let smtp: TestMailServer;
let ada: Person;
let bob: Person;
let owner: Owner;
let now: Date;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A Monday, an hour before schedules of eight o'clock are due in Berlin. */
const monday = new Date('2026-11-09T06:00:00Z');

before(async () => {
  smtp = await startMailServer();
  subject = await startSubject({
    REELSIGHT_SMTP_URL: smtp.url,
    REELSIGHT_MAIL_FROM: 'Reelsight <reelsight@example.com>',
    REELSIGHT_MAIL_FILE_MB: '1',
    REELSIGHT_SIGN_UP: 'open',
  });
  ada = await signUp(subject, 'Ada');
  bob = await signUp(subject, 'Bob');
  await subject.domain.db.query('update users set email_verified = true');
  await subject.makeReports();
  Object.assign(subject.domain, { now: () => now });
});
after(async () => {
  await subject.close();
  await smtp.close();
});
beforeEach(async () => {
  // Mail of another test that waits still would be sent when the clock moves.
  await subject.domain.db.query('delete from report_schedules');
  smtp.received.length = 0;
  smtp.refuse(null);
  now = monday;
  owner = await subject.owner('scale', 100_000);
  for (const { userId } of [ada, bob]) await join(userId);
});

const join = (userId: string): Promise<void> =>
  subject.domain.db.transaction((tx) =>
    insertMember(tx, { workspaceId: owner.tenantId, userId, role: 'member', now }),
  );

const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };

/** A brand that is on screen for these seconds from the second 10 on. */
const seen = (name: string, seconds: number): BrandResult =>
  ({
    name,
    confidence: 0.9,
    total_appearances: 1,
    first_seen: 10,
    last_seen: 10 + seconds,
    appearances: [
      {
        timestamp: 10,
        timestamp_start: 10,
        timestamp_end: 10 + seconds,
        visible_duration: seconds,
        source: 'visual',
        confidence: 0.9,
        context: 'on screen',
        bounding_box: box,
      },
    ],
    frame_detections: [
      { timestamp: 10, confidence: 0.9, bounding_box: box },
      { timestamp: 10 + seconds, confidence: 0.9, bounding_box: box },
    ],
  }) as unknown as BrandResult;

let videoCount = 0;

/** A finished job of a video that was published on the day. */
async function analysed(
  day: string,
  brands: readonly BrandResult[],
  fields: Record<string, unknown> = {},
): Promise<string> {
  videoCount += 1;
  const { job_id: jobId } = await owner.job({
    url: `https://www.youtube.com/watch?v=s${String(videoCount).padStart(10, '0')}`,
    capabilities: ['brands', 'metadata'],
    tags: ['spring'],
    ...fields,
  });
  const metadata = { author: null, author_url: null, published_at: `${day}T12:00:00.000Z` };
  const meta = { fps_used: 1, frames_analyzed: 60, engines: {} };
  await subject.worker.complete(jobId, { brands, metadata, meta } as unknown as Results);
  return jobId;
}

async function campaign(videos: object = { tags: ['spring'] }): Promise<string> {
  const name = `Spring ${Math.random()}`;
  return accepted(await owner.post('/v1/campaigns', { name, videos }), 201).campaign_id;
}

const weekly = {
  name: 'Spring, weekly',
  every: { period: 'week', weekday: 'monday', hour: 8 },
  time_zone: 'Europe/Berlin',
};

async function schedule(fields: object = {}): Promise<Json> {
  const recipients = [ada.email];
  const body = { ...weekly, recipients, ...fields };
  const made = accepted(await owner.post('/v1/report-schedules', body), 201);
  assert.ok(reportSchedule.safeParse(made).success, JSON.stringify(made));
  return made;
}

const runsOf = async (id: string): Promise<Json[]> =>
  accepted(await owner.get(`/v1/report-schedules/${id}/runs`), 200);

/** Sets the clock, starts what is due, and returns the newest run once it has ended. */
async function runAt(moment: string, id: string): Promise<Json> {
  now = new Date(moment);
  await startDueSchedules(subject.domain);
  // A pass of the service may have the schedule at the same moment; the run is there once the next one is planned.
  await waitFor(async () => {
    const { next_run_at: next } = accepted(await owner.get(`/v1/report-schedules/${id}`), 200);
    assert.ok(next === null || new Date(next) > now, next);
  });
  return ended(id);
}

const ended = (id: string): Promise<Json> =>
  waitFor(async () => {
    const [run] = await runsOf(id);
    assert.ok(run?.ended_at, JSON.stringify(run));
    return run;
  });

async function readRun({ schedule_id: id, run_id: runId }: Json): Promise<Json> {
  const run = accepted(await owner.get(`/v1/report-schedules/${id}/runs/${runId}`), 200);
  assert.ok(scheduleRunDetails.safeParse(run).success, JSON.stringify(run));
  return run;
}

const mails = (count: number) =>
  waitFor(() => {
    assert.equal(smtp.received.length, count);
    return smtp.received;
  });

/** The text of a mail, without the encoding for its way. */
const textOf = ({ raw }: { raw: string }): string =>
  Buffer.from(
    raw
      .replaceAll(/=\r\n/g, '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const file = async (reportId: string, format: string): Promise<string> => {
  const { text, status } = await owner.get(`/v1/reports/${reportId}/files/${format}`);
  assert.equal(status, 200, text);
  return text;
};

describe('A schedule', () => {
  test('makes one report of the week that is over and sends its files, however many processes look', async () => {
    const campaignId = await campaign();
    await analysed('2026-11-03', [seen('Acme', 4), seen('Globex', 12)]);
    await analysed('2026-11-09', [seen('Acme', 9)]);
    await analysed('2026-11-04', [seen('Other', 9)], { tags: ['autumn'] });
    const made = await schedule({
      campaign_id: campaignId,
      formats: ['pdf', 'csv', 'json'],
      deliver: 'file',
    });
    assert.equal(made.next_run_at, '2026-11-09T07:00:00.000Z');
    assert.equal(made.last_run, null);

    now = new Date('2026-11-09T07:00:01Z');
    await Promise.all(Array.from({ length: 4 }, () => startDueSchedules(subject.domain)));
    const run = await ended(made.schedule_id);
    assert.equal(run.state, 'ready', JSON.stringify(run));
    assert.deepEqual(run.period, { start: '2026-11-02', end: '2026-11-08' });
    assert.deepEqual([run.videos, run.by_hand, run.due_at], [1, false, '2026-11-09T07:00:00.000Z']);
    assert.equal((await readRun(run)).changes, null);

    const report = accepted(await owner.get(`/v1/reports/${run.report_id}`), 200);
    assert.equal(report.title, 'Spring, weekly, 2 to 8 November 2026');
    assert.match(await file(run.report_id, 'csv'), /,Acme,visual,/);

    const [mail] = await mails(1);
    assert.deepEqual(mail?.to, [ada.email]);
    assert.match(mail?.head ?? '', /Subject: Spring, weekly: 2 to 8 November 2026/);
    const raw = mail?.raw ?? '';
    const [name] = /filename="[^"]*pdf"/.exec(raw.replaceAll(/\s+/g, ' ')) ?? [];
    assert.equal(name, 'filename="Spring, weekly, 2 to 8 November 2026.pdf"');
    assert.ok(raw.includes('JVBERi0'), 'the PDF itself');
    assert.ok(!raw.includes('.json'), 'no JSON file, which people do not open');
    assert.match(mail?.head ?? '', /^List-Unsubscribe: </m);

    const sent = await waitFor(async () => {
      const [again] = await runsOf(made.schedule_id);
      assert.equal(again.mails[0].state, 'sent');
      return again;
    });
    assert.deepEqual(sent.mails[0].attached, ['pdf', 'csv']);
    const { next_run_at: next, last_run: last } = accepted(
      await owner.get(`/v1/report-schedules/${made.schedule_id}`),
      200,
    );
    assert.deepEqual([next, last.run_id], ['2026-11-16T07:00:00.000Z', run.run_id]);
    assert.equal((await runsOf(made.schedule_id)).length, 1);
  });

  test('says what changed since: new, gone, renamed, and what was corrected after it was sent', async () => {
    const id = (await schedule({ formats: ['json', 'csv', 'html'] })).schedule_id;
    const old = await analysed('2026-11-03', [
      seen('Acme', 4),
      seen('Globex', 12),
      seen('Gone', 3),
    ]);
    const first = await runAt('2026-11-09T07:00:00Z', id);
    assert.equal(first.state, 'ready', JSON.stringify(first));

    // Acme is called otherwise from now on, Globex was seen shorter, and a video of that week comes late.
    const renamed = { name: 'Acme Corp', aliases: ['Acme'] };
    accepted(await owner.post('/v1/brands', renamed), 201);
    now = new Date('2026-11-10T07:00:00Z');
    const dismissed = { kind: 'dismiss', target: 'brand', name: 'Globex' };
    accepted(await owner.post(`/v1/jobs/${old}/corrections`, dismissed), 201);
    const late = await analysed('2026-11-05', [seen('Acme Corp', 5)]);
    await analysed('2026-11-11', [seen('Acme Corp', 8), seen('Newcomer', 2)]);

    const second = await runAt('2026-11-16T07:00:00Z', id);
    const { changes } = await readRun(second);
    assert.deepEqual(changes.since.period, { start: '2026-11-02', end: '2026-11-08' });
    assert.equal(changes.since.report_id, first.report_id);
    assert.equal(changes.choice_changed, false);
    assert.deepEqual(changes.videos, { before: 1, now: 1 });
    const seconds = Object.fromEntries(
      changes.brands.map(({ name, before: was, now: is }: Json) => [
        name,
        [was?.seen_seconds ?? null, is?.seen_seconds ?? null],
      ]),
    );
    assert.deepEqual(seconds, {
      'Acme Corp': [4, 8],
      Globex: [12, null],
      Gone: [3, null],
      Newcomer: [null, 2],
    });

    const { corrected } = changes;
    assert.deepEqual(corrected.videos, { before: 1, now: 2 });
    assert.deepEqual(
      [corrected.videos_added, corrected.videos_gone, corrected.corrections],
      [1, 0, 1],
    );
    assert.deepEqual(
      corrected.named_corrections.map(({ job_id: job, text: words }: Json) => [job, words]),
      [[old, '“Globex” dismissed']],
    );
    assert.deepEqual(
      corrected.named_videos.map(({ job_id: job }: Json) => job),
      [late],
    );
    const globex = corrected.brands.find(({ name }: Json) => name === 'Globex');
    assert.deepEqual([globex.before.seen_seconds, globex.now], [12, null]);
    const acme = corrected.brands.find(({ name }: Json) => name === 'Acme Corp');
    assert.deepEqual([acme.before.seen_seconds, acme.now.seen_seconds], [4, 9]);

    const json = JSON.parse(await file(second.report_id, 'json'));
    assert.deepEqual(json.changes, changes);
    const csv = await file(second.report_id, 'csv');
    assert.match(csv, /\r\n\r\nchange,since_start,since_end,brand,number,before,now\r\n/);
    assert.match(csv, /\r\nnew,2026-11-02,2026-11-08,Newcomer,seen_seconds,,2\r\n/);
    assert.match(csv, /\r\ncorrected,2026-11-02,2026-11-08,Globex,seen_seconds,12,\r\n/);
    const html = await file(second.report_id, 'html');
    assert.match(html, /What changed since 2 to 8 November 2026/);
    assert.match(html, /Corrected since: 2 to 8 November 2026/);
    // A brand that is gone keeps the colour that it has elsewhere in the workspace.
    const [slot] = await slotsOf(subject.domain.db, owner.tenantId, ['Gone']);
    const colour = toneOf(slot as number).light;
    assert.ok(html.includes(`background:${colour}"></i><bdi>Gone</bdi>`), colour);

    const [, mail] = await mails(2);
    const text = textOf(mail as { raw: string });
    assert.match(text, /Compared with 2 to 8 November 2026:/);
    assert.match(text, /Acme Corp: seen 8\.0 s \(before 4\.0 s\)/);
    assert.match(text, /New: Newcomer/);
    assert.match(text, /Gone: Globex, Gone/);
    assert.match(text, /different now \(1 correction, 1 video analysed later\)/);
    assert.match(text, /- “Globex” dismissed in /);
    assert.ok(text.includes(`/reports/${second.report_id}`));

    // What was corrected then was said then.
    const third = await runAt('2026-11-23T07:00:00Z', id);
    assert.equal(third.state, 'empty');
    assert.equal((await readRun(third)).changes.corrected, null);
  });

  test('of a week without videos sends mail that says so, and no file', async () => {
    const { schedule_id: id } = await schedule({ deliver: 'file' });
    const run = await runAt('2026-11-09T07:00:00Z', id);
    assert.deepEqual([run.state, run.report_id, run.videos], ['empty', null, 0]);

    const [mail] = await mails(1);
    assert.match(textOf(mail as { raw: string }), /No videos in 2 to 8 November 2026/);
    assert.ok(!/filename|\/reports\//.test(mail?.raw ?? ''));
    assert.deepEqual(accepted(await owner.get('/v1/reports'), 200), []);
  });

  test('makes up for the last period after a stop, and not for all', async () => {
    const { schedule_id: id } = await schedule();
    const run = await runAt('2026-12-03T12:00:00Z', id);
    assert.deepEqual(run.period, { start: '2026-11-23', end: '2026-11-29' });
    assert.equal(run.due_at, '2026-11-30T07:00:00.000Z');
    assert.equal((await runsOf(id)).length, 1);
  });

  test('that cannot be computed is turned off, and leaves others alone', async () => {
    const broken = await schedule({ name: 'Broken' });
    const sound = await schedule({ name: 'Sound' });
    // An earlier release took this time zone.
    await subject.domain.db.query(`update report_schedules set time_zone = 'IST' where id = $1`, [
      broken.schedule_id,
    ]);

    now = new Date(monday.getTime() + 2 * 3_600_000);
    await startDueSchedules(subject.domain);
    assert.equal((await runsOf(sound.schedule_id)).length, 1);
    assert.deepEqual(await runsOf(broken.schedule_id), []);
    const read = accepted(await owner.get(`/v1/report-schedules/${broken.schedule_id}`), 200);
    assert.equal(read.enabled, false);
    assert.match(read.off_reason, /time zone/);
  });

  test('reports a Follow that is gone, and brands of its set alone', async () => {
    const followed = accepted(
      await owner.post('/v1/follows', {
        name: 'A channel',
        source: 'https://www.youtube.com/@reelsight',
        capabilities: ['brands'],
        every_minutes: 60,
      }),
      201,
    ).follow_id;
    const set = { name: 'Ours', own: 'Acme', brands: ['Globex'] };
    const setId = accepted(await owner.post('/v1/brand-sets', set), 201).brand_set_id;
    const campaignId = await campaign({ follow_ids: [followed] });
    const jobId = await analysed('2026-11-03', [seen('Acme', 4), seen('Other', 12)]);
    await subject.domain.db.query('update jobs set follow_id = $2 where id = $1', [
      jobId,
      followed,
    ]);
    accepted(await owner.delete(`/v1/follows/${followed}`), 204);

    const made = await schedule({
      campaign_id: campaignId,
      brand_set_id: setId,
      formats: ['json'],
    });
    const run = await runAt('2026-11-09T07:00:00Z', made.schedule_id);
    assert.deepEqual([run.state, run.videos], ['ready', 1], JSON.stringify(run));
    const { exposure } = JSON.parse(await file(run.report_id, 'json'));
    assert.deepEqual(
      exposure.brands.map(({ name }: Json) => name),
      ['Acme'],
    );
    assert.equal(exposure.brands[0].share_of_voice, 0.25, 'the share is of all brands');
  });

  test('is turned off with its campaign or its brand set, and says why', async () => {
    const campaignId = await campaign();
    const set = { name: 'Ours', own: 'Acme', brands: [] };
    const setId = accepted(await owner.post('/v1/brand-sets', set), 201).brand_set_id;
    const byCampaign = await schedule({ campaign_id: campaignId });
    const bySet = await schedule({ name: 'Another', brand_set_id: setId });
    accepted(await owner.delete(`/v1/campaigns/${campaignId}`), 204);
    accepted(await owner.delete(`/v1/brand-sets/${setId}`), 204);

    for (const [{ schedule_id: id }, reason] of [
      [byCampaign, /campaign “Spring/],
      [bySet, /brand set “Ours”/],
    ] as const) {
      const off = accepted(await owner.get(`/v1/report-schedules/${id}`), 200);
      assert.deepEqual([off.enabled, off.next_run_at], [false, null]);
      assert.match(off.off_reason, reason);
    }
    now = new Date('2026-11-16T07:00:00Z');
    await startDueSchedules(subject.domain);
    assert.deepEqual(await runsOf(byCampaign.schedule_id), []);

    // By hand it still runs, and says what is missing by its name.
    for (const [{ schedule_id: id }, sentence] of [
      [byCampaign, /^Its campaign “Spring .*” was deleted\.$/],
      [bySet, /^Its brand set “Ours” was deleted\.$/],
    ] as const) {
      accepted(await owner.post(`/v1/report-schedules/${id}/run`), 202);
      const run = await ended(id);
      assert.deepEqual([run.state, run.error.code], ['failed', 'NOT_FOUND']);
      assert.match(run.error.message, sentence);
    }
  });

  test('that was off when its campaign was deleted says so too, without an id', async () => {
    const campaignId = await campaign();
    const { schedule_id: id } = await schedule({ campaign_id: campaignId, enabled: false });
    accepted(await owner.delete(`/v1/campaigns/${campaignId}`), 204);
    accepted(await owner.post(`/v1/report-schedules/${id}/run`), 202);
    const run = await ended(id);
    assert.equal(run.error.message, 'The campaign or the brand set that it reports was deleted.');
  });

  test('of a campaign whose every video was deleted is empty, and says that they are gone', async () => {
    const campaignId = await campaign();
    const jobs = [
      await analysed('2026-11-03', [seen('Acme', 4)]),
      await analysed('2026-11-04', [seen('Acme', 2)]),
    ];
    const { schedule_id: id } = await schedule({ campaign_id: campaignId, formats: ['csv'] });
    assert.equal((await runAt('2026-11-09T07:00:00Z', id)).videos, 2);
    for (const job of jobs) accepted(await owner.delete(`/v1/jobs/${job}`), 204);

    const run = await readRun(await runAt('2026-11-16T07:00:00Z', id));
    assert.deepEqual([run.state, run.report_id], ['empty', null]);
    const { corrected } = run.changes;
    assert.deepEqual([corrected.videos_gone, corrected.videos.now], [2, 0]);
    assert.deepEqual(
      corrected.brands.map(({ name, now: is }: Json) => [name, is]),
      [['Acme', null]],
    );
    const [, mail] = await mails(2);
    const text = textOf(mail as { raw: string });
    assert.match(text, /There is no report, as no video of the choice is of these days\./);
    assert.match(text, /2 videos deleted or replaced/);
  });

  test('is run by hand too, and its own run comes nonetheless', async () => {
    await analysed('2026-10-27', [seen('Acme', 4)]);
    const { schedule_id: id } = await schedule({ formats: ['csv'], recipients: [] });
    const path = `/v1/report-schedules/${id}/run`;
    now = new Date('2026-11-02T06:00:00Z');
    const asked = accepted(await owner.post(path), 202);
    assert.deepEqual([asked.by_hand, asked.period.start], [true, '2026-10-26']);
    const run = await ended(id);
    assert.deepEqual([run.run_id, run.state], [asked.run_id, 'ready']);
    assert.deepEqual(run.mails, []);

    const own = await runAt('2026-11-09T07:00:00Z', id);
    assert.deepEqual([own.by_hand, own.state], [false, 'empty']);
    assert.equal((await readRun(own)).changes.since.run_id, run.run_id);
    const page = await owner.get(`/v1/report-schedules/${id}/runs?limit=1`);
    const { next_cursor: cursor } = page.json.pagination;
    const rest = accepted(await owner.get(`/v1/report-schedules/${id}/runs?cursor=${cursor}`), 200);
    assert.deepEqual(
      rest.map(({ run_id: runId }: Json) => runId),
      [run.run_id],
    );
  });

  test('says when its choice changed, and compares nothing then', async () => {
    const campaignId = await campaign();
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const made = await schedule({ campaign_id: campaignId, formats: ['csv'] });
    await runAt('2026-11-09T07:00:00Z', made.schedule_id);
    const other = { name: 'Other', videos: { tags: ['autumn'] } };
    accepted(await owner.call('PUT', `/v1/campaigns/${campaignId}`, { json: other }), 200);

    const run = await readRun(await runAt('2026-11-16T07:00:00Z', made.schedule_id));
    assert.deepEqual([run.changes.choice_changed, run.changes.corrected], [true, null]);
  });
});

describe('Nothing is lost', () => {
  test('of a run whose task or whose process is gone', async () => {
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const { schedule_id: id } = await schedule({ formats: ['csv'] });
    const { db } = subject.domain;
    await db.transaction(async (tx) => {
      // A run whose process died before anything else, and whose task the queue gave up.
      await tx.query(
        `insert into report_runs (id, workspace_id, schedule_id, state, by_hand, period_start, period_end, due_at,
           task_id, next_try_at, created_at)
         values ($1, $2, $3, 'waiting', true, '2026-11-02', '2026-11-08', $4, gen_random_uuid(), $4, $4)`,
        [subject.domain.newId('run'), owner.tenantId, id, now],
      );
    });
    await continueRuns(subject.domain);
    const run = await ended(id);
    assert.equal(run.state, 'ready', JSON.stringify(run));

    // A process that died after the report was ready, and before the run knew.
    await db.query("update report_runs set state = 'making', ended_at = null where id = $1", [
      run.run_id,
    ]);
    await Promise.all([endRuns(subject.domain, null), endRuns(subject.domain, null)]);
    assert.equal((await ended(id)).state, 'ready');
    await mails(1);
  });

  test('where earlier videos are not counted yet: the run waits for them', async () => {
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const { schedule_id: id } = await schedule({ formats: ['csv'] });
    const { db } = subject.domain;
    await db.query('insert into trend_gaps values ($1)', [owner.tenantId]);

    now = new Date(monday.getTime() + 2 * 3_600_000);
    await startDueSchedules(subject.domain);
    await waitFor(async () => {
      const [run] = await runsOf(id);
      assert.deepEqual([run?.state, run?.error?.code], ['waiting', 'SERVICE_UNAVAILABLE']);
    });
    assert.equal(smtp.received.length, 0);

    await db.query('delete from trend_gaps');
    now = new Date(now.getTime() + 2 * minuteMs);
    await continueRuns(subject.domain);
    const run = await ended(id);
    assert.deepEqual([run.state, run.videos], ['ready', 1]);
  });

  test('where there is no room for a report: the run waits and says for what', async () => {
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const { schedule_id: id } = await schedule({ formats: ['csv'] });
    const files = { put: async () => {}, delete: async () => {} };
    const { domain } = subject;
    const full = {
      ...domain,
      ports: {
        ...domain.ports,
        checkDisk: () => Promise.reject(Object.assign(new Error('full'), {})),
      },
    };
    const runId = domain.newId('run');
    await domain.db.query(
      `insert into report_runs (id, workspace_id, schedule_id, state, by_hand, period_start, period_end, due_at,
         task_id, next_try_at, created_at)
       values ($1, $2, $3, 'waiting', true, '2026-11-02', '2026-11-08', $4, gen_random_uuid(), $4, $4)`,
      [runId, owner.tenantId, id, now],
    );
    await assert.rejects(runSchedule(full, files, { runId }), /full/);
    const [waiting] = await runsOf(id);
    assert.deepEqual([waiting.state, waiting.error.code], ['waiting', 'INTERNAL_ERROR']);

    now = new Date(now.getTime() + 2 * minuteMs);
    await continueRuns(domain);
    const run = await ended(id);
    assert.deepEqual([run.state, run.error], ['ready', null]);
  });

  test('by a mail server that is away for a day, with growing pauses, and for days only', async () => {
    const { schedule_id: id } = await schedule();
    smtp.refuse({ code: 451, text: 'away' });
    await runAt('2026-11-09T07:00:00Z', id);
    const state = async (): Promise<Json> => (await runsOf(id))[0].mails[0];
    const tries = async (): Promise<number> => {
      const [row] = await subject.domain.db.query<{ failures: number }>(
        `select failures from report_mails m join report_runs r on r.id = m.run_id where r.schedule_id = $1`,
        [id],
      );
      return row?.failures ?? 0;
    };
    await waitFor(async () => assert.equal(await tries(), 1));
    const waiting = await state();
    assert.equal(waiting.state, 'waiting');
    assert.match(waiting.reason, /451 away/);

    const began = now.getTime();
    for (const [index, minutes] of [1, 3, 7, 15].entries()) {
      now = new Date(began + minutes * minuteMs);
      await waitFor(async () => assert.equal(await tries(), index + 2));
    }
    now = new Date(began + dayMs);
    smtp.refuse(null);
    await mails(1);
    await waitFor(async () => assert.equal((await state()).state, 'sent'));

    // One that is away for longer than people wait.
    smtp.refuse({ code: 451, text: 'gone' });
    accepted(await owner.post(`/v1/report-schedules/${id}/run`), 202);
    await waitFor(async () => assert.match((await state()).reason, /gone/));
    now = new Date(now.getTime() + 5 * dayMs);
    await waitFor(async () => assert.equal((await state()).state, 'failed'));
  });
});

describe('Mail', () => {
  test('is not sent to those who left, whose address is not verified, or who unsubscribed', async () => {
    const cyd = await signUp(subject, `Cyd${videoCount}`);
    await join(cyd.userId);
    const made = await schedule({ recipients: [ada.userId, bob.email.toUpperCase(), cyd.email] });
    assert.deepEqual(
      made.recipients.map(({ name, verified }: Json) => [name, verified]),
      [
        ['Ada', true],
        ['Bob', true],
        [`Cyd${videoCount}`, false],
      ],
    );
    await runAt('2026-11-09T07:00:00Z', made.schedule_id);
    const sent = await mails(2);
    const reasonOf = async (email: string): Promise<Json> =>
      (await runsOf(made.schedule_id))[0].mails.find((mail: Json) => mail.email === email).reason;
    await waitFor(async () => assert.match(await reasonOf(cyd.email), /not verified/));

    const toBob = sent.find(({ to }) => to[0] === bob.email);
    const path = /\/mail\/unsubscribe\/[\w-]+/.exec(toBob?.head ?? '')?.[0] ?? '';
    assert.match((await subject.stranger.get(path)).text, /Spring, weekly/);
    assert.equal((await subject.stranger.post(path)).status, 200);
    assert.equal((await subject.stranger.post(path)).status, 404);

    smtp.refuse({ code: 451, text: 'later' });
    const second = await runAt('2026-11-16T07:00:00Z', made.schedule_id);
    assert.equal(second.mails.length, 2, 'without the one who unsubscribed');
    await waitFor(async () => assert.match(await reasonOf(ada.email), /later/));
    await subject.domain.db.query('delete from members where workspace_id = $1 and user_id = $2', [
      owner.tenantId,
      ada.userId,
    ]);
    smtp.refuse(null);
    now = new Date(now.getTime() + dayMs);
    await waitFor(async () => assert.match(await reasonOf(ada.email), /no member/));
    assert.equal(smtp.received.length, 2);
    const left = accepted(await owner.get(`/v1/report-schedules/${made.schedule_id}`), 200);
    assert.deepEqual(
      left.recipients.map(({ email }: Json) => email),
      [cyd.email],
    );
  });

  test('has a link that opens without an account only if the schedule says so', async () => {
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const made = await schedule({ public_link: true, formats: ['html'] });
    const run = await runAt('2026-11-09T07:00:00Z', made.schedule_id);
    const [mail] = await mails(1);
    const token = /\/shared\/([\w-]{32})/.exec(textOf(mail as { raw: string }))?.[1];
    const shared = await subject.stranger.get(`/shared/v1/${token}`);
    assert.equal(shared.json?.data.title, 'Spring, weekly, 2 to 8 November 2026', shared.text);
    const links = accepted(await owner.get(`/v1/reports/${run.report_id}/shares`), 200);
    assert.equal(links.length, 1);
  });

  test('is tried again if its link is refused, and says why', async () => {
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const made = await schedule({ public_link: true, formats: ['html'] });
    smtp.refuse({ code: 451, text: 'not yet' });
    const { report_id: id } = await runAt('2026-11-09T07:00:00Z', made.schedule_id);
    const reason = async (): Promise<string> =>
      (await runsOf(made.schedule_id))[0].mails[0].reason ?? '';
    await waitFor(async () => assert.match(await reason(), /not yet/));

    const { db } = subject.domain;
    await db.query(
      `insert into shares (id, workspace_id, report_id, hash, parts, created_at, expires_at)
       select 'share_' || number, $1, $2, 'hash ' || number, '{}', $3, $3::timestamptz + interval '30 days'
       from generate_series(1, $4) as number`,
      [owner.tenantId, id, now, sharesPerJob],
    );
    smtp.refuse(null);
    now = new Date(now.getTime() + minuteMs);
    await waitFor(async () => assert.match(await reason(), /at most 100 links/));
    assert.equal(smtp.received.length, 0);

    await db.query('delete from shares where report_id = $1', [id]);
    now = new Date(now.getTime() + 2 * minuteMs);
    await mails(1);
  });

  test('has a link where the files are too large for it', async () => {
    await analysed('2026-11-03', [seen('Acme', 4)]);
    const made = await schedule({ deliver: 'file', formats: ['csv'] });
    smtp.refuse({ code: 451, text: 'not yet' });
    const run = await runAt('2026-11-09T07:00:00Z', made.schedule_id);

    const { db } = subject.domain;
    await db.query(`update reports set files = '{"csv": 3000000}' where id = $1`, [run.report_id]);
    smtp.refuse(null);
    now = new Date(now.getTime() + dayMs);

    const [mail] = await mails(1);
    const text = textOf(mail as { raw: string });
    assert.match(text, /The files have 3\.0 MB, more than the 1\.0 MB/);
    assert.ok(text.includes(`/reports/${run.report_id}`));
  });
});

describe('A schedule is refused', () => {
  test('in words that say what is wrong', async () => {
    const wrong = refusing('/v1/report-schedules', weekly);
    const cases: [object, string][] = [
      [{ every: { period: 'minute' } }, 'every'],
      [{ every: { period: 'day', hour: 8 } }, 'every'],
      [{ every: { period: 'week', hour: 8 } }, 'weekday'],
      [{ every: { period: 'week', weekday: 'monday', hour: 24 } }, 'hour'],
      [{ every: { period: 'month', day: 29, hour: 8 } }, 'day'],
      [{ every: { period: 'month', day: 0, hour: 8 } }, 'day'],
      [{ every: { period: 'week', weekday: 'monday', hour: 8, minute: 5 } }, 'minute'],
      [{ time_zone: '+02:00' }, 'time_zone'],
      [{ campaign_id: 'cmp_none' }, 'campaign_id'],
      [{ brand_set_id: 'no id' }, 'brand_set_id'],
      [{ recipients: ['stranger@example.com'] }, 'no member'],
      [{ formats: [] }, 'formats'],
      [{ name: ' ' }, 'name'],
      [{ logo: 'data:image/png;base64,AAAA' }, 'logo'],
      [{ deliver: 'fax' }, 'deliver'],
    ];
    for (const [fields, mention] of cases)
      await wrong(owner, { ...fields }, 'VALIDATION_FAILED', mention);
    await schedule();
    await wrong(owner, { name: 'SPRING, weekly' }, 'VALIDATION_FAILED', 'already');

    const elsewhere = await subject.owner('scale', 10);
    await wrong(elsewhere, { recipients: [ada.email] }, 'VALIDATION_FAILED', 'no member');
    const free = await subject.owner('free');
    await wrong(free, {}, 'MODE_NOT_ALLOWED', 'downloadable', 403);
  });

  test('by a key that may not read results, if they have recipients', async () => {
    const writer = await owner.limitedTo('jobs:write');
    const withMail = { ...weekly, name: 'By a key', recipients: [ada.userId] };
    const { schedule_id: id } = await schedule({ name: 'Mailed', recipients: [ada.userId] });
    const path = `/v1/report-schedules/${id}`;
    for (const answer of [
      await writer.post('/v1/report-schedules', withMail),
      await writer.call('PUT', path, { json: withMail }),
      await writer.post(`${path}/run`),
    ])
      refused(answer, 403, 'INSUFFICIENT_SCOPE', 'jobs:read');

    const withoutMail = { ...withMail, recipients: [] };
    accepted(await writer.post('/v1/report-schedules', withoutMail), 201);
    accepted(await writer.call('PUT', path, { json: { ...withoutMail, name: 'Mailed' } }), 200);
    const both = await owner.limitedTo('jobs:write', 'jobs:read');
    accepted(await both.call('PUT', path, { json: { ...withMail, name: 'Mailed' } }), 200);
  });

  test('beyond fifty of a workspace, and to strangers', async () => {
    const { schedule_id: id } = await schedule();
    for (let index = 1; index < 50; index++) await schedule({ name: `Another ${index}` });
    const more = await owner.post('/v1/report-schedules', { ...weekly, name: 'One more' });
    refused(more, 422, 'VALIDATION_FAILED', '50');

    const stranger = await subject.owner('scale', 10);
    const path = `/v1/report-schedules/${id}`;
    for (const answer of [
      await stranger.get(path),
      await stranger.call('PUT', path, { json: weekly }),
      await stranger.delete(path),
      await stranger.post(`${path}/run`),
      await stranger.get(`${path}/runs`),
      await stranger.get(`${path}/runs/run_none`),
    ])
      refused(answer, 404, 'NOT_FOUND');
    assert.deepEqual(accepted(await stranger.get('/v1/report-schedules'), 200), []);
  });
});

/** 20 by 20 pixels. */
const smallPng =
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAiElEQVR42u3OQRWFERRFYQEEMDISQAABBBBAAAEEEEAAAQQQQAABBBDk32+tF+MafQZ7naustVprYwzw3ocQQEop5wxqra01MMaYc4K99zkHvPcUj5iPc44YxBiJQSmFGPTeicFaixjce/8xH5aJAcvEgGViwDIxYJkYsEwMlJwtZ8vZcvbv7A+lUZQCvn5A4QAAAABJRU5ErkJggg==';

test('A change keeps the logo unless it says otherwise, and sets when it is due', async () => {
  const logo = smallPng;
  const made = await schedule({ logo });
  assert.equal(made.has_logo, true);
  const path = `/v1/report-schedules/${made.schedule_id}`;
  const put = async (fields: object): Promise<Json> =>
    accepted(await owner.call('PUT', path, { json: { ...weekly, ...fields } }), 200);

  const monthly = await put({ every: { period: 'month', day: 'last', hour: 8 } });
  assert.deepEqual(
    [monthly.has_logo, monthly.next_run_at, monthly.recipients],
    [true, '2026-11-30T07:00:00.000Z', []],
  );
  assert.equal((await put({ logo: null })).has_logo, false);
  assert.equal((await put({ enabled: false })).next_run_at, null);
  accepted(await owner.delete(path), 204);
  refused(await owner.get(path), 404, 'NOT_FOUND');
});
