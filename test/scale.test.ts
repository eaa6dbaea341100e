/** Checks the simulation behind docs/scale.md on queues with known waiting times, and runs its command unchanged. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { exponential, type ModelJob, mean, simulate } from '../bench/queue-model.ts';
import { mulberry32 } from '../bench/unseen/random.ts';

const root = new URL('..', import.meta.url).pathname;

test('one host with random arrivals and services: jobs take 1 / (served - arriving) on average', () => {
  const random = mulberry32(3);
  const arriving = 0.7;
  const served = 1;
  const jobs: ModelJob[] = [];
  for (let at = 0; jobs.length < 100_000; at += exponential(1 / arriving, random))
    jobs.push({ at, workspace: 0, ingestion: 0, parts: [], join: exponential(1 / served, random) });

  const took = mean(simulate(jobs, { ingestions: 1, hosts: 1 }));
  const expected = 1 / (served - arriving);
  assert.ok(Math.abs(took / expected - 1) < 0.1, `${took} s, not ${expected}`);
});

test('a clip passes a long video of another workspace, and not one of its own', () => {
  const long = { at: 0, workspace: 1, ingestion: 0, parts: Array(200).fill(1), join: 0 };
  const clip = { at: 50, ingestion: 0, parts: [1], join: 0 };
  const of = (workspace: number) =>
    simulate([long, { ...clip, workspace }], { ingestions: 2, hosts: 1 })[1] ?? 0;
  assert.ok(of(2) < 5, `${of(2)} s`);
  assert.ok(of(1) > 100, `${of(1)} s`);
});

test('the command of the page says how many cores are needed', { timeout: 120_000 }, async () => {
  const page = await readFile(`${root}docs/scale.md`, 'utf8');
  const [, command = ''] = /```sh\n(.+)\n```/.exec(page) ?? [];
  const { stdout } = await promisify(execFile)('sh', ['-c', command], { cwd: root });
  assert.match(stdout, /^20\d\d videos, about \d+ h a day: \d+ hosts and \d+ ingestions/);
});
