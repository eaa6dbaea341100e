/** `jobs export` and `batch export` against a real service: what is printed or written is what the service gives. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../server/testing/service.ts';
import { reelsight, sample } from './harness.ts';

let service: TestService;
let owner: TestWorkspace;
let folder: string;
let job: string;
let batch: string;
before(async () => {
  service = await startTestService({ REELSIGHT_ROLE: 'all' });
  owner = await service.workspace('scale', 1_000_000);
  folder = await mkdtemp(join(tmpdir(), 'reelsight-exports-'));
  const clip = join(folder, 'clip.mp4');
  await cutClip(sample, clip, 6);
  const made = await run('analyze', clip, '-c', 'transcription', '--json');
  job = JSON.parse(made.stdout || assert.fail(made.stderr)).job_id;
  const created = await run('batch', 'create', clip, '-c', 'metadata', '--json');
  batch = JSON.parse(created.stdout || assert.fail(created.stderr)).batch_id;
  assert.equal((await run('batch', 'wait', batch)).code, 0);
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const env = { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey };
  return reelsight(args, { home: folder, env });
}

async function given(path: string): Promise<string> {
  const headers = { 'X-Api-Key': owner.apiKey };
  const answer = await fetch(`${service.apiUrl}${path}`, { headers });
  assert.equal(answer.status, 200);
  return answer.text();
}

test('an export is printed, with the options that were given, or written to a file', async () => {
  const narrow = ['--max-line-chars', '20', '--max-lines', '1'];
  const { stdout, code } = await run('jobs', 'export', job, 'vtt', ...narrow);
  assert.equal(code, 0);
  const path = `/v1/jobs/${job}/exports/vtt`;
  assert.equal(stdout, await given(`${path}?max_line_chars=20&max_lines=1`));
  const wide = await given(path);
  assert.notEqual(stdout, wide);

  const file = join(folder, 'talk.vtt');
  const written = await run('jobs', 'export', job, 'vtt', '-o', file);
  assert.equal(written.code, 0);
  assert.deepEqual([written.stdout, written.stderr], ['', `written to ${file}\n`]);
  assert.equal(await readFile(file, 'utf8'), wide);
});

test('--out of jobs get is the export of the service', async () => {
  for (const kind of ['srt', 'vtt', 'txt']) {
    const file = join(folder, `out.${kind}`);
    assert.equal((await run('jobs', 'get', job, '--out', file)).code, 0);
    assert.equal(await readFile(file, 'utf8'), await given(`/v1/jobs/${job}/exports/${kind}`));
  }
});

test('a batch is one file', async () => {
  const { stdout, code } = await run('batch', 'export', batch, 'jsonl');
  assert.equal(code, 0);
  assert.equal(stdout, await given(`/v1/batch/${batch}/exports/jsonl`));
  assert.match(stdout, /"job_id"/);
});

test('what cannot be exported is told', async () => {
  const csv = await run('jobs', 'export', job, 'csv', '--bom');
  assert.equal(csv.code, 4);
  assert.match(csv.stderr, /^EXPORT_UNAVAILABLE: /);
  const kind = await run('batch', 'export', batch, 'srt');
  assert.equal(kind.code, 2);
  assert.match(kind.stderr, /Allowed choices are csv, shots\.csv, .*, jsonl/);
  const nowhere = await run('jobs', 'export', 'job_none', 'srt', '-o', '/nowhere/talk.srt');
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /--output \/nowhere\/talk\.srt: there is no folder \/nowhere/);
});
