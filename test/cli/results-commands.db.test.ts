/** Commands that work on the results of a real job: exposure, corrections, search, presets, links, reports, tags. */
import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { waitFor } from '../../server/testing/wait-for.ts';
import type { Json } from '../interface/subject.ts';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
let video: string;
let job: string;
before(async () => {
  cli = await startOnService();
  video = await cli.clip(8);
  job = (await json('analyze', video, '-c', 'brands,transcription')).job_id;
});
after(() => cli.close());

const run: OnService['run'] = (...args) => cli.run(...args);
const text: OnService['text'] = (...args) => cli.text(...args);
const json: OnService['json'] = (...args) => cli.json(...args);

test('exposure is printed as a table, as CSV and as JSON', async () => {
  assert.match(await text('exposure', job), /Toyota/);
  assert.match(await text('exposure', job, '--csv'), /Toyota/);

  const { brands } = await json('exposure', job, '--cpm', '25', '--audience', '1000');
  const toyota = brands.find((brand: Json) => brand.name === 'Toyota');
  assert.ok(toyota.seen_seconds > 2 && toyota.media_value_usd > 0);
  assert.notEqual((await run('exposure', 'job_none')).code, 0);

  for (const command of ['exposure', 'report'])
    assert.match((await run(command, job, '--cpm', '25')).stderr, /^--cpm and --audience belong/);

  assert.notEqual((await run('exposure', job, '--min-confidence', 'much')).code, 0);
});

