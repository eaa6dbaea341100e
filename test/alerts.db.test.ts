/** Alerts over HTTP: what they find, when and where it is sent, and what happens if it can't be. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { BrandResult, Results } from '@reelsight/contract';
import { verifyWebhook } from '../sdk/src/index.ts';
import { fillExposures } from '../server/src/domain/exposure/fill-exposures.ts';
import { recountSome } from '../server/src/jobs/recounts.ts';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { libraryDeps } from '../server/testing/library-deps.ts';
import { startMailServer, type TestMailServer } from '../server/testing/mail/mail-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { waitingConnections } from '../server/testing/waiting-connections.ts';
import { type Receiver, startReceiver } from '../server/testing/webhooks/receiver.ts';
import { type Person, signUp } from './console/visitor.ts';
import {
  accepted,
  dayMs,
  hourMs,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let smtp: TestMailServer;
let subject: Subject;
let owner: Owner;
let stranger: Owner;
let receiver: Receiver;
/** Statuses that the receiver answers by path; 200 if none is set. */
const answers = new Map<string, number>();
/** What the receiver waits for before it answers, by path. */
const holds = new Map<string, Promise<void>>();

before(async () => {
  smtp = await startMailServer();
  receiver = await startReceiver(async (response, { path }) => {
    await holds.get(path);
    response.statusCode = answers.get(path) ?? 200;
    response.end();
  });
  subject = await startSubject({
    REELSIGHT_SIGN_UP: 'open',
    REELSIGHT_SMTP_URL: smtp.url,
    REELSIGHT_MAIL_FROM: 'Reelsight <reelsight@example.com>',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
    // One workspace analyses more links here than a platform's rate lets through in a minute.
    REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE: '600',
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6000',
    REELSIGHT_COSTLY_CALLS_BURST: '1000',
  });
  owner = await subject.owner('scale', 1_000_000);
  stranger = await subject.owner('scale', 1000);
});
after(async () => {
  await subject.close();
  await receiver[Symbol.asyncDispose]();
  await smtp.close();
});
beforeEach(async () => {
  answers.clear();
  smtp.refuse(null);
  for (const { alert_id: id } of accepted(await owner.get('/v1/alerts'), 200))
    accepted(await owner.delete(`/v1/alerts/${id}`), 204);
  await idle();
  receiver.received.length = 0;
  smtp.received.length = 0;
});

/** Waits until no job waits to be looked at and nothing is being sent. */
const idle = (): Promise<void> =>
  waitFor(async () => {
    const waiting = await subject.domain.db.query(
      `select 1 from pgboss.job where name = 'alert' and state < 'completed' and start_after <= now()`,
    );
    assert.equal(waiting.length, 0);
  });

const box = { x: 0.3, y: 0.3, width: 0.3, height: 0.3 };

/** A brand that is on screen from a second on, with a picture. */
const seen = (name: string, seconds: number, start = 10): BrandResult =>
  ({
    name,
    confidence: 0.9,
    appearances: [
      {
        timestamp: start,
        timestamp_start: start,
        timestamp_end: start + seconds,
        source: 'visual',
        confidence: 0.9,
        bounding_box: box,
        frame_url: `/v1/frames/job_0/${name}.jpg`,
      },
    ],
    frame_detections: [
      { timestamp: start, confidence: 0.9, bounding_box: box },
      { timestamp: start + seconds, confidence: 0.9, bounding_box: box },
    ],
  }) as unknown as BrandResult;

const said = (name: string, timestamp: number): BrandResult =>
  ({
    name,
    confidence: 0.9,
    appearances: [{ timestamp, source: 'audio', confidence: 0.9 }],
    frame_detections: [],
  }) as unknown as BrandResult;

interface VideoFields {
  readonly video?: string;
  readonly tags?: readonly string[];
  readonly publishedAt?: Date;
  readonly paidSegments?: readonly object[];
  readonly texts?: readonly object[];
  readonly title?: string;
  readonly by?: Owner;
}

let videoCount = 0;

/** A job that has just ended with these brands. */
async function analysed(
  brands: readonly BrandResult[],
  { video, tags, publishedAt, paidSegments, texts, title, by = owner }: VideoFields = {},
): Promise<string> {
  videoCount += 1;
  const { job_id: jobId } = await by.job({
    url: `https://www.youtube.com/watch?v=${video ?? `a${String(videoCount).padStart(10, '0')}`}`,
    capabilities: ['brands', 'metadata'],
    ...(tags && { tags }),
  });
  const published_at = (publishedAt ?? subject.domain.now()).toISOString();
  const results = {
    brands,
    metadata: { author: null, author_url: null, published_at },
    ...(paidSegments && { paid_segments: paidSegments }),
    ...(texts && { on_screen_text: texts }),
    meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
  } as unknown as Results;
  await subject.worker.complete(jobId, results, title);
  return jobId;
}

const base = (): string => `http://127.0.0.1:${receiver.port}`;
const hook = (path: string) => ({ type: 'webhook', address: `${base()}${path}` });

let alertCount = 0;

