/**
 * Jobs, batches and Follows with links, through the whole service and the real yt-dlp, from a server that sometimes
 * refuses.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Follow, followPreview, type Job } from '@reelsight/contract';
import { RateLimitError } from '../sdk/src/index.ts';
import type { Batch, CreateFollow } from '../sdk/src/schema.gen.ts';
import { findJobRow } from '../server/src/db/jobs/job-rows.ts';
import { lockJob } from '../server/src/db/jobs/jobs.ts';
import { noteBackOff } from '../server/src/db/jobs/platform-states.ts';
import { previewFollow } from '../server/src/domain/follows/follow-preview.ts';
import { refusalsToPause, runFollow } from '../server/src/domain/follows/follow-run.ts';
import { claimJob } from '../server/src/domain/jobs/claim-jobs.ts';
import { takeShare } from '../server/src/domain/jobs/platform-rate.ts';
import { sweeps } from '../server/src/domain/upkeep/sweep.ts';
import { admitIngested } from '../server/testing/jobs/steps.ts';
import { makeClip } from '../server/testing/media/made-clip.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import {
  type MediaServer,
  ownAddress,
  startMediaServer,
} from '../server/testing/sources/media-server.ts';
import { waitFor } from '../server/testing/wait-for.ts';

const sample = fileURLToPath(new URL('../media/sample.mp4', import.meta.url));

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const signal = () => AbortSignal.timeout(240_000);

const missing = has('yt-dlp') ? false : 'yt-dlp is not installed';
const skip = ownAddress() ? missing : 'this machine has no address but loopback';

describe('links', { skip }, () => {
  let server: MediaServer;
  /** A separate host, because the service stops using a host that limits requests. */
  let limited: MediaServer;
  let service: TestService;
  let workspace: TestWorkspace;
  const short = join(mkdtempSync(join(tmpdir(), 'links-')), 'short.mp4');

  before(async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => `${name}.mp4`);
    makeClip(short, {
      video: {
        width: 320,
        height: 180,
        times: Array.from({ length: 50 }, (_, index) => index / 25),
        draw: () => [{ left: 80, top: 40, width: 100, height: 80, luma: 200 }],
      },
    });

    const files = {
      ...Object.fromEntries(names.map((name) => [name, sample])),
      'i.mp4': short,
    };
    const host = ownAddress() as string;
    server = await startMediaServer(files, host);
    limited = await startMediaServer(files, host);
    service = await startTestService({
      PATH: process.env.PATH ?? '',
      REELSIGHT_ROLE: 'all',
      REELSIGHT_YTDLP: '',
      REELSIGHT_ALLOW_DIRECT_LINKS: 'true',
      REELSIGHT_PRIVATE_LINK_NETWORKS: host,
      REELSIGHT_DIRECT_HOSTS: [server, limited].map(({ url }) => new URL(url).host).join(','),
      REELSIGHT_PLANS: JSON.stringify({ pro: { max_requests_per_minute: 6000, burst: 6000 } }),
    });
    workspace = await service.workspace();
  });

  after(async () => {
    await service.close();
    await server.close();
    await limited.close();
    await rm(dirname(short), { recursive: true });
  });

  async function analysed(url: string): Promise<Job> {
    const made = await workspace.client.jobs.create({ url, capabilities: ['metadata'] });
    return (await workspace.client.jobs.wait(made.job_id, { signal: signal() })) as Job;
  }

  const downloadsOf = (path: string) =>
    server.requests.filter((line) => line.startsWith(`GET ${path}`)).length;

  test('a link becomes results, over a connection that was cut', async () => {
    const job = await analysed(`${server.url}/cutfile/a.mp4?x=1#t=3`);
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.equal(job.platform, 'direct');
    assert.equal(job.video_title, 'a');
    assert.ok(job.video_duration_seconds && job.video_duration_seconds > 1);
    assert.equal(job.results?.metadata?.container, 'mp4');
    assert.equal(job.results?.meta.media_reused, undefined);

    const rest = server.requests.filter((line) => /cutfile\/a.*bytes=[1-9]/.test(line));
    assert.ok(rest.length > 0, 'only the rest was asked for');
    assert.deepEqual(await readdir(join(service.dataDir, 'downloads')), []);
  });

  test('a second job on the same video takes the held media, and says so', async () => {
    const url = `${server.url}/file/b.mp4`;
    const first = await analysed(url);
    assert.equal(first.results?.meta.media_reused, undefined);

    const fetched = downloadsOf('/file/b.mp4');
    const second = await analysed(`${url}#again`);
    assert.equal(second.status, 'completed', JSON.stringify(second.error));
    assert.equal(second.results?.meta.media_reused, true);
    assert.equal(second.video_title, 'b');
    // When a job is submitted, its link is looked up in the background. On a busy machine, the look-up of the first job
    // may arrive only after the requests were counted.
    assert.ok(downloadsOf('/file/b.mp4') - fetched <= 1, 'a look at submit, no download');

    const [stored] = await service.domain.db.query<{ media_bytes: number }>(
      'select media_bytes from jobs where id = $1',
      [first.job_id],
    );
    assert.ok(stored && stored.media_bytes > 100, `${stored?.media_bytes} bytes of media`);

    const path = join(
      ...[service.dataDir, 'storage', 'artifacts', workspace.tenantId],
      ...[first.job_id, 'ingestion', 'metadata.json'],
    );
    const old = '2026-01-01T00:00:00.000Z';
    await writeFile(path, JSON.stringify({ ...first.results?.metadata, fetched_at: old }));
    await service.domain.db.query('update jobs set media_kept_at = null where id = $1', [
      second.job_id,
    ]);

    const third = await analysed(url);
    assert.equal(third.results?.meta.media_reused, true);
    assert.ok((third.results?.metadata?.fetched_at ?? '') > old, 'what is old is asked for anew');
    assert.ok(
      (await readFile(path, 'utf8')).includes(old),
      "the first job's files stay as they are",
    );

    const other = await service.workspace();
    const theirs = await other.client.jobs.create({ url, capabilities: ['metadata'] });
    const done = await other.client.jobs.wait(theirs.job_id, { signal: signal() });
    assert.equal(done.results?.meta.media_reused, undefined, 'workspaces share nothing');
  });

  test('its video is held for the player and for clips, as long as its media', async () => {
    const { client } = workspace;
    const url = `${server.url}/file/i.mp4`;
    const looked = async () => {
      const { job_id: id } = await client.jobs.create({
        url,
        capabilities: ['objects'],
        objects: ['person'],
      });
      return (await client.jobs.wait(id, { signal: signal() })) as Job;
    };
    const clipOf = ({ job_id }: Job, start: number) =>
      client.jobs.createClip(job_id, { ranges: [{ start, end: start + 1 }], format: 'mp4' });
    const playable = async (job: Job) =>
      (await findJobRow(service.domain.db, workspace.tenantId, job.job_id))?.media_available;
    const first = await looked();
    assert.equal(first.status, 'completed', JSON.stringify(first.error));

    const made = await client.clips.wait((await clipOf(first, 0)).clip_id, { signal: signal() });
    assert.equal(made.status, 'ready', JSON.stringify(made.error));
    assert.ok(Math.abs((made.duration_seconds ?? 0) - 1) < 0.1);

    const second = await looked();
    assert.equal(second.results?.meta.media_reused, true);
    assert.equal(await playable(second), true);

    const { url: link } = await client.shares.create(second.job_id, {
      parts: ['video'],
      expires_in_days: 1,
    });
    const token = new URL(link).pathname.split('/').at(-1);
    const played = await fetch(`${service.apiUrl}/shared/v1/${token}/media`);
    assert.equal(played.headers.get('content-type'), 'video/mp4');
    assert.deepEqual(Buffer.from(await played.arrayBuffer()), await readFile(short));

    await service.domain.db.query('update jobs set media_kept_at = $2 where id = $1', [
      first.job_id,
      new Date(0),
    ]);
    await sweeps.media.run(service.domain);

    for (const job of [first, second]) {
      await assert.rejects(clipOf(job, 1), { code: 'MEDIA_GONE' });
      assert.equal(await playable(job), false);
    }
  });

  test('each refusal ends in its code, says what to do, and leaves no file', async () => {
    const expected = {
      '/status/403': 'PLATFORM_403',
      '/status/503': 'PLATFORM_UNAVAILABLE',
      '/liar/a.mp4': 'PLATFORM_UNAVAILABLE',
      // Refused when the job is submitted if the look-up is finished in time, otherwise later.
      '/page/a.html': /^(INVALID_URL|EXTRACTION_FAILED)$/,
    };
    for (const [path, code] of Object.entries(expected)) {
      const outcome = await analysed(server.url + path).then(
        ({ error }) => error,
        (error) => error,
      );
      assert.match(outcome.code, new RegExp(code), path);
      assert.match(outcome.message, /\.$/);
      assert.doesNotMatch(outcome.message, /127\.0\.0\.1|yt-dlp|\//, 'nothing of ours in it');
    }

    assert.deepEqual(await readdir(join(service.dataDir, 'downloads')), []);
  });

  test('after a 429 in a job, submits are refused', async () => {
    const job = await analysed(`${limited.url}/tired/a.mp4`);
    assert.equal(job.error?.code, 'PLATFORM_RATE_LIMITED');
    await assert.rejects(analysed(`${limited.url}/file/a.mp4`), (error: unknown) => {
      assert.ok(error instanceof RateLimitError);
      assert.equal(error.code, 'PLATFORM_RATE_LIMITED');
      return true;
    });
  });

  const ended = (batchId: string): Promise<Batch> =>
    waitFor(async () => {
      const batch = await workspace.client.batches.get(batchId);
      assert.equal(batch.status, 'completed');
      return batch;
    });

  test('a batch over links ends with what could be had', async () => {
    const made = await workspace.client.batches.create({
      urls: [`${server.url}/file/c.mp4`, `${server.url}/file/d.mp4`, `${server.url}/status/403?x`],
      capabilities: ['metadata'],
    });
    const batch = await ended(made.batch_id);

    assert.equal(batch.status, 'completed');
    assert.deepEqual(
      [batch.rollup.completed, batch.rollup.failed, batch.jobs[2]?.reason],
      [2, 1, 'PLATFORM_403'],
    );
  });

  /** An item of a feed, which lists the newest first; `day`: its day in November. */
  interface Item {
    readonly file: string;
    readonly day?: number;
    /** Null: the feed does not state the length, so the service looks the video up. */
    readonly seconds?: number | null;
  }

  function feed(name: string, items: readonly Item[]) {
    const item = ({ file, day = 21, seconds = 12 }: Item) => `<item>
      <title>Episode ${file}</title><guid>${file}</guid>
      <pubDate>${new Date(Date.now() - (21 - day) * 86_400_000).toUTCString()}</pubDate>
      <enclosure url="${server.url}/file/${file}.mp4" type="video/mp4"/>
      ${seconds === null ? '' : `<itunes:duration>${seconds}</itunes:duration>`}</item>`;
    server.feeds.set(
      name,
      `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
       <channel><title>${name}</title>${items.map(item).join('')}</channel></rss>`,
    );

    return `${server.url}/feed/${name}`;
  }

  const rule = { capabilities: ['metadata'], every_minutes: 5 } satisfies Partial<CreateFollow>;
  const jobsOf = async (follow: Follow) =>
    (await workspace.client.jobs.list({ follow_id: follow.follow_id }).page()).items;
  const found = async (follow: Follow) =>
    (await jobsOf(follow)).map(({ url }) => url?.split('/').at(-1)).sort();

  async function follow(fields: Omit<CreateFollow, 'capabilities'>): Promise<Follow> {
    const made = await service.admin.follows.create(workspace.tenantId, { ...rule, ...fields });
    return ran(made as Follow);
  }

  async function read({ follow_id: id }: Follow): Promise<Follow> {
    const all = (await service.admin.follows.list(workspace.tenantId)) as Follow[];
    return all.find((one) => one.follow_id === id) as Follow;
  }

  /** Waits until the Follow's next run has ended, and returns the Follow. */
  const ran = (before: Follow): Promise<Follow> =>
    waitFor(async () => {
      const now = await read(before);
      assert.notEqual(now.last_run_at, before.last_run_at);
      return now;
    });

  const due = ({ follow_id: id }: Follow) =>
    service.domain.db.query('update follows set next_run_at = $2 where id = $1', [
      id,
      new Date(Date.now() - 1000),
    ]);

  test('a Follow takes what is new, the last ones on request, and no video twice', async () => {
    // Three hours ago, so that it can't be mistaken for the time of the analysis.
    const source = feed('news', [
      { file: 'b', day: 20.875 },
      { file: 'a', day: 20 },
    ]);
    let watched = await follow({ name: 'News', source, backfill: 1 });
    assert.deepEqual(
      [watched.kind, watched.platform, watched.status],
      ['feed', 'direct', 'active'],
    );
    assert.deepEqual(await found(watched), ['b.mp4']);

    const [first] = await jobsOf(watched);
    const job = await workspace.client.jobs.wait(first?.job_id ?? '', { signal: signal() });
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    assert.equal(job.follow_id, watched.follow_id);
    assert.equal(job.video_title, 'Episode b');

    const views = await workspace.client.jobs.views(job.job_id);
    assert.equal(views.published_source, 'feed');
    const sinceFeed = Date.now() - Date.parse(views.published_at ?? '');
    assert.ok(Math.abs(sinceFeed - 3 * 3_600_000) < 600_000, `the day of the feed: ${sinceFeed}`);
    const [row] = await service.domain.db.query<{ author: string }>(
      'select author from jobs where id = $1',
      [job.job_id],
    );
    assert.equal(row?.author, 'news', 'its channel is the feed');

    feed('news', [{ file: 'c' }, { file: 'b' }, { file: 'a', day: 20 }]);
    await due(watched);
    // Several schedulers at once start only one run, and two runs at once create only one job.
    await Promise.all([1, 2, 3].map(() => sweeps.follows.run(service.domain)));
    watched = await ran(watched);

    const task = { followId: watched.follow_id };
    feed('news', [{ file: 'd' }, { file: 'c' }, { file: 'b' }, { file: 'a', day: 20 }]);
    await Promise.all([1, 2, 3].map(() => runFollow(service.domain, task, signal())));
    assert.deepEqual(await found(watched), ['b.mp4', 'c.mp4', 'd.mp4']);

    watched = await read(watched);
    await service.admin.follows.run(watched.follow_id, 4);
    watched = await ran(watched);
    assert.deepEqual(await found(watched), ['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4']);

    const videos = await service.admin.follows.videos(watched.follow_id);
    assert.ok(videos.length === 4 && videos.every(({ job_id: id }) => id !== null));

    for (const { job_id: id } of await jobsOf(watched))
      await workspace.client.jobs.wait(id, { signal: signal() });

    assert.ok((await read(watched)).credits_this_month > 0);
    await service.admin.follows.delete(watched.follow_id);
    assert.equal((await jobsOf(watched)).length, 4, 'its jobs stay');
    assert.equal(await read(watched), undefined);
  });

  test('filters and the spending cap hold', async () => {
    const source = feed('shop', []);
    let watched = await follow({
      name: 'Shop',
      source,
      filters: { min_duration_seconds: 5, title_excludes: ['EPISODE F'] },
      // The estimate for an hour of metadata is 35 credits, so the video does not fit into the limit in addition to the
      // others.
      monthly_credits: 35,
      max_credits: 36,
    });

    feed('shop', [
      { file: 'e' },
      { file: 'f' },
      { file: 'g', seconds: 4 },
      { file: 'h', seconds: null },
      { file: 'missing', seconds: null },
    ]);
    await service.admin.follows.run(watched.follow_id);
    watched = await ran(watched);
    assert.deepEqual(await found(watched), ['e.mp4', 'h.mp4']);

    const videos = await service.admin.follows.videos(watched.follow_id);
    const skipped = videos.filter(({ job_id: id }) => id === null).map((video) => video.skipped);
    assert.deepEqual(skipped.sort(), [
      '"EPISODE F" in its title',
      'The platform says that there is no such video, or that it was removed. Check the link.',
      'shorter than 5 seconds',
    ]);

    feed('shop', [{ file: 'a', seconds: 3600 }, { file: 'e' }, { file: 'h' }]);
    await service.admin.follows.run(watched.follow_id);
    watched = await ran(watched);
    assert.match(watched.note ?? '', /cap of 35 credits/);
    assert.equal(watched.status, 'active');
    await service.admin.follows.change(watched.follow_id, { monthly_credits: null });
    await service.admin.follows.run(watched.follow_id);
    watched = await ran(watched);
    assert.deepEqual(await found(watched), ['a.mp4', 'e.mp4', 'h.mp4']);
    assert.equal(watched.note, null);

    for (const { job_id: id, status } of await jobsOf(watched))
      if (status === 'pending') await workspace.client.jobs.cancel(id).catch(() => undefined);
  });

  test('a preview tells what a Follow would meet, and makes nothing', async () => {
    const many = Array.from({ length: 31 }, (_, index) => ({ file: `x${index}`, day: 1 }));
    const source = feed('preview', [
      { file: 'e' },
      { file: 'f', seconds: 4 },
      { file: 'g' },
      { file: 'h', seconds: null, day: 20 },
      { file: 'missing', seconds: null, day: 20 },
      ...many,
    ]);

    const rows = () =>
      service.domain.db.query(
        'select (select count(*) from jobs) as jobs, (select count(*) from follows) as follows',
      );
    const before = await rows();
    const lookedBefore = downloadsOf('/file/h.mp4');
    const preview = await previewFollow(service.domain, workspace.tenantId, {
      source,
      filters: { min_duration_seconds: 5, title_excludes: ['episode g'] },
    });
    assert.deepEqual(followPreview.parse(preview), preview);
    assert.deepEqual(
      [preview.platform, preview.kind, preview.title],
      ['direct', 'feed', 'preview'],
    );
    assert.equal(preview.videos.length, 30);
    assert.deepEqual(
      preview.videos.slice(0, 6).map(({ title, refused }) => [title, refused]),
      [
        ['Episode e', null],
        ['Episode f', 'shorter than 5 seconds'],
        ['Episode g', '"episode g" in its title'],
        ['Episode h', null],
        [
          'Episode missing',
          'The platform says that there is no such video, or that it was removed. Check the link.',
        ],
        ['Episode x0', null],
      ],
    );
    assert.ok(downloadsOf('/file/h.mp4') > lookedBefore, 'looked at, as the feed does not tell');
    assert.match(preview.videos[0]?.url ?? '', /\/file\/e\.mp4$/);

    const plain = await previewFollow(service.domain, workspace.tenantId, {
      source,
      filters: null,
    });
    assert.ok(plain.videos.every(({ refused }) => refused === null));
    assert.deepEqual(await rows(), before);
  });

  test('a preview that fails says why in a code of a call', async () => {
    for (const [path, code] of [
      ['/status/404', 'INVALID_URL'],
      ['/status/403', 'PLATFORM_UNAVAILABLE'],
      ['/status/503', 'PLATFORM_UNAVAILABLE'],
      ['/feed/none-such', 'INVALID_URL'],
    ]) {
      const failing = previewFollow(service.domain, workspace.tenantId, {
        source: `${server.url}${path}`,
      });
      await assert.rejects(failing, { code }, path);
    }

    // A channel that vanished says so, and does not speak of a video.
    const vanished = previewFollow(service.domain, workspace.tenantId, {
      source: `${server.url}/status/404`,
    });
    await assert.rejects(vanished, /no such channel, playlist or feed, or that it was removed/);

    const wrong = { source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' };
    await assert.rejects(previewFollow(service.domain, workspace.tenantId, wrong), {
      code: 'INVALID_URL',
    });

    const closed = { source: `${limited.url}/status/429` };
    await assert.rejects(previewFollow(service.domain, workspace.tenantId, closed), {
      code: 'PLATFORM_RATE_LIMITED',
    });
  });

  test('a Follow that is refused again and again pauses itself, says why, and can be resumed', async () => {
    const { follows } = service.admin;
    let watched = await follow({ name: 'Gone', source: `${server.url}/status/503`, backfill: 7 });
    assert.equal(watched.failures, 1);

    const later = await service.domain.db.query<{ backfill: number }>(
      'select backfill from follows where id = $1',
      [watched.follow_id],
    );
    assert.deepEqual(later, [{ backfill: 7 }], 'what was asked for is not forgotten');
    assert.match(watched.note ?? '', /^PLATFORM_UNAVAILABLE: /);

    const task = { followId: watched.follow_id };
    for (let run = 1; run < refusalsToPause; run += 1)
      await runFollow(service.domain, task, signal());

    watched = await read(watched);
    assert.deepEqual([watched.status, watched.next_run_at], ['paused', null]);
    assert.match(watched.paused_reason ?? '', /^5 runs in a row failed.*PLATFORM_UNAVAILABLE/);
    await assert.rejects(follows.run(watched.follow_id), /paused/);

    const resumed = await follows.change(watched.follow_id, { status: 'active' });
    assert.deepEqual(
      [resumed.status, resumed.failures, resumed.paused_reason],
      ['active', 0, null],
    );
    await follows.delete(watched.follow_id);
  });

  test('a Follow whose channel vanished says so in words, and keeps its videos', async () => {
    const watched = await follow({ name: 'Vanished', source: `${server.url}/status/404` });
    assert.match(
      watched.note ?? '',
      /^EXTRACTION_FAILED: The platform says that there is no such channel, playlist or feed, .* videos analysed before stay\.$/,
    );
    await service.admin.follows.delete(watched.follow_id);
  });

  test('a rule is refused as its jobs would be', async () => {
    const { follows } = service.admin;
    const free = await service.workspace('free');
    const made = (tenantId: string, fields: Partial<CreateFollow>) =>
      follows.create(tenantId, { name: 'x', source: feed('none', []), ...rule, ...fields });
    const refusal = (code: string) => (error: unknown) =>
      assert.equal((error as { code?: string }).code, code) === undefined;
    const wrong: [Partial<CreateFollow>, string][] = [
      [{ source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }, 'INVALID_URL'],
      [{ source: 'https://youtube.com.example/@someone' }, 'INVALID_URL'],
      [{ capabilities: ['brands'] }, 'PLAN_REQUIRED'],
      [{ capabilities: ['objects'] }, 'INVALID_CAPABILITIES'],
      [{ webhook_url: 'https://example.com/hook' }, 'MODE_NOT_ALLOWED'],
      [{ every_minutes: 1 }, 'VALIDATION_FAILED'],
    ];
    for (const [fields, code] of wrong)
      await assert.rejects(made(free.tenantId, fields), refusal(code), code);

    await assert.rejects(made('ws_none', {}), refusal('NOT_FOUND'));
    await assert.rejects(follows.run('fol_none'), refusal('NOT_FOUND'));
  });
});

