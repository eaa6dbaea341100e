/**
 * While one workspace makes many expensive requests, a request of another workspace waits for only a few short pieces
 * of that work, not until all of it is done.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Asked, BusyNeighbour, unlimited } from '../server/testing/busy-neighbour.ts';
import { startTestService, type TestService } from '../server/testing/service.ts';

/** Time after which a measurement counts as hanging; it normally ends as soon as everything is answered. */
const hangingMs = 300_000;

const nothing: Asked = { jobs: 20, appearances: 300, exposures: 0, reports: 0, clips: 0 };

describe('Beside a workspace that asks for much at once', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService(unlimited);
  });
  after(() => service.close());

  test('another gets a list of jobs for every few clips that are asked for', async (t) => {
    const clips = 80;
    const neighbour = await BusyNeighbour.start(service, { ...nothing, clips });
    const { alone, beside, answers } = await neighbour.measure(hangingMs);
    t.diagnostic(JSON.stringify({ alone, beside, answers }));
    assert.equal((answers['clip 202'] ?? 0) + (answers['clip 429'] ?? 0), clips);
    // Listing jobs takes three statements, and each may wait for a clip of the busy workspace: at worst, there is one
    // list for every three clips. The bound leaves room for a slow machine.
    assert.ok(beside.calls >= clips / 8, `${beside.calls} lists of jobs beside ${clips} clips`);
  });

  test('all of it ends, and another is answered all the while', async (t) => {
    const asked = { ...nothing, exposures: 4, reports: 2, clips: 10 };
    const neighbour = await BusyNeighbour.start(service, asked);
    const { alone, beside, answers } = await neighbour.measure(hangingMs);
    t.diagnostic(JSON.stringify({ alone, beside, answers }));
    assert.deepEqual(answers, { 'clip 202': 10, 'exposure 200': 4, 'report 202': 2 });
    assert.ok(beside.calls >= 10, `${beside.calls} lists of jobs`);
  });
});