async function alertFor(condition: object, fields: object = {}): Promise<Json> {
  alertCount += 1;
  const entry = { name: `Alert ${alertCount}`, condition, targets: [hook('/hook')], ...fields };
  return accepted(await owner.post('/v1/alerts', entry), 201);
}

const appears = (...brands: string[]) => ({ type: 'appears', brands });

const matchesOf = async ({ alert_id: id }: Json): Promise<Json[]> =>
  accepted(await owner.get(`/v1/alerts/${id}/matches`), 200);

const bodies = (path = '/hook'): Json[] =>
  receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));

const received = (count: number, path = '/hook'): Promise<void> =>
  waitFor(() => assert.equal(bodies(path).length, count));

/** Lets hours pass for messages that wait, and waits until they are sent. */
const later = <T>(ms: number, work: () => Promise<T>): Promise<T> =>
  subject.clock.ahead(ms, async () => {
    await subject.sweep('alerts');
    return work();
  });

describe('An alert', () => {
  test('tells of a brand within a minute, signed, with a proof, once for each video', async () => {
    const alert = await alertFor(appears('Acme'));
    const begin = performance.now();
    const jobId = await analysed([seen('ACME', 4), seen('Globex', 9)], {
      video: 'once0000000',
      title: 'Shoes <b>',
    });
    await received(1);
    const seconds = (performance.now() - begin) / 1000;
    assert.ok(seconds < 60, `${seconds} s from the end of the job to the delivery`);

    const [{ headers, body }] = receiver.received as [Json];
    const event = (await verifyWebhook(body, headers, owner.webhookSecret)) as Json;
    assert.equal(event.event, 'alert.matched');
    assert.equal(event.alert_id, alert.alert_id);
    assert.deepEqual(event.matches, [
      {
        job_id: jobId,
        title: 'Shoes <b>',
        brand: 'Acme',
        brands: ['Acme'],
        seconds: 4,
        moment: 10,
        frame_url: '/v1/frames/job_0/ACME.jpg',
      },
    ]);

    await analysed([seen('Acme', 6)], { video: 'once0000000' });
    await analysed([seen('Globex', 6)]);
    await idle();
    const matches = await matchesOf(alert);
    assert.deepEqual(
      matches.map(({ job_id }) => job_id),
      [jobId],
    );
    const [{ deliveries, sent_at: sentAt }] = matches as [Json];
    assert.ok(sentAt);
    assert.deepEqual(
      deliveries.map(({ status, attempts, type }: Json) => [status, attempts, type]),
      [['delivered', 1, 'webhook']],
    );
    assert.equal(bodies().length, 1);

    // The job is gone with its match, and its video is still not told again.
    accepted(await owner.delete(`/v1/jobs/${jobId}`), 204);
    assert.deepEqual(await matchesOf(alert), []);
    await analysed([seen('Acme', 6)], { video: 'once0000000' });
    await idle();
    assert.equal(bodies().length, 1);
  });

  test('counts seconds, sources, pairs and paid segments', async () => {
    const long = await alertFor({ ...appears('Acme', 'Globex'), min_seconds: 5 });
    const heard = await alertFor({ ...appears('Acme'), source: 'said' });
    const pair = await alertFor({ type: 'together', brands: ['Acme', 'Globex'] });
    const paid = await alertFor({ type: 'paid', brands: ['Acme'] });

    const disclosure = { paid: 'paid', disclosed: true, paid_seconds: 4, signs: [] };
    const short = await analysed([seen('Acme', 4), said('Globex', 3)]);
    const both = await analysed([seen('Acme', 6), seen('Globex', 3, 14)]);
    const sponsored = await analysed(
      [{ ...seen('Acme', 2), disclosure } as unknown as BrandResult, said('acme', 20)],
      { paidSegments: [{ start: 11, end: 30, brand: 'Acme' }] },
    );
    await idle();

    const found = async (alert: Json) =>
      (await matchesOf(alert)).map((match) => [match.job_id, match.seconds, match.moment]);
    assert.deepEqual(await found(long), [[both, 6, 10]]);
    assert.deepEqual(await found(heard), [[sponsored, 0, 20]]);
    assert.deepEqual(await found(pair), [[both, 2, 14]]);
    assert.deepEqual(await found(paid), [[sponsored, 1, 11]]);
    assert.ok(short);
  });

  test('knows other names of a brand, brand sets, and only the videos that it is about', async () => {
    const library = { name: 'X Corp', aliases: ['Twitter'] };
    accepted(await owner.post('/v1/brands', library), 201);
    const rivals = { name: 'Networks', own: 'X Corp', brands: ['Mastodon'] };
    const set = accepted(await owner.post('/v1/brand-sets', rivals), 201);
    const campaign = accepted(
      await owner.post('/v1/campaigns', { name: 'Summer', videos: { tags: ['summer'] } }),
      201,
    );
    const condition = { type: 'appears', brand_set_id: set.brand_set_id };
    const alert = await alertFor(condition, { campaign_id: campaign.campaign_id });

    await analysed([seen('Twitter', 4)]);
    const jobId = await analysed([seen('Twitter', 4)], { tags: ['summer'] });
    await idle();
    assert.deepEqual(
      (await matchesOf(alert)).map(({ job_id, brand }) => [job_id, brand]),
      [[jobId, 'X Corp']],
    );

    // Without its campaign it finds nothing rather than everything, and says so.
    accepted(await owner.delete(`/v1/campaigns/${campaign.campaign_id}`), 204);
    await analysed([seen('Twitter', 4)], { tags: ['summer'] });
    await idle();
    assert.equal((await matchesOf(alert)).length, 1);
    const read = accepted(await owner.get(`/v1/alerts/${alert.alert_id}`), 200);
    assert.match(read.problem, /campaign/);
  });

  test('tells when a rival passes, not when it only leads', async () => {
    // In the middle of a week, so that all videos are in the running one.
    await analysed([seen('Hooli', 5), seen('Pied Piper', 20)]);
    const alert = await alertFor({
      type: 'passed',
      brand: 'Initech',
      rivals: ['Umbrella', 'Pied Piper'],
      by: 'seen_seconds',
    });
    await analysed([seen('Umbrella', 5)]);
    await idle();
    assert.deepEqual(await matchesOf(alert), [], 'the rival led from the start');

    await analysed([seen('Initech', 8)]);
    await idle();
    const jobId = await analysed([seen('Umbrella', 7)], { title: 'The turn' });
    await idle();
    assert.deepEqual(
      (await matchesOf(alert)).map((match) => [match.job_id, match.brands, match.seconds]),
      [[jobId, ['Umbrella', 'Initech'], 12]],
    );

    const condition = {
      type: 'passed',
      brand: 'Initech',
      rivals: ['Umbrella'],
      by: 'seen_seconds',
    };
    const preview = accepted(await owner.post('/v1/alerts/preview', { condition }), 200);
    assert.deepEqual([preview.matches, preview.findings[0].job_id], [1, jobId]);
  });

  test('at the turn of a week tells of Sunday that is analysed on Monday, and begins Monday anew', async () => {
    const now = subject.domain.now();
    const daysSinceMonday = (now.getUTCDay() + 6) % 7;
    const monday = Math.floor(now.getTime() / dayMs) * dayMs - daysSinceMonday * dayMs;
    const sunday = new Date(monday - hourMs);
    await analysed([seen('Stark', 8), seen('Wayne', 5)], { publishedAt: sunday });
    const alert = await alertFor({
      type: 'passed',
      brand: 'Stark',
      rivals: ['Wayne'],
      by: 'seen_seconds',
    });

    // Of the new week it is the first video, so nobody is passed by it.
    await analysed([seen('Wayne', 7)], { publishedAt: now });
    await idle();
    assert.deepEqual(await matchesOf(alert), []);

    const late = await analysed([seen('Wayne', 6)], { publishedAt: sunday });
    await idle();
    assert.deepEqual(
      (await matchesOf(alert)).map((match) => [match.job_id, match.seconds]),
      [[late, 11]],
    );

    // Two weeks later, Sunday is in no week that is looked at.
    await subject.clock.ahead(14 * dayMs, async () => {
      await analysed([seen('Stark', 60)], { publishedAt: sunday });
      await analysed([seen('Wayne', 90)], { publishedAt: sunday });
      await idle();
    });
    assert.equal((await matchesOf(alert)).length, 1);
  });

  test('goes on under the new name of a brand that is renamed in between', async () => {
    const entry = accepted(await owner.post('/v1/brands', { name: 'Datsun' }), 201);
    const alert = await alertFor(appears('Datsun'));
    const first = await analysed([seen('Datsun', 4)]);
    await received(1);

    const renamed = { name: 'Nissan', aliases: ['Datsun'] };
    const path = `/v1/brands/${entry.brand_id}`;
    accepted(await owner.call('PUT', path, { json: renamed }), 200);
    const second = await analysed([seen('Nissan', 4)]);
    await received(2);
    assert.deepEqual(
      (await matchesOf(alert)).map(({ job_id, brand }) => [job_id, brand]),
      [
        [second, 'Nissan'],
        [first, 'Datsun'],
      ],
    );
    const read = accepted(await owner.get(`/v1/alerts/${alert.alert_id}`), 200);
    assert.deepEqual([read.problem, read.condition.brands], [null, ['Datsun']]);
  });

  test('compares nothing as long as trends lack earlier videos', async () => {
    const first = await analysed([seen('Wonka', 100), seen('Gringotts', 5)]);
    await idle();
    const condition = {
      type: 'passed',
      brand: 'Wonka',
      rivals: ['Gringotts'],
      by: 'seen_seconds',
    };
    const alert = await alertFor(condition);
    const { db } = subject.domain;

    // As a restore from a backup of an earlier release leaves it.
    await db.query('delete from trend_videos where job_id = $1', [first]);
    await db.query('delete from job_exposures where job_id = $1', [first]);
    await db.query('insert into trend_gaps values ($1)', [owner.tenantId]);
    await analysed([seen('Gringotts', 2)]);
    await idle();
    assert.deepEqual(await matchesOf(alert), []);
    const preview = accepted(await owner.post('/v1/alerts/preview', { condition }), 200);
    assert.equal(preview.complete, false);

    const { signal } = new AbortController();
    await fillExposures(subject.domain, { signal, onError: (error) => assert.fail(String(error)) });
    await analysed([seen('Gringotts', 3)]);
    await idle();
    assert.deepEqual(await matchesOf(alert), [], 'it was ahead all the time');
    const turn = await analysed([seen('Gringotts', 200)]);
    await idle();
    assert.deepEqual(
      (await matchesOf(alert)).map(({ job_id }) => job_id),
      [turn],
    );
  });

  test('that cannot be checked leaves the others of its workspace alone', async () => {
    const hours = { quiet_hours: { start: '00:00', end: '23:59' } };
    const broken = await alertFor(appears('Globex'), { name: 'A', ...hours });
    const sound = await alertFor(appears('Globex'), { name: 'B' });
    const days = { videos: { since: '2020-01-01' } };
    const brokenToo = await alertFor(appears('Globex'), { name: 'C', ...days });
    const soundToo = await alertFor(appears('Globex'), { name: 'D' });
    // An earlier release took this time zone.
    await subject.domain.db.query(`update alerts set time_zone = 'IST' where id = any($1)`, [
      [broken.alert_id, brokenToo.alert_id],
    ]);

    const jobId = await analysed([seen('Globex', 4)]);
    await waitFor(async () => {
      for (const alert of [sound, soundToo])
        assert.deepEqual(
          (await matchesOf(alert)).map(({ job_id }) => job_id),
          [jobId],
        );
    });

    // With a zone that exists, the next try finds the video.
    await subject.domain.db.query(
      `update alerts set time_zone = 'Asia/Kolkata' where id = any($1)`,
      [[broken.alert_id, brokenToo.alert_id]],
    );
    await waitFor(async () => assert.equal((await matchesOf(broken)).length, 1));
    assert.equal((await matchesOf(sound)).length, 1);
  });

  test('that is removed while a message is delivered is gone, without an error', async () => {
    const path = '/slow';
    const alert = await alertFor(appears('Acme'), { targets: [hook(path)] });
    await analysed([seen('Acme', 4)]);
    await waitFor(async () => assert.ok((await matchesOf(alert))[0]?.sent_at));

    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    holds.set(path, held);
    await analysed([seen('Acme', 4)]);
    await received(2, path);
    const { db } = subject.domain;
    const waits = (count: number) =>
      waitFor(async () => assert.ok((await waitingConnections(db)) >= count));

    let removal: ReturnType<Owner['delete']> | undefined;
    await db.transaction(async (tx) => {
      await tx.query(`select 1 from alert_deliveries where status = 'delivered' for update`);
      removal = owner.delete(`/v1/alerts/${alert.alert_id}`);
      await waits(1);
      answer();
      await waits(2);
      // The delivery has looked for a deadlock by then (deadlock_timeout, 1 s), so that only the removal would find it.
      await setTimeout(1200);
    });
    assert.ok(removal);
    accepted(await removal, 204);
    holds.clear();
    refused(await owner.get(`/v1/alerts/${alert.alert_id}`), 404, 'NOT_FOUND');
  });

  test('of which nothing came for a week has no matches and sends nothing', async () => {
    const alert = await alertFor(appears('Nowhere'));
    await analysed([seen('Acme', 4)]);
    await idle();
    await later(7 * 24 * hourMs, idle);
    assert.deepEqual(await matchesOf(alert), []);
    assert.equal(receiver.received.length, 0);
    const read = accepted(await owner.get(`/v1/alerts/${alert.alert_id}`), 200);
    assert.deepEqual([read.matches_last_week, read.last_match_at, read.problem], [0, null, null]);
  });
});

