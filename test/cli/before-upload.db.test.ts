/** What `reelsight` checks before it uploads or spends anything: prices, wrong options, files that are no videos. */
import assert from 'node:assert/strict';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { capabilities, jobOptions } from '@reelsight/contract';
import { capabilityNames } from '../../cli/src/analyze-options.ts';
import type { TestService, TestWorkspace } from '../../server/testing/service.ts';
import { sharedService } from '../../server/testing/shared-service.ts';
import { type Ended, reelsight, sample, startReelsight, writeHollowMp4 } from './harness.ts';

let service: TestService;
let folder: string;
before(async () => {
  service = await sharedService();
  folder = await mkdtemp(join(tmpdir(), 'reelsight-before-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const run = ({ apiKey }: TestWorkspace, args: readonly string[]): Promise<Ended> =>
  reelsight(args, {
    home: folder,
    env: { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: apiKey },
  });

test('an estimate is for the length of the file, and uploads nothing', async () => {
  const owner = await service.workspace();
  const of = async (path: string, ...more: string[]) => {
    const { code, stdout, stderr } = await run(owner, [
      ...['analyze', path, '--estimate', '--json'],
      ...more,
    ]);
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '', 'no progress of an upload');
    return JSON.parse(stdout);
  };
  const real = await of(sample, '-c', 'transcription');
  assert.equal(real.duration_seconds, 27.842);
  assert.equal(real.platform, 'upload');

  const hour = await of(
    await writeHollowMp4(join(folder, 'hour.mp4'), 3600),
    '-c',
    'transcription',
  );
  assert.equal(hour.duration_seconds, 3600);
  assert.ok(hour.credits_estimated > 20 * real.credits_estimated);

  // Counts the uploads of this workspace only, because other suites upload to the same service.
  const uploads = join(service.dataDir, 'storage', 'uploads', owner.tenantId);
  const stored = () => readdir(uploads).catch(() => []);
  assert.deepEqual(await stored(), []);
  assert.equal((await run(owner, ['upload', sample])).code, 0);
  assert.equal((await stored()).length, 1, 'the place that was looked at is the right one');
});

test('without --json an estimate is a line and a table of its parts', async () => {
  const owner = await service.workspace('pro', 1234);
  const hour = await writeHollowMp4(join(folder, 'priced.mp4'), 3600);
  const args = ['analyze', hour, '-c', 'transcription', '--estimate'];
  const { code, stdout, stderr } = await run(owner, args);
  assert.equal(code, 0, stderr);

  const { credits_estimated: credits, breakdown } = JSON.parse(
    (await run(owner, [...args, '--json'])).stdout,
  );
  const lines = stdout.split('\n');
  const { balance } = (await owner.client.account()).credits;
  assert.ok(balance > 999);
  assert.equal(lines[0], `about ${credits} credits (balance ${balance.toLocaleString('en')})`);
  assert.match(lines[0] ?? '', /balance \d+,\d{3}\)$/);
  assert.match(lines[2] ?? '', /^Work +Credits$/);

  for (const [index, { item, credits: share }] of breakdown.entries())
    assert.match(
      lines[3 + index] ?? '',
      new RegExp(`^${item.replaceAll('_', ' ')} +${share.toFixed(3)}$`),
    );
});

test('a number or date that cannot be right names its option before a service is asked', async () => {
  const clip = await writeHollowMp4(join(folder, 'clip.mp4'), 60);
  const cases: [string[], RegExp][] = [
    [['jobs', 'list', '--limit', '0'], /'--limit <number>'.* must be a whole number, 1 or more/],
    [['jobs', 'list', '--created-after', 'yesterday'], /'--created-after <time>'.* ISO 8601/],
    [['jobs', 'list', '--updated-after', '2026-02-30'], /'--updated-after <time>'.* ISO 8601/],
    [['usage', '--from', 'nonsense'], /'--from <date>'.* ISO 8601, such as 2026-01-31/],
    [['usage', '--to', '2026-13-01'], /'--to <date>'.* ISO 8601/],
    [
      ['analyze', clip, '--max-credits', '-1'],
      /'--max-credits <number>'.* whole number, 0 or more/,
    ],
  ];
  for (const [args, expected] of cases) {
    const env = { REELSIGHT_URL: 'http://127.0.0.1:9', REELSIGHT_API_KEY: 'x' };
    const ended = await reelsight(args, { home: folder, env });
    assert.equal(ended.code, 2, `${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
    assert.match(ended.stderr, expected);
  }

  const owner = await service.workspace();
  const times = [
    '2026-01-31',
    '2024-02-29T09:00Z',
    '2026-01-31T09:00:00.123+02:00',
    '2026-01-31T09:00:00+0200',
  ];
  for (const time of times) {
    const ended = await run(owner, ['jobs', 'list', '--created-after', time]);
    assert.equal(ended.code, 0, ended.stderr);
  }
});

test('batch create says how to come back, and waits with --wait', async () => {
  const owner = await service.workspace();
  const clip = await writeHollowMp4(join(folder, 'clip.mp4'), 60);
  const create = ['batch', 'create', clip, '-c', 'metadata'];
  const left = await run(owner, create);
  assert.equal(left.code, 0, left.stderr);
  assert.match(
    left.stderr,
    /^uploading clip\.mp4\nuploaded clip\.mp4\n(batch_\w+) {2}\(to return to it: reelsight batch wait \1\)\n$/,
  );
  assert.match(left.stdout, /^batch_\w+ processing, about \d+ credits?\n/);
  assert.equal((await run(owner, [...create, '--quiet'])).stderr, '');

  const waiting = startReelsight([...create, '--wait', '--json'], {
    home: folder,
    env: { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey },
  });
  // There is no worker, so the command waits until the batch is cancelled.
  let cancelled: Promise<unknown> | undefined;
  waiting.child.stderr?.on('data', () => {
    const id = /^(batch_\w+) (?:.|\n)*^0 of 1 jobs$/m.exec(waiting.output())?.[1];
    if (id) cancelled ??= owner.client.batches.cancel(id);
  });

  const ended = await waiting.ended;
  await cancelled;
  assert.equal(ended.code, 1, ended.stderr);
  assert.equal(JSON.parse(ended.stdout).status, 'cancelled');
});

test('an estimate of a batch is the sum of its videos, and creates nothing', async () => {
  const owner = await service.workspace();
  const short = await writeHollowMp4(join(folder, 'short.mp4'), 60);
  const long = await writeHollowMp4(join(folder, 'long.mp4'), 3600);
  const link = 'https://youtu.be/dQw4w9WgXcQ';
  const price = async (path: string): Promise<number> => {
    const { stdout } = await run(owner, [
      ...['analyze', path, '-c', 'transcription', '--estimate', '--json'],
    ]);
    return JSON.parse(stdout).credits_estimated;
  };
  const each = [await price(link), await price(short), await price(long)];
  const total = each.reduce((sum, one) => sum + one, 0);
  const args = ['batch', 'create', short, link, long, '-c', 'transcription', '--estimate'];
  const uploads = join(service.dataDir, 'storage', 'uploads', owner.tenantId);
  const stored = () => readdir(uploads).catch(() => []);
  const before = (await stored()).length;
  const { code, stdout, stderr } = await run(owner, [...args, '--json', '--max-credits', '1']);
  assert.deepEqual([code, stderr], [0, '']);

  const estimate = JSON.parse(stdout);
  assert.equal(estimate.total_credits_estimated, total);
  assert.deepEqual(
    estimate.videos.map((video: { video: string; credits_estimated: number }) => [
      ...[video.video, video.credits_estimated],
    ]),
    [link, short, long].map((video, index) => [video, each[index]]),
  );

  const read = await run(owner, args);
  assert.match(read.stdout, new RegExp(`^about ${total} credits \\(balance `));
  assert.match(read.stdout, /long\.mp4 +1:00:00 +\d+$/m);
  assert.equal((await stored()).length, before);

  const batches = await run(owner, ['batch', 'list']);
  assert.equal(batches.stdout, 'No batches.\n');
});

test('a file of unknown length gets an estimate for an assumed one, which is said', async () => {
  const owner = await service.workspace();
  const path = await writeHollowMp4(join(folder, 'unknown.mp4'), 0);
  const { code, stdout, stderr } = await run(owner, ['analyze', path, '--estimate', '--json']);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /The length of .*unknown\.mp4 is unknown; .* assumes 10:00/);
  const { duration_seconds: seconds, note } = JSON.parse(stdout);
  assert.deepEqual({ seconds, note }, { seconds: null, note: 'duration_unresolved' });
});

test('the service refuses before the upload what it would refuse after it', async () => {
  const free = await service.workspace('free');
  const clip = await writeHollowMp4(join(folder, 'clip.mp4'), 60);
  const long = await writeHollowMp4(join(folder, 'long.mp4'), 40_000);
  const cases: [string[], number, RegExp][] = [
    [['analyze', clip, '-c', 'brands'], 4, /^PLAN_REQUIRED/m],
    [['analyze', clip, '-c', 'brands', '--surface', 'nowhere'], 4, /^INVALID_SURFACE/m],
    [['analyze', clip, ...['a', 'b', 'c', 'd'].flatMap((q) => ['-q', q])], 4, /^TOO_MANY_QUERIES/m],
    [['analyze', long], 4, /^VIDEO_TOO_LONG/m],
    [['analyze', clip, '--max-credits', '0'], 1, /^BUDGET_EXCEEDED.*Nothing was uploaded/m],
    [['batch', 'create', clip, '-c', 'summary'], 4, /^BATCH_NOT_ALLOWED/m],
  ];
  for (const [args, code, expected] of cases) {
    const ended = await run(free, args);
    assert.equal(ended.code, code, `${args.join(' ')}: ${ended.stderr}`);
    assert.match(ended.stderr, expected);
    assert.doesNotMatch(ended.stderr, /uploading/);
  }

  assert.deepEqual((await free.client.jobs.list().page()).items, []);
});

test('wrong options end with 2 before a service is asked', async () => {
  const clip = await writeHollowMp4(join(folder, 'clip.mp4'), 60);
  const many = (flag: string, count: number) =>
    Array.from({ length: count }, (_, n) => [flag, `${n}`]).flat();
  const cases: [string[], RegExp][] = [
    [['-c', 'transcript'], /no such capability\. Did you mean transcription\?/],
    [['-c', 'custom_query'], /needs a --query/],
    [['-c', 'objects'], /needs an --object/],
    [['-c', 'summary', '-q', 'why?'], /--query or --shaped-query needs custom_query/],
    [['-c', 'summary', '-b', 'Sony'], /--brand or --surface needs brands/],
    [['--fps', '9'], /1, 2, 3 or 4/],
    [['--language', 'no language'], /such as en/],
    [['-q', 'x'.repeat(jobOptions.queries.characters + 1)], /501 characters; 500/],
    [['-q', ' '], /--query is empty/],
    [many('-o', jobOptions.objects.atMost + 1), /--object can be given at most 5 times/],
    [many('-b', jobOptions.brands.atMost + 1), /--brand can be given at most 50 times/],
    [['--out', 'talk.pdf'], /\.srt, \.vtt or \.txt/],
    [['--out', join(folder, 'none', 'talk.srt')], /there is no folder .*none\.$/m],
    [['--out', 'talk.srt', '-c', 'summary'], /needs transcription/],
    [['--from-job', 'job_1'], /--from-job takes no file/],
    [['--quite'], /unknown option '--quite'\n\(Did you mean --quiet\?\)/],
  ];

  for (const [options, expected] of cases) {
    const env = { REELSIGHT_URL: 'http://127.0.0.1:9', REELSIGHT_API_KEY: 'x' };
    const ended = await reelsight(['analyze', clip, ...options], { home: folder, env });
    assert.equal(ended.code, 2, `${options.join(' ')}: ${ended.stderr}`);
    assert.match(ended.stderr, expected);
  }
});

test('analyze without a file or link asks about the video of --from-job', async () => {
  const owner = await service.workspace();
  const { stderr, code } = await run(owner, ['analyze', '-c', 'summary']);
  assert.equal(code, 2);
  assert.match(stderr, /Name a file or a link, or an earlier job by --from-job/);

  const first = ['analyze', sample, '-c', 'summary', '--no-wait', '--json'];
  const uploaded = JSON.parse((await run(owner, first)).stdout);
  const { job_id: linked } = await owner.client.jobs.create({
    url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    capabilities: ['summary'],
  });
  const again = async (id: string, ...more: string[]) => {
    const args = ['analyze', '--from-job', id, '-c', 'metadata', ...more];
    const ended = await run(owner, args);
    return JSON.parse(ended.stdout || assert.fail(ended.stderr));
  };
  const ofUpload = await again(uploaded.job_id, '--no-wait', '--json');
  assert.equal(ofUpload.from_job, uploaded.job_id);
  assert.equal(ofUpload.upload_key, uploaded.upload_key);
  assert.equal(ofUpload.video_title, 'sample.mp4');

  const ofLink = await again(linked, '--no-wait', '--json');
  assert.deepEqual(
    [ofLink.from_job, ofLink.url],
    [linked, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
  );
  assert.equal((await again(uploaded.job_id, '--estimate', '--json')).platform, 'upload');

  const told = ['--speakers', '2', '--term', 'Zorblax', '--no-glossary'];
  const { stdout } = await run(owner, [...first.with(3, 'transcription'), ...told]);
  const heard = JSON.parse(stdout).job_id;
  const repeated = await again(heard, '--no-wait', '--json', '--speakers', '3-4');
  assert.deepEqual(
    [repeated.glossary_terms, repeated.glossary, repeated.speakers_expected],
    [['Zorblax'], false, { min: 3, max: 4 }],
  );

  const listed = await run(owner, ['jobs', 'list']);
  assert.match(listed.stdout, new RegExp(`^${ofUpload.job_id} .* sample\\.mp4$`, 'm'));
});

test('of the job of --from-job only its state is read; one without a video is told', async () => {
  const seen: string[] = [];
  const stand = createServer((request, response) => {
    seen.push(request.url ?? '');
    const data = { job_id: 'job_1', status: 'completed', url: null, upload_key: null };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data, meta: { request_id: 'req_1' } }));
  });
  await new Promise<void>((resolve) => stand.listen(0, '127.0.0.1', resolve));

  const { port } = stand.address() as { port: number };
  const env = { REELSIGHT_URL: `http://127.0.0.1:${port}`, REELSIGHT_API_KEY: 'rs_live_x' };
  const args = ['analyze', '--from-job', 'job_1', '-c', 'metadata'];
  const { code, stderr } = await reelsight(args, { home: folder, env });

  stand.close();
  assert.equal(code, 1);
  assert.match(stderr, /job_1 has neither a link nor an upload/);
  assert.deepEqual(seen, ['/healthz', '/v1/jobs/job_1?results=none']);
});

test('the capabilities are those of the interface', () => {
  assert.deepEqual([...capabilityNames].sort(), [...capabilities].sort());
});

test('what is no video file is told in one line, before a service is asked', async () => {
  await mkdir(join(folder, 'folder.mp4'), { recursive: true });
  await writeFile(join(folder, 'empty.mp4'), '');
  await writeFile(join(folder, 'text.mp4'), 'Not a video at all, only text.');
  await writeHollowMp4(join(folder, 'really-mp4.webm'), 5);

  const cases: [string, RegExp][] = [
    ['none.mp4', /none\.mp4 is neither a file nor an address/],
    ['folder.mp4', /folder\.mp4 is a folder/],
    ['empty.mp4', /empty\.mp4 is empty/],
    ['text.mp4', /text\.mp4 is not a video/],
    ['really-mp4.webm', /ends in \.webm, but contains mp4/],
  ];
  const env = { REELSIGHT_URL: 'http://127.0.0.1:9', REELSIGHT_API_KEY: 'x' };

  for (const [name, expected] of cases) {
    for (const command of ['analyze', 'upload']) {
      const ended = await reelsight([command, join(folder, name)], { home: folder, env });
      assert.equal(ended.code, 2, ended.stderr);
      assert.match(ended.stderr, expected);
      assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr);
    }
  }
});

test('a file that grows while it is read is no video yet', async () => {
  const owner = await service.workspace();
  const path = await writeHollowMp4(join(folder, 'growing.mp4'), 60);
  await appendFile(path, Buffer.alloc(30_000_000));

  const { child, output, ended } = startReelsight(['upload', path], {
    home: folder,
    env: { REELSIGHT_URL: service.apiUrl, REELSIGHT_API_KEY: owner.apiKey },
  });
  let grows: Promise<void> | undefined;
  child.stderr?.on('data', () => {
    if (output().includes('uploading')) grows ??= appendFile(path, 'more');
  });

  const { code, stderr, stdout } = await ended;
  await grows;
  assert.equal(code, 2, stderr);
  assert.match(stderr, /growing\.mp4 changed while it was being read; try again/);
  assert.equal(stdout, '');
});