test('a job whose platform is left alone waits, whichever process noted it', async () => {
  const service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
  try {
    const { domain } = service;
    const { client } = await service.workspace();
    const url = 'https://youtu.be/dQw4w9WgXcQ';
    const made = await client.jobs.create({ url, capabilities: ['summary'] });

    const claim = async () => {
      const job = await lockJob(domain.db, made.job_id);
      const task = { jobId: made.job_id, taskId: job?.task_id ?? '', workerId: 'w' };
      return claimJob(domain, task);
    };
    const until = new Date(Date.now() + 60_000);
    await noteBackOff(domain.db, { platform: 'youtube', url }, until);
    assert.deepEqual(await claim(), { again: true });
    assert.equal((await client.jobs.get(made.job_id)).status, 'pending');
    await assert.rejects(client.jobs.create({ url, capabilities: ['summary'] }), RateLimitError);
    // Another process that recorded an earlier end does not shorten the back-off.
    await noteBackOff(domain.db, { platform: 'youtube', url }, new Date());
    assert.deepEqual(await claim(), { again: true });
    await domain.db.query('update platform_states set backoff_until = now()');
    assert.ok('job' in (await claim()));
  } finally {
    await service.close();
  }
});

test('jobs above the share of a platform come back one after the other', async () => {
  const service = await startTestService({
    REELSIGHT_YTDLP: 'no-such-program',
    REELSIGHT_PLATFORM_REQUESTS_PER_MINUTE: '6',
  });
  try {
    const { domain } = service;
    const { client, tenantId } = await service.workspace('scale', 10_000);
    const urls = Array.from({ length: 40 }, (_, n) => `https://youtu.be/video${100_000 + n}`);
    const { jobs } = await client.batches.create({ urls, capabilities: ['summary'] });
    const site = { platform: 'youtube', url: null };
    while ((await takeShare(domain, domain.db, site, tenantId)) === 0);

    const job = await lockJob(domain.db, jobs[0]?.job_id ?? '');
    const task = { jobId: job?.id ?? '', taskId: job?.task_id ?? '', workerId: 'w' };
    assert.deepEqual(await claimJob(domain, task), { again: true });

    const tasks = await domain.db.query<{ wait: number }>(
      `select extract(epoch from start_after - now())::float8 as wait from pgboss.job
       where id in (select task_id::uuid from jobs where workspace_id = $1) order by 1`,
      [tenantId],
    );
    const waits = tasks.map(({ wait }) => wait);
    assert.equal(waits.length, 40);

    // 40 jobs at 6 a minute take 400 s. Their starts are spread evenly, apart from chance.
    const within = (fromS: number, toS: number) =>
      waits.filter((wait) => wait > fromS && wait <= toS).length;

    for (const quarter of [0, 1, 2, 3]) {
      const some = within(10 + quarter * 100, 110 + quarter * 100);
      assert.ok(some >= 1 && some <= 25, `${some} in quarter ${quarter}: ${waits}`);
    }

    assert.ok((waits.at(-1) as number) <= 411);
  } finally {
    await service.close();
  }
});

