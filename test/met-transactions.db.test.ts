/**
 * Calls that meet others halfway: what they need is removed before they are done, or both lock the same rows in another
 * order. None of them may answer with an error of the database.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import type { Queryable } from '../server/src/db/database.ts';
import { insertParts, takeParts } from '../server/src/db/jobs/job-parts.ts';
import { keepTrends } from '../server/src/db/trends/trend-facts.ts';
import { databaseKind } from '../server/testing/database.ts';
import { brand } from '../server/testing/exported.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { waitingConnections } from '../server/testing/waiting-connections.ts';
import {
  type Answer,
  accepted,
  type Owner,
  type Subject,
  startSubject,
  videoUrl,
} from './interface/subject.ts';

const target = { type: 'webhook', address: 'http://127.0.0.1:9/hook' };
const otherTarget = { type: 'webhook', address: 'http://127.0.0.1:9/other' };
const condition = { type: 'appears', brands: ['Sony'] };
const results = {
  brands: [brand('Sony', [[1, 3]])],
  transcript: [{ start: 0, end: 2, text: 'Buy a Sony' }],
  meta: { fps_used: 1, frames_analyzed: 60, engines: {} },
} as unknown as Results;

type Send = (method: string, path: string, json?: unknown) => Promise<Answer>;
type Call = readonly [method: string, path: string, json?: unknown];

interface Removed {
  /** Makes the thing; returns the path at which it is removed. */
  readonly make: (send: Send) => Promise<string>;
  /** Calls that need the thing. */
  readonly calls: (path: string) => readonly Call[];
}

const made = async (send: Send, path: string, json: unknown, id: string): Promise<string> =>
  `${path}/${accepted(await send('POST', path, json), 201)[id]}`;

const idIn = (path: string): string => path.split('/').at(-1) ?? '';

const alert = { name: 'An alert', condition, targets: [target] };
const brandEntry = { name: 'Sony', aliases: ['Soni'] };
const brandSet = { name: 'A set', brands: ['Sony'] };
const campaign = { name: 'A campaign', videos: { tags: ['spring'] } };
const schedule = {
  name: 'Weekly',
  every: { period: 'week', weekday: 'monday', hour: 8 },
  time_zone: 'UTC',
};
const follow = {
  name: 'Channel',
  source: 'https://www.youtube.com/@reelsight',
  capabilities: ['transcription'],
};
const preset = { name: 'A preset', capabilities: ['summary'] };

const removedThings: Readonly<Record<string, Removed>> = {
  'an alert': {
    make: (send) => made(send, '/v1/alerts', alert, 'alert_id'),
    calls: (path) => [
      ['PUT', path, { ...alert, targets: [target, otherTarget] }],
      ['POST', `${path}/test`],
      ['POST', '/v1/alerts', alert],
    ],
  },
  'a brand of the library': {
    make: (send) => made(send, '/v1/brands', brandEntry, 'brand_id'),
    calls: (path) => [
      ['PUT', path, brandEntry],
      ['POST', `${path}/recount`],
      ['DELETE', `${path}/recount`],
      ['POST', '/v1/brands', brandEntry],
    ],
  },
  'a brand set': {
    make: (send) => made(send, '/v1/brand-sets', brandSet, 'brand_set_id'),
    calls: (path) => [
      ['PUT', path, brandSet],
      ['POST', '/v1/campaigns', { ...campaign, name: 'Of it', brand_set_id: idIn(path) }],
      ['POST', '/v1/report-schedules', { ...schedule, name: 'Of it', brand_set_id: idIn(path) }],
      ['POST', '/v1/brand-sets', brandSet],
    ],
  },
  'a campaign': {
    make: (send) => made(send, '/v1/campaigns', campaign, 'campaign_id'),
    calls: (path) => [
      ['PUT', path, campaign],
      ['POST', '/v1/report-schedules', { ...schedule, name: 'Of that', campaign_id: idIn(path) }],
      ['POST', '/v1/alerts', { ...alert, name: 'Of it', campaign_id: idIn(path) }],
      ['POST', '/v1/campaigns', campaign],
    ],
  },
  'a schedule': {
    make: (send) => made(send, '/v1/report-schedules', schedule, 'schedule_id'),
    calls: (path) => [
      ['PUT', path, schedule],
      ['POST', `${path}/run`],
      ['POST', '/v1/report-schedules', schedule],
    ],
  },
  'a Follow': {
    make: (send) => made(send, '/v1/follows', follow, 'follow_id'),
    calls: (path) => [
      ['PATCH', path, { status: 'paused' }],
      ['POST', `${path}/runs`, { backfill: 1 }],
      ['POST', '/v1/alerts', { ...alert, name: 'Of that', videos: { follow_ids: [idIn(path)] } }],
    ],
  },
  'a preset': {
    make: (send) => made(send, '/v1/presets', preset, 'preset_id'),
    calls: (path) => [
      ['PATCH', path, { name: 'Renamed' }],
      ['POST', '/v1/presets', preset],
      ['POST', '/v1/jobs', { url: videoUrl, preset: preset.name }],
    ],
  },
  'a job': {
    make: async () => `/v1/jobs/${await completed()}`,
    calls: (path) => [
      ['POST', `${path}/shares`, { parts: ['brands'], expires_in_days: 3 }],
      ['POST', `${path}/clips`, { brand: 'Sony', format: 'mp4' }],
      ['POST', `${path}/corrections`, { kind: 'dismiss', target: 'brand', name: 'Sony' }],
      ['PUT', `${path}/transcript/segments/0`, { text: 'Buy it', revision: 0 }],
      ['PUT', `${path}/speakers/0`, { name: 'Ada', revision: 0 }],
      ['PUT', `${path}/audience`, { views: 3 }],
      ['PATCH', path, { tags: ['spring'] }],
      ['POST', '/v1/reports', { job_ids: [idIn(path)] }],
      ['POST', '/v1/exposure', { job_ids: [idIn(path)] }],
      ['POST', '/v1/jobs', { url: videoUrl, capabilities: ['summary'], from_job: idIn(path) }],
      ['GET', `${path}?corrected=true`],
      ['GET', `${path}/exports/srt`],
      ['GET', `${path}/exposure`],
    ],
  },
};