test('money is computed from the audience and the prices that the workspace keeps', async () => {
  assert.match(
    await text('views', job),
    /No views are known\.\nAudience: not known.*\nPublished: not known.*\nNo further reading: no_link/,
  );
  const bare = await json('exposure', job, '--audience', 'views', '--cpm', '25');
  assert.equal(bare.videos_not_valued, 1);
  assert.match(await text('exposure', job, '--audience', 'views'), /no price is known: 1 video/);

  assert.match(await text('views', job, '--set', '3000'), /3000, set by hand/);
  assert.match(await text('prices', 'set', '--cpm', '20', '--platform', 'upload=10'), /upload +10/);
  assert.match(await text('prices', 'show'), /others +20/);
  const { videos, brands } = await json('exposure', job, '--audience', 'views');
  assert.deepEqual([videos[0].audience.views, videos[0].audience.cpm_usd], [3000, 10]);
  assert.ok(brands[0].media_value_usd > 0);

  assert.match(await text('views', job, '--unset'), /not known/);
  assert.match((await run('prices', 'set', '--platform', 'upload:1')).stderr, /like youtube=25/);
  assert.notEqual((await run('views', job, '--set', 'many')).code, 0);
  assert.match(await text('prices', 'set'), /No prices are set/);
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

test('a brand is added, recounted in earlier videos and taken back', async () => {
  assert.match(await text('brands', 'list'), /library is empty/);
  const added = await text('brands', 'add', 'Camry', '--alias', 'Camry Hybrid');
  assert.match(added, /^brand_\w+ Camry\n/);
  assert.match(await text('brands', 'list'), /Camry.*Camry Hybrid/);
  assert.match(
    await text('brands', 'recount', 'camry'),
    /^Camry: counted in \d of \d earlier video/,
  );
  assert.match(await text('brands', 'recount', 'Camry', '--undo'), /taken back/);
  assert.equal((await run('brands', 'recount', 'Nobody')).code, 4);

  const possible = ['corrections', 'add', job, 'confirm', 'Nobody', '--possible'];
  assert.match((await run(...possible)).stderr, /no possible brand “Nobody”/);
  assert.match(
    (await run(...possible, '--at', '1')).stderr,
    /--possible is about a text as a whole/,
  );
});

test('what is said or shown is found with its second', async () => {
  // The undone correction is indexed in the background, so the search needs a moment.
  await waitFor(async () => {
    const items = await json('search', 'toyota');
    assert.ok(JSON.stringify(items).includes(job));
    assert.ok(JSON.stringify(items).includes('Toyota'));
  });
  assert.match(await text('search', 'toyota'), /0:0\d\.\d/);
  assert.match(await text('search', 'zyxwvut'), /\S/);
});

test('a preset is saved, used, listed and deleted', async () => {
  const { preset_id: id } = await json('presets', 'save', 'Ours', '-c', 'brands', '-b', 'Toyota');
  assert.match(await text('presets', 'list'), /Ours/);
  assert.match(await text('analyze', '--estimate', '--preset', 'Ours', video), /credit/);
  await text('presets', 'delete', id);
  assert.doesNotMatch(await text('presets', 'list'), /Ours/);
  const gone = await run('presets', 'delete', 'Ours');
  assert.deepEqual([gone.code, gone.stderr], [4, 'NOT_FOUND: there is no preset Ours.\n']);
});

test('a schedule is saved, replaced, run, listed and deleted', async () => {
  const { schedule_id: id } = await json('schedules', 'save', 'Weekly', '--weekday', 'friday');
  const again = ['schedules', 'save', 'weekly', '--day', 'last', '--hour', '18'];
  assert.match(await text(...again, '--time-zone', 'Asia/Tokyo'), new RegExp(`^${id} weekly`));
  assert.match(await text('schedules', 'list'), /last day of the month, 18:00 Asia\/Tokyo/);

  assert.match(await text('schedules', 'run', 'Weekly'), /is being reported/);
  await waitFor(async () => assert.match(await text('schedules', 'runs', id), /empty/));
  const [last] = await json('schedules', 'runs', id);
  assert.deepEqual([last.videos, last.by_hand], [0, true]);

  for (const [args, words] of [
    [['save', 'X'], '--weekday for each week, or --day'],
    [['save', 'X', '--weekday', 'monday', '--day', '1'], '--weekday for each week, or --day'],
    [['save', 'X', '--day', '29'], 'from 1 to 28'],
    [['save', 'X', '--day', '1', '--hour', '24'], 'from 0 to 23'],
    [['save', 'X', '--day', '1', '--format', 'doc'], 'doc is none of'],
    [['save', 'X', '--day', '1', '--to', 'stranger@example.com'], 'no member'],
    [['run', 'Nothing'], 'there is no schedule Nothing'],
  ] as const) {
    const { code, stderr } = await run('schedules', ...args);
    assert.notEqual(code, 0);
    assert.ok(stderr.includes(words), stderr);
  }

  await text('schedules', 'delete', 'weekly');
  assert.match(await text('schedules', 'list'), /No schedules/);
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
  await text('report', job, '--format', 'csv', '-o', join(cli.folder, 'shared.csv'));
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
  const file = join(cli.folder, 'report.pdf');
  await text('report', job, '--format', 'pdf', '-o', file, '--title', 'Spring');
  assert.ok((await stat(file)).size > 1000);
  assert.equal((await readFile(file)).toString('latin1', 0, 5), '%PDF-');

  const [report] = await json('reports', 'list');
  assert.match(await text('reports', 'list'), /Spring/);

  const again = join(cli.folder, 'again.pdf');
  await text('reports', 'download', report.report_id, '-o', again);
  assert.deepEqual(await readFile(again), await readFile(file));

  const csv = await run('reports', 'download', report.report_id, '--format', 'csv', '-o', again);
  assert.equal(csv.code, 4, csv.stderr);
  await text('reports', 'delete', report.report_id);
  assert.deepEqual(await json('reports', 'list'), []);
  assert.equal(await text('reports', 'list'), 'No reports.\n');
});

test('a job has tags, and is run again', async () => {
  await text('jobs', 'tag', job, 'spring');
  assert.match(await text('jobs', 'list', '--tag', 'spring'), new RegExp(job));
  assert.match(await text('jobs', 'rerun', job), /job_/);
});

test('many jobs at once have one outcome, whatever the number of calls', async () => {
  const unknown = Array.from({ length: 120 }, (_, index) => `job_none${index}`);
  const asked = async (...ids: string[]) => {
    const { code, stdout } = await run('jobs', 'delete', ...ids, '--dry-run', '--json');
    return { code, changed: JSON.parse(stdout) };
  };
  const few = await asked(job, ...unknown.slice(1));
  const many = await asked(job, ...unknown);
  assert.deepEqual([few.code, many.code], [4, 4]);
  assert.deepEqual(Object.keys(many.changed), Object.keys((await asked(job)).changed));

  const { done, refused, jobs, action, dry_run } = many.changed;
  assert.deepEqual([done, refused, jobs.length, action, dry_run], [1, 120, 121, 'delete', true]);

  const none = await run('jobs', 'delete', 'job_none', '--dry-run');
  assert.equal(none.stdout, '');
  assert.match(none.stderr, /^job_none JOB_NOT_FOUND: /);
});

test('proof frames, and files of many jobs with the options of exports', async () => {
  const frames = join(cli.folder, 'frames.zip');
  await text('jobs', 'proof-frames', job, '--name', 'Toyota', '-o', frames);

  const all = join(cli.folder, 'all.zip');
  await text(
    'jobs',
    'export-many',
    job,
    '--formats',
    'csv',
    '--name',
    'Toyota',
    '--bom',
    '-o',
    all,
  );

  for (const file of [frames, all])
    assert.equal((await readFile(file)).toString('latin1', 0, 2), 'PK');

  const wrong = ['--formats', 'csv', '--min-confidence', '2', '-o', all];
  assert.match((await run('jobs', 'export-many', job, ...wrong)).stderr, /a number from 0 to 1/);
});

test('what was missed is added, seen with its box or heard, and one appearance is dismissed', async () => {
  const add = (...args: string[]) => json('corrections', 'add', job, 'add', ...args);
  const seen = await add('Pepsi', '--start', '1', '--end', '2.5', '--box', '0.4,0.3,0.1,0.1');
  const heard = await add('Fanta', '--start', '3', '--end', '4');
  const listed = await text('corrections', 'list', job);
  assert.match(listed, /add brand Pepsi from 0:01\.0 to 0:02\.5/);
  const all = await json('corrections', 'list', job);
  assert.ok(all.length >= 2);
  assert.deepEqual(await json('corrections', 'list', job, '--limit', '1'), all.slice(0, 1));

  const find = (brands: Json[], name: string) => brands.find((brand) => brand.name === name);
  const { brands } = await json('exposure', job);
  assert.equal(find(brands, 'Pepsi')?.seen_seconds, 1.5);
  assert.deepEqual(
    [find(brands, 'Fanta')?.seen_seconds, find(brands, 'Fanta')?.said.times],
    [0, 1],
  );

  const at = ['corrections', 'add', job, 'dismiss', 'Pepsi', '--at', '1'];
  assert.match(await text(...at), /dismiss brand Pepsi at 0:01\.0/);
  for (const { correction_id: id } of [seen, heard]) await text('corrections', 'undo', job, id);

  const wrong: [string[], RegExp][] = [
    [['add', 'Pepsi'], /add needs --start and --end/],
    [['rename', 'Pepsi'], /rename needs --to/],
    [['add', 'Pepsi', '--start', '1', '--end', '2', '--box', '0.1,0.2,0.3'], /--box is four/],
    [['add', 'Pepsi', '--start', '1', '--end', '2', '--box', '0,0,1,1,1'], /--box is four/],
    [['add', 'Pepsi', '--start', 'soon'], /It must be seconds, such as 12\.5/],
  ];
  for (const [args, expected] of wrong) {
    const { code, stderr } = await run('corrections', 'add', job, ...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, expected);
  }
});

test('a paid segment is added, moved, renamed, confirmed and dismissed', async () => {
  const add = (...args: string[]) => text('corrections', 'add', job, ...args, '--paid');
  assert.match(
    await add('add', 'Pepsi', '--start', '1', '--end', '4'),
    /add paid segment Pepsi from 0:01\.0 to 0:04\.0/,
  );
  assert.match(await text('jobs', 'get', job), /(?<!maybe )paid for: 0:01\.0–0:04\.0 \(Pepsi\)/);

  assert.match(
    await add('move', '--at', '1', '--start', '1.5', '--end', '3.5'),
    /move paid segment Pepsi at 0:01\.0 from 0:01\.5 to 0:03\.5/,
  );
  assert.match(
    await add('rename', 'Pepsi', '--at', '1.5', '--to', 'Fanta'),
    /rename paid segment Pepsi at 0:01\.5 to Fanta/,
  );
  await add('confirm', '--at', '1.5');
  assert.match(await text('jobs', 'get', job), /paid for: 0:01\.5–0:03\.5 \(Fanta\)/);
  await add('dismiss', '--at', '1.5');
  assert.doesNotMatch(await text('jobs', 'get', job), /Fanta/);
  assert.match(await text('corrections', 'list', job), /dismiss paid segment Fanta at 0:01\.5/);

  for (const { correction_id: id } of await json('corrections', 'list', job))
    await text('corrections', 'undo', job, id);

  const wrong: [string[], number, RegExp][] = [
    [['dismiss', '--paid'], 2, /dismiss --paid needs --at/],
    [['move', '--paid', '--at', '1'], 2, /move needs --start and --end/],
    [['add', '--paid', '--at', '1', '--start', '1', '--end', '2'], 2, /add --paid needs no --at/],
    [['dismiss', '--paid', '--at', '1', '--library'], 2, /--library say nothing/],
    [['confirm'], 2, /name of the brand or object is missing/],
    [['dismiss', '--paid', '--at', '3'], 4, /no paid segment begins at 3 s/],
    [['move', 'Toyota', '--start', '1', '--end', '2'], 4, /move is only for paid segments/],
  ];
  for (const [args, expected, words] of wrong) {
    const { code, stderr } = await run('corrections', 'add', job, ...args);
    assert.match(stderr, words);
    assert.equal(code, expected, stderr);
  }
});

test('a report is of one choice of jobs, and what it is made with is checked first', async () => {
  const cases: [string[], RegExp][] = [
    [['report'], /exactly one of them/],
    [['report', job, '--batch', 'batch_1'], /exactly one of them/],
    [['report', job, '--min-confidence', 'much'], /must be a number/],
    [
      ['report', job, '--logo', join(cli.folder, 'no.png')],
      /no\.png: it could not be read \(ENOENT\)/,
    ],
    [['report', job, '-o', '/nowhere/report.pdf'], /there is no folder \/nowhere/],
  ];
  for (const [args, expected] of cases) {
    const { code, stderr } = await run(...args);
    assert.equal(code, 2, stderr);
    assert.match(stderr, expected);
  }

  const file = join(cli.folder, 'report.csv');
  const chosen = [
    '--brand',
    'Toyota',
    '--min-confidence',
    '0.1',
    '--cpm',
    '25',
    '--audience',
    '1000',
  ];
  const made = await json('report', job, '--format', 'csv', '-o', file, ...chosen);
  assert.equal(made.status, 'ready');
  assert.match(await readFile(file, 'utf8'), /Toyota/);
  await text('reports', 'delete', made.report_id);
});

test('what is found is narrowed by brand, job and time', async () => {
  const count = async (...args: string[]) =>
    (await json('search', 'toyota', '--job', job, ...args)).length;
  // Jobs are indexed for search in the background.
  await waitFor(async () => {
    const all = await count('--limit', '100');
    assert.ok(all > 0);
    assert.equal(await count('--since', '2020-01-01', '--limit', '100'), all);
  });
  assert.equal(await count('--until', '2020-01-01'), 0);

  assert.equal(await count('--limit', '1'), 1);
});

test('alerts are tried out, made, listed and deleted', async () => {
  assert.match(
    await text('alerts', 'add', 'Cars', '--brand', 'Toyota', '--dry-run'),
    /1 video of the last 30 days[\s\S]*Toyota/,
  );
  assert.match((await run('alerts', 'add', 'Cars')).stderr, /Name --brand or --brand-set/);
  assert.match(
    (await run('alerts', 'add', 'X', '-b', 'Toyota', '--quiet-hours', '22')).stderr,
    /22:00-07/,
  );

  const options = [
    '--when',
    'passed',
    '-b',
    'Toyota',
    '--rival',
    'Honda',
    '--quiet-hours',
    '22:00-07:00',
  ];
  const made = await json('alerts', 'add', 'Cars', ...options);
  assert.deepEqual(made.quiet_hours, { start: '22:00', end: '07:00' });
  assert.match(await text('alerts', 'list'), /Cars +passed +on/);
  assert.match(await text('alerts', 'matches', 'cars'), /No matches/);
  assert.match(await text('alerts', 'test', made.alert_id), /0 targets/);
  assert.match(await text('alerts', 'delete', 'Cars'), /Cars deleted/);
  assert.match((await run('alerts', 'delete', 'Cars')).stderr, /no alert/);
});

test('words and speaker of a line are corrected one after the other, and neither is lost', async () => {
  await text('transcript', 'edit', job, '0', 'Toyota moves people.');
  const toSpeaker = ['transcript', 'edit', job, '0', '--speaker', '2'];
  assert.match(await text(...toSpeaker), /Speaker 2: Toyota moves people\./);
  assert.match(
    await text('transcript', 'edit', job, '0', 'Toyota moves us.'),
    /Speaker 2: Toyota moves us\./,
  );

  const { segments } = await json('transcript', 'show', job);
  const part = (words: string, speaker: number) => ({ text: words, speaker });
  const body = {
    parts: [part('Toyota', 1), part('moves us.', 2)],
    revision: segments[0].revision,
  };
  await cli.owner.client.jobs.transcript.edit(job, 0, body);
  assert.match((await run(...toSpeaker)).stderr, /^Line 0 is divided among several speakers/);
  assert.match(await text(...toSpeaker, 'Toyota moves.'), /Speaker 2: Toyota moves\./);
});

test('speakers are listed with their lines, and nobody is named or merged whom no line has', async () => {
  await text('transcript', 'edit', job, '0', 'Toyota moves us.', '--speaker', '1');
  assert.match(await text('speakers', 'list', job), /^Speaker 1 has no name, and says 1 line$/m);

  const named = await run('speakers', 'name', job, '7', 'Ada');
  assert.equal(named.code, 4);
  assert.match(
    named.stderr,
    /No line of the transcript is said by speaker 7\. The speakers are 1;/,
  );

  const merged = await run('speakers', 'merge', job, '1', '40');
  assert.equal(merged.code, 4);
  assert.match(merged.stderr, /said by speaker 40\. The speakers are 1;/);
});