test('a short link is known by the id behind it once the platform told', async () => {
  const service = await startTestService({ REELSIGHT_YTDLP: 'no-such-program' });
  try {
    const { domain } = service;
    const { client } = await service.workspace();
    const short = 'https://vm.tiktok.com/ZMabcdef/';
    const long = 'https://www.tiktok.com/@baker/video/7212345678901234567';
    const capabilities: ['summary'] = ['summary'];
    const made = await client.jobs.create({ url: short, capabilities });
    const row = await lockJob(domain.db, made.job_id);
    const task = { jobId: made.job_id, taskId: row?.task_id ?? '', workerId: 'w' };
    const claim = await claimJob(domain, task);
    assert.ok('job' in claim);

    const facts = { videoId: '7212345678901234567', title: 'Rye', durationSeconds: 9 };
    await admitIngested(domain, claim.job, facts);
    assert.equal((await lockJob(domain.db, made.job_id))?.video_id, facts.videoId);

    for (const url of [short, long]) {
      const again = await client.jobs.create({ url, capabilities, from_job: made.job_id });
      assert.equal(again.from_job, made.job_id);
    }

    const other = 'https://www.tiktok.com/@baker/video/7212345678901234568';
    const wrong = client.jobs.create({ url: other, capabilities, from_job: made.job_id });
    await assert.rejects(wrong, /from_job/);
  } finally {
    await service.close();
  }
});