describe('A correction', () => {
  const rename = (jobId: string, name: string, newName: string) =>
    owner.post(`/v1/jobs/${jobId}/corrections`, {
      kind: 'rename',
      target: 'brand',
      name,
      new_name: newName,
    });

  test('withdraws what it makes wrong, without a message; the next one says so', async () => {
    const alert = await alertFor(appears('Acme'));
    const jobId = await analysed([seen('Acme', 4)]);
    await received(1);
    await waitFor(async () => assert.ok((await matchesOf(alert))[0].sent_at));

    const correction = accepted(await rename(jobId, 'Acme', 'Ajax'), 201);
    await waitFor(async () => assert.ok((await matchesOf(alert))[0].withdrawn_at));
    await idle();
    assert.equal(bodies().length, 1);

    await analysed([seen('Acme', 3)]);
    await received(2);
    const [, event] = bodies();
    assert.equal(event.matches.length, 1);
    assert.deepEqual(
      event.withdrawn.map(({ job_id }: Json) => job_id),
      [jobId],
    );

    // Undone, it is right again, and nobody is told twice.
    const path = `/v1/jobs/${jobId}/corrections/${correction.correction_id}`;
    accepted(await owner.delete(path), 204);
    await waitFor(async () => assert.equal((await matchesOf(alert)).at(-1).withdrawn_at, null));
    await idle();
    assert.equal(bodies().length, 2);
  });

  test('of many videos leaves room in the next message for what it found', async () => {
    const targets = [{ type: 'slack', address: `${base()}/slack/many` }];
    const alert = await alertFor(appears('Acme'), { targets, digest_above: 100 });
    const jobIds: string[] = [];
    for (let count = 0; count < 11; count += 1) jobIds.push(await analysed([seen('Acme', 4)]));
    await received(jobIds.length, '/slack/many');
    await waitFor(async () =>
      assert.ok((await matchesOf(alert)).every(({ sent_at: sentAt }) => sentAt !== null)),
    );

    for (const jobId of jobIds) accepted(await rename(jobId, 'Acme', 'Ajax'), 201);
    await waitFor(async () =>
      assert.ok((await matchesOf(alert)).every(({ withdrawn_at: at }) => at !== null)),
    );
    const newJobId = await analysed([seen('Acme', 3)]);
    await received(jobIds.length + 1, '/slack/many');

    const linkedJobs = (bodies('/slack/many').at(-1).blocks as Json[])
      .map(({ text }) => /\/jobs\/(\w+)/.exec(text?.text ?? '')?.[1])
      .filter((jobId) => jobId !== undefined);
    assert.deepEqual(linkedJobs, [newJobId, ...jobIds.slice(0, 5)]);
  });

  test('lets an alert find a video that it had not found, once', async () => {
    const alert = await alertFor(appears('Soylent'));
    const jobId = await analysed([seen('Soilent', 4)]);
    await idle();
    accepted(await rename(jobId, 'Soilent', 'Soylent'), 201);
    await received(1);
    assert.equal((await matchesOf(alert)).length, 1);
  });

  test('of the day of a video lets an alert on a campaign of these days find it, once', async () => {
    const videos = { since: '2024-05-01', until: '2024-05-31' };
    const campaign = accepted(await owner.post('/v1/campaigns', { name: 'May', videos }), 201);
    const alert = await alertFor(appears('Initech'), { campaign_id: campaign.campaign_id });
    const jobId = await analysed([seen('Initech', 4)]);
    await idle();
    assert.equal((await matchesOf(alert)).length, 0);

    const set = { json: { published_at: '2024-05-17' } };
    accepted(await owner.call('PUT', `/v1/jobs/${jobId}/audience`, set), 200);
    await received(1);
    assert.equal((await matchesOf(alert)).length, 1);
  });

  test('of a recount lets an alert find a video too, and its undoing withdraws that', async () => {
    const alert = await alertFor(appears('Alpro'));
    const line = { text: 'ALPRO', start: 2, end: 6, bounding_box: box, confidence: 0.96 };
    const jobId = await analysed([seen('Acme', 4)], { texts: [line] });
    const entry = accepted(await owner.post('/v1/brands', { name: 'Alpro' }), 201);
    const path = `/v1/brands/${entry.brand_id}/recount`;
    const recountAll = () => waitFor(async () => assert.equal(await recountNext(), undefined));
    await idle();
    assert.deepEqual(await matchesOf(alert), []);

    accepted(await owner.post(path), 200);
    await recountAll();
    await received(1);
    const matches = await matchesOf(alert);
    assert.deepEqual(
      matches.map(({ job_id }) => job_id),
      [jobId],
    );
    assert.equal(matches[0].withdrawn_at, null);

    accepted(await owner.delete(path), 200);
    await recountAll();
    await waitFor(async () => assert.ok((await matchesOf(alert))[0].withdrawn_at));
  });
});

