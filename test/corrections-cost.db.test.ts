/** The cost of corrections: reading corrected results, or opening a link to them, delays nobody else. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { brand } from '../server/testing/exported.ts';
import { accepted, type Owner, refused, type Subject, startSubject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
let jobId: string;
/** Id of a job without results. */
let otherJobId: string;
let link: string;

const appearances = 2000;
const corrections = 1000;

before(async () => {
  subject = await startSubject({ REELSIGHT_LOG_LEVEL: 'silent' });
  owner = await subject.owner('scale', 100_000);
  ({ job_id: jobId } = await owner.job({ capabilities: ['brands'] }));
  ({ job_id: otherJobId } = await owner.job({ capabilities: ['brands'] }));

  const spans = Array.from({ length: appearances }, (_, k) => [k, k + 0.5] as const);
  const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
  const results = { brands: [brand('Sony', spans), brand('Nike', spans)], meta } as Results;
  await subject.worker.complete(jobId, results);
  await subject.domain.db.query(
    `insert into corrections (id, job_id, workspace_id, kind, target, name, new_name, actor, created_at)
     select 'cor_' || $1 || k, $1, $2, 'rename', 'brand', case k when 0 then 'Sony' else 'Name ' || k end,
       'Name ' || (k + 1), '{"kind": "operator"}', now() from generate_series(0, $3::int - 1) k`,
    [jobId, owner.tenantId, corrections],
  );

  const shared = { parts: ['brands'], expires_in_days: 1 };
  const { url } = accepted(await owner.post(`/v1/jobs/${jobId}/shares`, shared), 201);
  link = `/shared/v1/${new URL(url).pathname.split('/').at(-1)}`;
});
after(() => subject.close());

/** Milliseconds of CPU time of the API's thread, whatever else the machine does. */
async function ownMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const newName = `Name ${corrections}`;

describe('A thousand corrections of thousands of appearances', () => {
  test('are applied for every reader, and the API does something else meanwhile', async () => {
    const path = `/v1/jobs/${jobId}?corrected=true&results=without_frames`;
    const [first] = accepted(await owner.get(path), 200).results.brands;
    assert.equal(first.name, newName);
    assert.equal(first.total_appearances, appearances);

    const spentMs = await ownMs(async () => {
      for (let reads = 0; reads < 10; reads += 1) accepted(await owner.get(path), 200);
    });
    // Without the cache, a single read took more than a second.
    assert.ok(spentMs < 2000, `${spentMs} ms for ten reads`);
  });

  test('are applied once for whoever asks again, until somebody says more', async () => {
    const path = `/v1/jobs/${jobId}?corrected=true`;
    const before = accepted(await owner.get(path), 200);
    // While the results are taken away from the job, only the cache can answer. That is safe, because results never
    // change.
    const take = (to: string) =>
      subject.domain.db.query('update job_results set job_id = $2 where job_id = $1', [
        ...(to === 'away' ? [jobId, otherJobId] : [otherJobId, jobId]),
      ]);
    await take('away');
    assert.deepEqual(accepted(await owner.get(path), 200), before);
    await take('back');

    const nameOfFirst = async () => accepted(await owner.get(path), 200).results.brands[0].name;
    await subject.domain.db.query('delete from corrections where job_id = $1 and new_name = $2', [
      jobId,
      newName,
    ]);
    assert.equal(await nameOfFirst(), `Name ${corrections - 1}`);

    const said = {
      kind: 'rename',
      target: 'brand',
      name: `Name ${corrections - 1}`,
      new_name: newName,
    };
    accepted(await owner.post(`/v1/jobs/${jobId}/corrections`, said), 201);
    assert.equal(await nameOfFirst(), newName);
  });

  test('cost a link that many open one reading, until something changes', async () => {
    const opened = await subject.stranger.get(link);
    assert.equal(accepted(opened, 200).results.brands[0].name, newName);

    const tag = String(opened.headers.get('etag'));
    const spentMs = await ownMs(async () => {
      const all = await Promise.all(Array.from({ length: 20 }, () => subject.stranger.get(link)));
      for (const one of all) {
        assert.equal(one.status, 200);
        assert.equal(one.headers.get('etag'), tag);
      }
    });
    assert.ok(spentMs < 2000, `${spentMs} ms for twenty openings`);

    const again = await subject.stranger.with({ 'If-None-Match': tag }).get(link);
    assert.deepEqual([again.status, again.text], [304, '']);

    await subject.domain.db.query('delete from corrections where job_id = $1', [jobId]);

    const found = await subject.stranger.with({ 'If-None-Match': tag }).get(link);
    assert.deepEqual(
      accepted(found, 200).results.brands.map(({ name }: { name: string }) => name),
      ['Sony', 'Nike'],
    );
  });

  test('nobody opens links without end, whatever their number', async () => {
    const shared = { parts: ['brands'], expires_in_days: 1 };
    const links: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { url } = accepted(await owner.post(`/v1/jobs/${jobId}/shares`, shared), 201);
      links.push(`/shared/v1/${new URL(url).pathname.split('/').at(-1)}`);
    }

    const answers: Awaited<ReturnType<typeof subject.stranger.get>>[] = [];
    for (let count = 0; count < 200 && answers.at(-1)?.status !== 429; count += 1)
      answers.push(await subject.stranger.get(links[count % links.length] as string));

    refused(answers.at(-1) as (typeof answers)[0], 429, 'RATE_LIMITED');
  });
});
