/** Runs the commands of docs/waiting.md unchanged. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { loggedEventKinds } from '@reelsight/contract/event-kinds';
import { sharedSubject } from './interface/shared-subject.ts';
import type { Subject } from './interface/subject.ts';

const text = await readFile(new URL('../docs/waiting.md', import.meta.url), 'utf8');
const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);

let subject: Subject;
let folder: string;
before(async () => {
  subject = await sharedSubject();
  folder = await mkdtemp(join(tmpdir(), 'reelsight-waiting-'));
});
after(async () => {
  await subject.close();
  await rm(folder, { recursive: true, force: true });
});

const noCurl = spawnSync('curl', ['--version']).status !== 0 && 'curl is not installed';

test('each command answers what the text says', { skip: noCurl }, async () => {
  const owner = await subject.owner();
  const { job_id: id } = await owner.job();
  await subject.worker.complete(id);

  const env = {
    PATH: process.env.PATH ?? '',
    URL: subject.service.apiUrl,
    KEY: owner.apiKey,
    JOB: id,
  };
  const outputs: string[] = [];

  for (const block of blocks) {
    const ran = await promisify(execFile)('bash', ['-euc', block], { cwd: folder, env });
    outputs.push(ran.stdout);
  }

  assert.equal(outputs.length, 4);
  const [polled = '', waited = '', pages = '', streamed = ''] = outputs;
  // The second poll gets an answer without a body.
  assert.equal(JSON.parse(polled).data.status, 'completed');
  assert.ok(JSON.parse(waited).data.results);
  assert.equal(pages.match(/"event":"job\.completed"/g)?.length, 2);
  assert.match(streamed, /^id: 3\.evt_\w+\nevent: job\.completed\ndata: \{.*\}$/m);
});

test('every kind of event is named', () => {
  for (const kind of loggedEventKinds()) assert.ok(text.includes(`\`${kind}\``), kind);
});