/** Goes on with one recount; undefined if there is none. */
const recountNext = () => recountSome(libraryDeps(subject.domain), '');

describe('Messages', () => {
  test('of quiet hours are sent together at their end', async () => {
    const now = subject.domain.now();
    const timeOf = (ms: number) => new Date(now.getTime() + ms).toISOString().slice(11, 16);
    const quiet = { start: timeOf(-hourMs), end: timeOf(2 * hourMs) };
    const alert = await alertFor(appears('Acme'), { quiet_hours: quiet });
    await analysed([seen('Acme', 4)]);
    await analysed([seen('Acme', 5)]);
    await idle();
    assert.equal(bodies().length, 0);
    const [match] = await matchesOf(alert);
    assert.equal(match.sends_at.slice(11, 16), quiet.end);

    await later(3 * hourMs, () => received(1));
    assert.equal(bodies()[0].matches.length, 2);
  });

  test('become a digest where many come', async () => {
    const alert = await alertFor(appears('Acme'), { digest_above: 2 });
    for (let index = 0; index < 5; index += 1) {
      await analysed([seen('Acme', 4)]);
      await idle();
    }
    assert.equal(bodies().length, 2);
    await later(2 * hourMs, () => received(3));
    assert.deepEqual(
      bodies().map(({ matches }) => matches.length),
      [1, 1, 3],
    );
    assert.equal((await matchesOf(alert)).length, 5);
  });

  test('of a hundred videos at once are one for the first, and one for all others', async () => {
    const targets = [hook('/hook'), { type: 'slack', address: `${base()}/slack/hundred` }];
    const alert = await alertFor(appears('Acme'), { digest_above: 1, targets });
    const jobIds: string[] = [];
    for (let count = 0; count < 100; count += 1) jobIds.push(await analysed([seen('Acme', 4)]));
    await idle();
    await later(2 * hourMs, async () => {
      await received(2);
      await received(2, '/slack/hundred');
    });

    const told = bodies().flatMap(({ matches }) => matches.map(({ job_id }: Json) => job_id));
    assert.deepEqual(told.toSorted(), jobIds.toSorted());
    const { blocks } = bodies('/slack/hundred').at(-1);
    assert.match(blocks.at(-1).elements[0].text, /^89 more videos are in the list of the alert/);
    assert.equal((await matchesOf(alert)).length, 20, 'a page of the list');
  });

  test('have the forms of Slack and Teams, and their addresses are secrets', async () => {
    const alert = await alertFor(appears('A*c<me'), {
      name: 'Rivals & <friends>',
      targets: [
        { type: 'slack', address: `${base()}/slack/T0/B0/secret1234` },
        { type: 'teams', address: `${base()}/teams/secret5678` },
      ],
    });
    const shown = alert.targets.map(({ address }: Json) => address);
    assert.deepEqual(shown, [`${base()}/…1234`, `${base()}/…5678`]);
    const jobId = await analysed([seen('A*c<me', 4)], {
      title: 'A [title](https://evil.test) <!here>',
    });
    await received(1, '/slack/T0/B0/secret1234');
    await received(1, '/teams/secret5678');

    const [slack] = bodies('/slack/T0/B0/secret1234');
    assert.equal(slack.text, 'Alert “Rivals &amp; &lt;friends&gt;”');
    const link = /<(http[^|]+)\|/.exec(slack.blocks[1].text.text)?.[1] ?? '';
    assert.ok(link.endsWith(`/jobs/${jobId}?t=10`), link);
    assert.deepEqual(slack.blocks.slice(0, 2), [
      { type: 'header', text: { type: 'plain_text', text: 'Alert “Rivals & <friends>”' } },
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: `*<${link}|A [title](https://evil.test) &lt;!here&gt;>*\nA∗c&lt;me, 4.0 s, at 0:10`,
        },
      },
    ]);

    const [teams] = bodies('/teams/secret5678');
    assert.equal(teams.type, 'message');
    const [{ contentType, content }] = teams.attachments;
    assert.equal(contentType, 'application/vnd.microsoft.card.adaptive');
    assert.deepEqual([content.type, content.version], ['AdaptiveCard', '1.4']);
    assert.match(content.body[1].text, /^\[A \\\[title\\\]\\\(https:\/\/evil.test\\\)/);
    assert.ok(content.body[1].text.includes(`](${link})`));

    const listed = JSON.stringify(await matchesOf(alert));
    assert.ok(!/secret/.test(listed), listed);
    // Saved again by their ids, the targets keep their addresses.
    const targets = alert.targets.map(({ type, target_id }: Json) => ({ type, target_id }));
    const entry = { name: alert.name, condition: alert.condition, targets };
    const path = `/v1/alerts/${alert.alert_id}`;
    accepted(await owner.call('PUT', path, { json: entry }), 200);
    await analysed([seen('A*c<me', 4)]);
    await received(2, '/teams/secret5678');
  });

  test('are not sent again to an address that answers 410, which is shown', async () => {
    answers.set('/gone', 410);
    const alert = await alertFor(appears('Acme'), { targets: [hook('/gone'), hook('/hook')] });
    await analysed([seen('Acme', 4)]);
    await received(1);
    await received(1, '/gone');
    await idle();
    await analysed([seen('Acme', 4)]);
    await received(2);
    await idle();
    assert.equal(bodies('/gone').length, 1);

    const path = `/v1/alerts/${alert.alert_id}`;
    const read = accepted(await owner.get(path), 200);
    assert.deepEqual(
      read.targets.map(({ off_reason: reason }: Json) => reason),
      ['answered 410', null],
    );

    answers.delete('/gone');
    const { name, condition } = alert;
    const entry = { name, condition, targets: [hook('/gone')] };
    const saved = accepted(await owner.call('PUT', path, { json: entry }), 200);
    assert.equal(saved.targets[0].off_reason, null);
    await analysed([seen('Acme', 4)]);
    await received(2, '/gone');
  });

  test('are tried again with the same id, and an example is sent at once', async () => {
    answers.set('/hook', 500);
    const alert = await alertFor(appears('Acme'));
    await analysed([seen('Acme', 4)]);
    await received(1);
    answers.delete('/hook');
    await received(2);
    const [first, second] = bodies();
    assert.equal(first.event_id, second.event_id);
    const [{ deliveries }] = (await matchesOf(alert)) as [Json];
    await waitFor(async () => {
      const [match] = await matchesOf(alert);
      assert.deepEqual(
        [match.deliveries[0].status, match.deliveries[0].attempts],
        ['delivered', 2],
      );
    });
    assert.equal(deliveries.length, 1);

    const tested = accepted(await owner.post(`/v1/alerts/${alert.alert_id}/test`), 202);
    assert.equal(tested.deliveries.length, 1);
    await received(3);
    assert.equal(bodies()[2].test, true);
    assert.equal((await matchesOf(alert)).length, 1);
  });
});

