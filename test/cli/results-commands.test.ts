/** Commands on the results of a real job: exposure, corrections, search, presets, links, reports, tags. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import type { Json } from '../interface/subject.ts';
import { reelsight, sample } from './harness.ts';

let service: TestService;
let owner: TestWorkspace;
let folder: string;
let job: string;
before(async () => {
  service = await startTestService({ REELSIGHT_ROLE: 'all' });
  owner = await service.workspace('scale', 1_000_000);
  folder = await mkdtemp(join(tmpdir(), 'reelsight-results-'));
  const video = join(folder, 'video.mp4');
  await cutClip(sample, video, 8);
  job = (await json('analyze', video, '-c', 'brands,transcription')).job_id;
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const env = { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey };
  return reelsight(args, { home: folder, env });
}

async function text(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}

const json = async (...args: string[]): Promise<Json> => JSON.parse(await text(...args, '--json'));

test('exposure is printed as a table, as CSV and as JSON', async () => {
  assert.match(await text('exposure', job), /Toyota/);
  assert.match(await text('exposure', job, '--csv'), /Toyota/);
  const { brands } = await json('exposure', job, '--cpm', '25', '--audience', '1000');
  const toyota = brands.find((one: Json) => one.name === 'Toyota');
  assert.ok(toyota.seen_seconds > 2 && toyota.media_value_usd > 0);
  assert.notEqual((await run('exposure', 'job_none')).code, 0);
  assert.notEqual((await run('exposure', job, '--min-confidence', 'much')).code, 0);
});

test('a brand is renamed, listed and found as before once that is undone', async () => {
  const args = ['corrections', 'add', job, 'rename', 'Toyota', '--to', 'Lexus'];
  const { correction_id: id } = await json(...args);
  assert.match(await text('corrections', 'list', job), /Lexus/);
  assert.match(await text('exposure', job), /Lexus/);
  assert.match(await text('evaluate'), /\S/);
  await text('corrections', 'undo', job, id);
  assert.match(await text('exposure', job), /Toyota/);
  assert.notEqual((await run('corrections', 'add', job, 'rename', 'Nobody', '--to', 'X')).code, 0);
});

test('what is said or shown is found with its second', async () => {
  const found = await waitFor(async () => {
    const items = await json('search', 'toyota');
    assert.ok(JSON.stringify(items).includes(job));
    return items;
  });
  assert.ok(JSON.stringify(found).includes('Toyota'));
  assert.match(await text('search', 'toyota'), /0:0\d/);
  assert.match(await text('search', 'zyxwvut'), /\S/);
});

test('a preset is saved, used, listed and deleted', async () => {
  const { preset_id: id } = await json('presets', 'save', 'Ours', '-c', 'brands', '-b', 'Toyota');
  assert.match(await text('presets', 'list'), /Ours/);
  assert.match(
    await text('analyze', '--estimate', '--preset', 'Ours', join(folder, 'video.mp4')),
    /credit/,
  );
  await text('presets', 'delete', id);
  assert.doesNotMatch(await text('presets', 'list'), /Ours/);
});

test('a link is created, listed and ended; a part that is none is refused', async () => {
  const made = await json('shares', 'create', job, '--parts', 'brands,exposure', '--days', '3');
  assert.equal((await fetch(made.url)).status, 200);
  assert.match(await text('shares', 'list'), /brands, exposure/);
  assert.match(await text('shares', 'list', job), new RegExp(made.share_id));
  assert.match(await text('shares', 'delete', made.share_id), /ended/);
  assert.match(await text('shares', 'list'), /No links/);
  const { code, stderr } = await run('shares', 'create', job, '--parts', 'everything');
  assert.notEqual(code, 0);
  assert.match(stderr, /everything is none of video, brands/);
  const none = await run('shares', 'create', job);
  assert.match(none.stderr, /--parts: say what the link shows/);
});

test('a link to a report shows it whole', async () => {
  await text('report', job, '--format', 'csv', '-o', join(folder, 'shared.csv'));
  const [{ report_id: report }] = await json('reports', 'list');
  const made = await json('shares', 'create', report, '--days', '3');
  assert.equal((await fetch(made.url)).status, 200);
  assert.match(await text('shares', 'list', report), new RegExp(`${made.share_id}.*report`));
  const { stderr } = await run('shares', 'create', report, '--parts', 'brands');
  assert.match(stderr, /a report is shared whole/);
  await text('shares', 'delete', made.share_id);
  assert.match(await text('shares', 'list', report), /No links/);
  await text('reports', 'delete', report);
});

test('a report is written to a file, listed and deleted', async () => {
  const file = join(folder, 'report.pdf');
  await text('report', job, '--format', 'pdf', '-o', file, '--title', 'Spring');
  assert.ok((await stat(file)).size > 1000);
  assert.equal((await readFile(file)).toString('latin1', 0, 5), '%PDF-');
  const [report] = await json('reports', 'list');
  assert.match(await text('reports', 'list'), /Spring/);
  await text('reports', 'delete', report.report_id);
  assert.deepEqual(await json('reports', 'list'), []);
});

test('a job has tags, and is run again', async () => {
  await text('jobs', 'tag', job, 'spring');
  assert.match(await text('jobs', 'list', '--tag', 'spring'), new RegExp(job));
  assert.match(await text('jobs', 'rerun', job), /job_/);
});