let subject: Subject;
let owner: Owner;

const send: Send = (method, path, json) => owner.call(method, path, { json });

async function completed(): Promise<string> {
  const { job_id: id } = await owner.job({ capabilities: ['brands', 'transcription'] });
  await subject.worker.complete(id, results);
  return id;
}

describe('A call that meets another', { skip: databaseKind === 'pglite' }, () => {
  before(async () => {
    subject = await startSubject({
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      REELSIGHT_COSTLY_CALLS_PER_MINUTE: '6000',
      REELSIGHT_COSTLY_CALLS_BURST: '1000',
    });
    owner = await subject.owner('scale', 100_000);
  });
  after(() => subject.close());

  /** Removes the thing, and makes the call when it is removed but nobody can see that yet. */
  async function removedMeanwhile(path: string, call: Call): Promise<Answer> {
    let removal: Promise<Answer> | undefined;
    let answer: Promise<Answer> | undefined;
    await subject.domain.db.transaction(async (tx) => {
      // Every removal is written down last.
      await tx.query('lock table audit in share row exclusive mode');
      removal = owner.delete(path);
      await waitFor(async () => assert.ok((await waitingConnections(tx)) > 0));
      const waiting = await waitingConnections(tx);
      let isAnswered = false;
      answer = send(...call);
      void answer.then(() => {
        isAnswered = true;
      });
      await waitFor(async () => assert.ok(isAnswered || (await waitingConnections(tx)) > waiting));
    });
    assert.ok(removal && answer);
    accepted(await removal, 204);
    return answer;
  }

  for (const [name, { make, calls }] of Object.entries(removedThings))
    test(`while ${name} is removed answers as if it were there, or gone`, async () => {
      const count = calls('').length;
      for (let index = 0; index < count; index += 1) {
        const path = await make(send);
        const call = calls(path)[index] as Call;
        const { status, text } = await removedMeanwhile(path, call);
        assert.ok(status < 500, `${call[0]} ${call[1]}: ${text}`);
      }
    });

  interface Named {
    readonly make: (name: string) => Promise<string>;
    /** Calls that name the thing; the last argument is the path of a schedule. */
    readonly calls: (id: string, schedulePath: string) => readonly Call[];
  }

  const namedThings: Readonly<Record<string, Named>> = {
    'a campaign': {
      make: (name) => made(send, '/v1/campaigns', { ...campaign, name }, 'campaign_id'),
      calls: (id, schedulePath) => [
        ['POST', '/v1/report-schedules', { ...schedule, name: 'Late', campaign_id: id }],
        ['PUT', schedulePath, { ...schedule, name: 'Changed', campaign_id: id }],
        ['POST', '/v1/alerts', { ...alert, name: 'Late', campaign_id: id }],
      ],
    },
    'a brand set': {
      make: (name) => made(send, '/v1/brand-sets', { ...brandSet, name }, 'brand_set_id'),
      calls: (id, schedulePath) => {
        const ofSet = { type: 'appears', brand_set_id: id };
        return [
          ['POST', '/v1/report-schedules', { ...schedule, name: 'Later', brand_set_id: id }],
          ['PUT', schedulePath, { ...schedule, name: 'Changed again', brand_set_id: id }],
          ['POST', '/v1/campaigns', { ...campaign, name: 'Later', brand_set_id: id }],
          ['POST', '/v1/alerts', { ...alert, name: 'Later', condition: ofSet }],
        ];
      },
    },
  };

  for (const [name, { make, calls }] of Object.entries(namedThings))
    test(`that names ${name} while it is removed is refused`, async () => {
      const former = { ...schedule, name: `Before ${name}` };
      const schedulePath = await made(send, '/v1/report-schedules', former, 'schedule_id');
      const count = calls('', '').length;

      for (let index = 0; index < count; index += 1) {
        const path = await make(`Named ${index}`);
        const call = calls(idIn(path), schedulePath)[index] as Call;
        const { status, text } = await removedMeanwhile(path, call);
        assert.equal(status, 422, `${call[0]} ${call[1]}: ${text}`);
        assert.match(text, /campaign_id|brand_set_id/);
      }
    });

  /** Lets two callers hold what the other one waits for: each stops at a row that this transaction holds. */
  async function crossed<T>(
    hold: (tx: Queryable) => Promise<unknown>,
    begin: readonly (() => Promise<T>)[],
  ): Promise<T[]> {
    const callers: Promise<T>[] = [];
    await subject.domain.db.transaction(async (tx) => {
      await hold(tx);
      for (const [index, call] of begin.entries()) {
        callers.push(call());
        await waitFor(async () => assert.equal(await waitingConnections(tx), index + 1));
      }
    });
    return Promise.all(callers);
  }

  const deadlocks = async (): Promise<number> => {
    const { db } = subject.domain;
    // A server tells of its counts with a delay, unless the connection ends.
    await db.query('select pg_stat_force_next_flush()');
    const [row] = await db.query<{ deadlocks: number }>(
      'select deadlocks from pg_stat_database where datname = current_database()',
    );
    return row?.deadlocks ?? 0;
  };

  test('over the same uploads in another order waits for it', async () => {
    const keys = [];
    for (let count = 0; count < 4; count += 1) keys.push(await owner.upload());
    const [first, second, third, fourth] = keys.toSorted() as [string, string, string, string];
    const batch = (...order: string[]) =>
      send('POST', '/v1/batch', {
        uploads: order.map((key) => ({ key, filename: 'a.mp4', duration_seconds: 60 })),
        capabilities: ['transcription'],
      });
    const before = await deadlocks();

    const answers = await crossed(
      (tx) =>
        tx.query('select 1 from uploads where key = any($1) order by key for update', [
          [second, third],
        ]),
      [() => batch(first, second, fourth), () => batch(fourth, third, first)],
    );

    for (const answer of answers) accepted(answer, 202);
    assert.equal(await deadlocks(), before);
  });

  test('that cancels a job while its parts are claimed waits for that', async () => {
    const { db } = subject.domain;
    const { job_id: id } = await owner.job();
    assert.equal(await subject.worker.ingest(await subject.worker.claim(id), 60), 'go');
    const numbers = [901, 902, 903, 904];
    const parts = numbers.map((number) => ({
      job_id: id,
      number,
      kind: 'sight',
      queue: 'see',
      first_cell: 0,
      last_cell: 0,
      start_seconds: 0,
      end_seconds: 1,
      state: 'waiting' as const,
      task_id: randomUUID(),
      // The index of waiting parts begins with the last one.
      priority: number,
    }));
    const { text, values } = insertParts(parts);
    await db.query(text, values);
    const claims = parts.toReversed().map(({ task_id: taskId }) => ({ taskId, workerId: 'w' }));
    // With many parts of another job, the waiting ones are looked up by their index.
    const { job_id: otherId } = await owner.job();
    await db.query(
      `insert into job_parts (job_id, number, kind, queue, first_cell, last_cell, start_seconds, end_seconds, state,
         task_id, priority)
       select $1, n, 'sight', 'see', 0, 0, 0, 1, 'planned', gen_random_uuid(), 0 from generate_series(1, 20000) n`,
      [otherId],
    );
    await db.query('analyze job_parts');
    const before = await deadlocks();

    const [, cancelled] = await crossed<unknown>(
      (tx) =>
        tx.query('select 1 from job_parts where job_id = $1 and number = any($2) for update', [
          id,
          [902, 903],
        ]),
      [() => takeParts(db, claims), () => send('POST', `/v1/jobs/${id}/cancel`)],
    );

    accepted(cancelled as Answer, 200);
    assert.equal(await deadlocks(), before);
  });

  test('that ends an analysis while the one before is counted anew waits for it', async () => {
    const { db } = subject.domain;
    const older = await completed();
    const newer = await completed();
    const rowsOf = (id: string) =>
      db.query<{ newest: boolean }>('select newest from trend_brands where job_id = $1', [id]);
    const fact = (name: string) => ({
      name_key: name,
      name,
      appearances: 1,
      seen_seconds: 1,
      equivalent_seconds: 1,
      mentions: 0,
      moment: 1,
      paid: null,
      disclosed: null,
      paid_seen_seconds: null,
      paid_mentions: null,
    });
    const facts = {
      brands: [fact('acme'), fact('globex')],
      author: null,
      author_url: null,
      published_at: null,
    };
    for (const id of [older, newer]) await db.transaction((tx) => keepTrends(tx, id, facts));
    const before = await deadlocks();

    const [removal] = await crossed<Answer | undefined>(
      (tx) =>
        tx.query(
          `select 1 from trend_brands where job_id = $1 and name_key = 'globex' for update`,
          [older],
        ),
      [
        () => owner.delete(`/v1/jobs/${newer}`),
        async () => {
          await db.transaction((tx) => keepTrends(tx, older, facts));
          return undefined;
        },
      ],
    );

    assert.ok(removal);
    accepted(removal, 204);
    assert.deepEqual(await rowsOf(older), [{ newest: true }, { newest: true }]);
    assert.equal(await deadlocks(), before);
  });
});