describe('Mail', () => {
  let ada: Person;
  const post = (path: string, json: object) => ada.visitor.post(`${ada.home}${path}`, json);
  const mailTo = (address: string) => ({
    name: `Mail to ${address}`,
    condition: appears('Acme'),
    targets: [{ type: 'mail', address }],
  });
  before(async () => {
    ada = await signUp(subject, 'Ada');
    const path = `/admin/v1/workspaces/${ada.workspaceId}`;
    accepted(
      await subject.operator.post(`${path}/credits`, { type: 'purchase', amount: 1000 }),
      201,
    );
    accepted(await subject.operator.patch(path, { plan: 'scale' }), 200);
  });

  /** `pictureOf` returns the address of a picture of the job. */
  async function analysedByAda(
    pictureOf: (jobId: string) => Promise<string | null> = async () => null,
  ): Promise<string> {
    videoCount += 1;
    const url = `https://www.youtube.com/watch?v=b${String(videoCount).padStart(10, '0')}`;
    const { job_id: jobId } = accepted(
      await post('/v1/jobs', { url, capabilities: ['brands'] }),
      202,
    );

    const picture = await pictureOf(jobId);
    const { appearances, ...brand } = seen('Acme', 4);
    const shown = appearances.map((appearance) => ({ ...appearance, frame_url: picture }));
    const meta = { fps_used: 1, frames_analyzed: 60, engines: {} };
    const results = { brands: [{ ...brand, appearances: shown }], meta } as unknown as Results;
    await subject.worker.complete(jobId, results, 'A video');
    return jobId;
  }

  test('goes only to members who have confirmed their address, and each can end it', async () => {
    refused(await post('/v1/alerts', mailTo('mallory@example.com')), 422, 'VALIDATION_FAILED');
    const unconfirmed = await post('/v1/alerts', mailTo('ada@example.com'));
    refused(unconfirmed, 422, 'VALIDATION_FAILED', 'not confirmed');
    await subject.domain.db.query(
      `update users set email_verified = true where email = 'ada@example.com'`,
    );

    accepted(await post('/v1/alerts', mailTo('ada@example.com')), 201);
    await analysedByAda();
    await waitFor(() => assert.equal(smtp.received.length, 1));
    const [{ to, raw, head }] = smtp.received as [Json];
    assert.deepEqual(to, ['ada@example.com']);
    assert.match(head, /List-Unsubscribe-Post: List-Unsubscribe=One-Click/);
    assert.match(raw, /jobs\/job_/);

    const link = /List-Unsubscribe: <[^>]+(\/mail\/unsubscribe\/[^>]+)>/.exec(head)?.[1];
    assert.ok(link, head);
    assert.match((await subject.stranger.get(link)).text, /Unsubscribe from the alert/);
    assert.equal((await subject.stranger.post(link)).status, 200);
    await analysedByAda();
    await idle();
    assert.equal(smtp.received.length, 1);
  });

  test('shows the pictures that prove it, of its own job alone and no more than fit', async () => {
    const entry = { ...mailTo('ada@example.com'), name: 'With pictures' };
    const { alert_id: id } = accepted(await post('/v1/alerts', entry), 201);
    const storage = await subject.storage();
    const putPicture = async (jobId: string, content: Buffer): Promise<string> => {
      await storage.put(storageKey('frames', ada.workspaceId, jobId, 'acme.jpg'), content);
      return `/v1/frames/${jobId}/acme.jpg`;
    };

    const picture = Buffer.from('the picture of a logo');
    const first = await analysedByAda((jobId) => putPicture(jobId, picture));
    await waitFor(() => assert.equal(smtp.received.length, 1));
    // Long lines of a mail end in `=` and go on in the next.
    const withPicture = (smtp.received[0]?.raw ?? '').replaceAll('=\r\n', '');
    assert.match(withPicture, new RegExp(`src=3D"cid:${first}"`));
    assert.match(withPicture, new RegExp(`Content-Id: <${first}>`, 'i'));
    assert.match(withPicture, /Content-Disposition: inline; filename=acme.jpg/);
    assert.ok(withPicture.includes(picture.toString('base64')));

    await analysedByAda(async () => `/v1/frames/${first}/acme.jpg`);
    await analysedByAda(async (jobId) => `/v1/frames/${jobId}/gone.jpg`);
    await analysedByAda((jobId) => putPicture(jobId, Buffer.alloc(2 * 2 ** 20)));
    await waitFor(() => assert.equal(smtp.received.length, 4));

    for (const { raw } of smtp.received.slice(1)) {
      assert.ok(!raw.replaceAll('=\r\n', '').includes('cid:'), raw.slice(0, 2000));
      assert.match(raw, /jobs\/job_/);
    }
    accepted(await ada.visitor.delete(`${ada.home}/v1/alerts/${id}`), 204);
  });

  test('waits while the mail server is away for a day', async () => {
    smtp.refuse({ code: 451, text: 'later' });
    const made = accepted(
      await post('/v1/alerts', { ...mailTo('ada@example.com'), name: 'Patient' }),
      201,
    );
    await analysedByAda();
    const path = `${ada.home}/v1/alerts/${made.alert_id}/matches`;
    const delivery = async () =>
      accepted(await ada.visitor.get(path), 200)[0]?.deliveries[0] as Json;
    await waitFor(async () => assert.ok((await delivery()).attempts >= 2));
    assert.match((await delivery()).error, /451/);

    await later(24 * hourMs, async () => {
      await waitFor(async () => assert.ok((await delivery()).attempts >= 3));
      smtp.refuse(null);
    });
    await later(26 * hourMs, () => waitFor(() => assert.equal(smtp.received.length, 1)));
    await waitFor(async () => assert.equal((await delivery()).status, 'delivered'));
  });
});

