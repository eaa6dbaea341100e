/** Receivers that are slow or dead beside others: the others' alerts are not late. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type AlertDomain,
  alertOn,
  analysedAcme,
  openAlertDomain,
  type TestWorkspace,
  workspaceFor,
} from '../../testing/alerts/alert-domain.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { type Receiver, startRawReceiver, startReceiver } from '../../testing/webhooks/receiver.ts';
import type { Database } from '../db/database.ts';

/** How many videos end at once; each has a message for each receiver. */
const videoCount = 30;
/** An alert is to come within this time of the end of the job. */
const promisedMs = 60_000;

describe('Receivers that never answer, drip bytes or answer 500', () => {
  let db: Database;
  let alerts: AlertDomain;
  let silent: Receiver;
  let dripping: Receiver;
  let broken: Receiver;
  let good: Receiver;
  const arrivedMs = new Map<string, number>();

  before(async () => {
    db = await openTestDatabase();
    alerts = await openAlertDomain(db);
    silent = await startRawReceiver(() => undefined);
    dripping = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Drip: ');
      const timer = setInterval(() => socket.write('.'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    broken = await startReceiver((response) => response.writeHead(500).end());
    good = await startReceiver((response, { body, path }) => {
      const [match] = JSON.parse(body).matches;
      arrivedMs.set(`${path} ${match.title}`, performance.now());
      response.end();
    });
  });
  after(async () => {
    for (const receiver of [silent, dripping, broken, good]) await receiver[Symbol.asyncDispose]();
    await alerts[Symbol.asyncDispose]();
    await db.close();
  });

  const hook = ({ port }: Receiver, path = '/hook') => ({
    type: 'webhook' as const,
    address: `http://127.0.0.1:${port}${path}`,
  });

  /** Lets videos end, and returns how long each took to be told at the path, in milliseconds. */
  async function delays(of: TestWorkspace, path: string, names: readonly string[]) {
    const endedMs = new Map<string, number>();
    for (const name of names) {
      await analysedAcme(alerts.domain, of, name);
      endedMs.set(name, performance.now());
    }
    await waitFor(() => {
      for (const name of names) assert.ok(arrivedMs.has(`${path} ${name}`), `${path} ${name}`);
    });
    return names.map((name) => (arrivedMs.get(`${path} ${name}`) ?? 0) - (endedMs.get(name) ?? 0));
  }

  const namesOf = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) => prefix + String(index).padStart(10, '0'));
  const longest = (times: readonly number[]) => Math.round(Math.max(...times));

  test('make late neither others of their workspace nor other workspaces', async (t) => {
    const slow = await workspaceFor(alerts.domain);
    const other = await workspaceFor(alerts.domain);
    await alertOn(alerts.domain, slow, {
      name: 'Dead',
      targets: [hook(silent), hook(dripping), hook(broken)],
    });
    await alertOn(alerts.domain, slow, {
      name: 'Mixed',
      targets: [hook(silent, '/second'), hook(dripping, '/second'), hook(good, '/same')],
    });
    await alertOn(alerts.domain, other, { name: 'Other', targets: [hook(good, '/other')] });

    const loop = alerts.send();
    const ofSame = delays(slow, '/same', namesOf('s', videoCount));
    const ofOther = delays(other, '/other', namesOf('o', 10));
    const [same, others] = await Promise.all([ofSame, ofOther]);
    await loop.stop();
    t.diagnostic(`same workspace: ${longest(same)} ms, other workspace: ${longest(others)} ms`);
    assert.ok(longest(same) < promisedMs, `same workspace: ${longest(same)} ms`);
    assert.ok(longest(others) < promisedMs, `other workspace: ${longest(others)} ms`);
  });

  test('get what waits for them at once when they work again, each message once', async () => {
    let isAway = true;
    const taken: string[] = [];
    const attempted: string[] = [];
    await using receiver = await startReceiver((response, { headers }) => {
      attempted.push(String(headers['webhook-id']));
      if (!isAway) taken.push(String(headers['webhook-id']));
      response.writeHead(isAway ? 503 : 200).end();
    });
    const workspace = await workspaceFor(alerts.domain);
    const alertId = await alertOn(alerts.domain, workspace, {
      name: 'Away',
      targets: [hook(receiver)],
    });
    const statuses = async () => {
      const rows = await db.query<{ status: string }>(
        `select d.status from alert_deliveries d join alert_messages g on g.id = d.message_id where g.alert_id = $1`,
        [alertId],
      );
      return rows.map(({ status }) => status);
    };

    const loop = alerts.send({ concurrency: 2 });
    for (const name of namesOf('w', 6)) await analysedAcme(alerts.domain, workspace, name);
    await waitFor(async () => {
      assert.equal((await statuses()).length, 6);
      const [{ failures } = { failures: 0 }] = await db.query<{ failures: number }>(
        'select failures from alert_targets where alert_id = $1',
        [alertId],
      );
      assert.equal(failures, 3);
    });
    // Three failures in a row with a message each, and no more than the first two at the same time.
    assert.ok(attempted.length <= 4, `${attempted.length} attempts`);

    isAway = false;
    // The next attempt would come after a minute.
    await db.query('update alert_targets set retry_at = now() where alert_id = $1', [alertId]);
    await analysedAcme(alerts.domain, workspace, 'wwwwwwwwwww');
    await waitFor(async () =>
      assert.deepEqual(
        await statuses(),
        Array.from({ length: 7 }, () => 'delivered'),
      ),
    );
    await loop.stop();
    assert.equal(new Set(taken).size, 7);
    assert.equal(taken.length, 7);
  });
});
