/** `jobs export` and `batch export` on a real service: the output is exactly what the service returns. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
let job: string;
let batch: string;
before(async () => {
  cli = await startOnService();
  const clip = await cli.clip(6);
  job = (await cli.json('analyze', clip, '-c', 'transcription')).job_id;
  batch = (await cli.json('batch', 'create', clip, '-c', 'metadata')).batch_id;
  await cli.text('batch', 'wait', batch);
});
after(() => cli.close());

async function given(path: string): Promise<string> {
  const headers = { 'X-Api-Key': cli.owner.apiKey };
  const answer = await fetch(`${cli.service.apiUrl}${path}`, { headers });
  assert.equal(answer.status, 200);
  return answer.text();
}

test('an export is printed, with the options that were given, or written to a file', async () => {
  const narrow = ['--max-line-chars', '20', '--max-lines', '1'];
  const { stdout, code } = await cli.run('jobs', 'export', job, 'vtt', ...narrow);
  assert.equal(code, 0);

  const path = `/v1/jobs/${job}/exports/vtt`;
  assert.equal(stdout, await given(`${path}?max_line_chars=20&max_lines=1`));

  const wide = await given(path);
  assert.notEqual(stdout, wide);

  const file = join(cli.folder, 'talk.vtt');
  const written = await cli.run('jobs', 'export', job, 'vtt', '-o', file);
  assert.equal(written.code, 0);
  assert.deepEqual([written.stdout, written.stderr], ['', `written to ${file}\n`]);
  assert.equal(await readFile(file, 'utf8'), wide);
});

test('--out of jobs get is the export of the service', async () => {
  for (const kind of ['srt', 'vtt', 'txt']) {
    const file = join(cli.folder, `out.${kind}`);
    assert.equal((await cli.run('jobs', 'get', job, '--out', file)).code, 0);
    assert.equal(await readFile(file, 'utf8'), await given(`/v1/jobs/${job}/exports/${kind}`));
  }
});

test('a batch is one file', async () => {
  const { stdout, code } = await cli.run('batch', 'export', batch, 'jsonl');
  assert.equal(code, 0);
  assert.equal(stdout, await given(`/v1/batch/${batch}/exports/jsonl`));
  assert.match(stdout, /"job_id"/);
});

test('what cannot be exported is told', async () => {
  const csv = await cli.run('jobs', 'export', job, 'csv', '--bom');
  assert.equal(csv.code, 4);
  assert.match(csv.stderr, /^EXPORT_UNAVAILABLE: /);

  const kind = await cli.run('batch', 'export', batch, 'srt');
  assert.equal(kind.code, 2);
  assert.match(kind.stderr, /Allowed choices are csv, shots\.csv, .*, jsonl/);

  const nowhere = await cli.run('jobs', 'export', 'job_none', 'srt', '-o', '/nowhere/talk.srt');
  assert.equal(nowhere.code, 2);
  assert.match(nowhere.stderr, /--output \/nowhere\/talk\.srt: there is no folder \/nowhere/);
});