describe('Alerts', () => {
  test('are refused in words if they are wrong', async () => {
    const condition = appears('Acme');
    const wrong: [object, string][] = [
      [{ condition: { type: 'appears' } }, 'brands'],
      [{ condition: { type: 'appears', brands: ['A'], brand_set_id: 'set_0' } }, 'either'],
      [{ condition: { type: 'appears', brand_set_id: 'set_0' } }, 'brand_set_id'],
      [{ condition: { ...condition, source: 'said', min_seconds: 3 } }, 'min_seconds'],
      [{ condition: { type: 'together', brands: ['Acme', 'ACME'] } }, 'same'],
      [{ condition: { type: 'passed', brand: 'Acme', rivals: ['acme'] } }, 'rival'],
      [{ condition: appears(...Array.from({ length: 500 }, (_, i) => `B${i}`)) }, '50'],
      [{ campaign_id: 'cmp_0' }, 'campaign_id'],
      [{ videos: { follow_ids: ['fol_0'] } }, 'follow_ids'],
      [{ time_zone: '+02:00' }, 'time_zone'],
      [{ quiet_hours: { start: '22:00', end: '22:00' } }, 'quiet_hours'],
      [{ quiet_hours: { start: '24:00', end: '07:00' } }, 'start'],
      [{ digest_above: 0 }, 'digest_above'],
      [{ targets: [{ type: 'slack', address: 'ftp://example.com/' }] }, 'https'],
      [{ targets: [{ type: 'slack' }] }, 'address'],
      [{ targets: [hook('/a'), hook('/a')] }, 'twice'],
    ];
    for (const [fields, word] of wrong) {
      const entry = { name: 'Wrong', condition, targets: [], ...fields };
      const answer = await owner.post('/v1/alerts', entry);
      refused(answer, 422, 'VALIDATION_FAILED');
      assert.ok(answer.text.includes(word), `${word}: ${answer.text}`);
    }

    const free = await subject.owner('free');
    const entry = { name: 'Free', condition, targets: [hook('/hook')] };
    refused(await free.post('/v1/alerts', entry), 403, 'MODE_NOT_ALLOWED');
    accepted(await free.post('/v1/alerts', { ...entry, targets: [] }), 201);
  });

  test('are made, changed and tested only by a key that may also read results', async () => {
    const alert = await alertFor(appears('Acme'));
    const path = `/v1/alerts/${alert.alert_id}`;
    const entry = { name: 'By a key', condition: appears('Acme'), targets: [hook('/hook')] };
    const writer = await owner.limitedTo('jobs:write');
    for (const answer of [
      await writer.post('/v1/alerts', entry),
      await writer.call('PUT', path, { json: entry }),
      await writer.post(`${path}/test`),
    ])
      refused(answer, 403, 'INSUFFICIENT_SCOPE', 'jobs:read');

    const both = await owner.limitedTo('jobs:write', 'jobs:read');
    accepted(await both.call('PUT', path, { json: entry }), 200);
    accepted(await both.post(`${path}/test`), 202);
    accepted(await writer.delete(path), 204);
  });

  test('of another workspace are neither shown nor told of its videos', async () => {
    const alert = await alertFor(appears('Acme'));
    const path = `/v1/alerts/${alert.alert_id}`;
    refused(await stranger.get(path), 404, 'NOT_FOUND');
    refused(await stranger.get(`${path}/matches`), 404, 'NOT_FOUND');
    refused(await stranger.post(`${path}/test`), 404, 'NOT_FOUND');
    refused(await stranger.delete(path), 404, 'NOT_FOUND');
    await analysed([seen('Acme', 4)], { by: stranger });
    await idle();
    assert.deepEqual(await matchesOf(alert), []);
  });

  test('are previewed on videos that were there before', async () => {
    const jobId = await analysed([seen('Vandelay', 4)]);
    const entry = { condition: appears('vandelay') };
    const preview = accepted(await owner.post('/v1/alerts/preview', entry), 200);
    assert.deepEqual(
      [preview.matches, preview.complete, preview.findings[0].job_id],
      [1, true, jobId],
    );
    const alert = await alertFor(appears('Vandelay'));
    await idle();
    assert.deepEqual(await matchesOf(alert), [], 'only jobs that end later count');
  });
});
