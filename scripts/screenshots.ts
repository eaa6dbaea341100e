/**
 * `npm run screenshots`: writes the pictures that the documentation shows to docs/images, from a service in this process
 * that analyses real videos. `npm run screenshots -- FOLDER` writes pictures of all pages of the console there, each
 * also dark and on a phone.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser, signIn, visit, withoutBrowser } from '../test/console-pages/browser.ts';
import {
  ended,
  makeBatch,
  makeJob,
  openStage,
  publishFeed,
  type Stage,
  sample,
  uploadSample,
} from '../test/console-pages/stage.ts';
import { accepted } from '../test/interface/subject.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const otherFolder = process.argv[2];
const folder = resolve(otherFolder ?? `${root}docs/images`);
const shownPictures = ['job', 'exposure', 'search', 'report', 'batch-brands', 'shared'];

/** Cuts parts out of the sample, so that the videos differ; uses the whole sample if ffmpeg cannot cut it. */
async function cutVideos(into: string): Promise<Record<string, string>> {
  const parts = { 'city-tour': [0, 15], 'spring-review': [11, 16] } as const;
  const videoPaths: Record<string, string> = {};

  for (const [name, [from, length]] of Object.entries(parts)) {
    const path = join(into, `${name}.mp4`);
    const range = ['-ss', String(from), '-t', String(length)];
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...range, '-i', sample, '-c', 'copy', path])
      .then(() => Object.assign(videoPaths, { [name]: path }))
      .catch((error: Error) => console.error(`${name}: not cut (${error.message.split('\n')[0]})`));
  }

  return videoPaths;
}

interface Made {
  readonly job: string;
  readonly batch: string;
  readonly follow: string;
  readonly feed: string;
  readonly report: string;
  /** Path of a link for people without an account. */
  readonly shared: string;
}

/** Creates the data that a week of work would leave behind. */
async function furnish(stage: Stage): Promise<Made> {
  const { media, home, hooks } = stage;
  const post = (path: string, body: unknown) => stage.ada.post(home + path, body);

  await stage.ada.patch(home, { name: 'Sponsor desk' });
  const job = await makeJob(stage, {
    upload_key: await uploadSample(stage),
    upload_filename: 'Morning show, 14 March.mp4',
    capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
    queries: ['How much do the two cups of coffee cost?', 'When do the offices open?'],
    objects: ['stop sign', 'cup', 'clock'],
    webhook_url: `${hooks.url}/jobs`,
    fps: 1,
  });
  await ended(stage, `/v1/jobs/${job}`);

  const batch = await makeBatch(stage, {
    urls: ['city-tour', 'spring-review', 'morning-show'].map(
      (name) => `${media.url}/file/${name}.mp4`,
    ),
    capabilities: ['transcription', 'brands', 'metadata'],
    aggregate: {
      enabled: true,
      queries: ['Which brands are named?', 'How much do the two cups of coffee cost?'],
    },
  });
  await ended(stage, `/v1/batch/${batch}`);

  const refused = await makeJob(stage, {
    url: `${media.url}/status/403`,
    capabilities: ['transcription'],
  });
  await ended(stage, `/v1/jobs/${refused}`);
  await brands(stage);

  const feed = publishFeed(stage, 'travels');
  const follow = await post('/v1/follows', {
    name: 'The travelling cup',
    source: feed,
    capabilities: ['transcription', 'brands', 'metadata'],
    backfill: 4,
    monthly_credits: 2000,
    every_minutes: 360,
    filters: { min_duration_seconds: 60, title_excludes: ['trailer'] },
  });

  await furnishSettings(stage);
  const id = follow.json.data.follow_id;
  await waitForVideos(stage, id, 4);

  return { job, batch, follow: id, feed, ...(await handOut(stage, job, batch)) };
}

/** Creates a report of the batch, and a link to the job. */
async function handOut(
  stage: Stage,
  job: string,
  batch: string,
): Promise<Pick<Made, 'report' | 'shared'>> {
  const { ada, home } = stage;
  const request = {
    title: 'Spring campaign',
    batch_id: batch,
    formats: ['html', 'pdf', 'csv', 'json'],
  };
  const report = accepted(await ada.post(`${home}/v1/reports`, request), 202).report_id;
  await ended(stage, `/v1/reports/${report}`);

  const parts = ['video', 'brands', 'exposure'];
  const link = await ada.post(`${home}/v1/jobs/${job}/shares`, { parts, expires_in_days: 14 });

  return { report, shared: new URL(accepted(link, 201).url).pathname };
}

/** Creates keys, deliveries, members, credits, and other workspaces. */
async function furnishSettings({ ada, home, workspace, service, hooks }: Stage): Promise<void> {
  const post = (path: string, body: unknown) => ada.post(home + path, body);
  await post('/keys', { name: 'nightly import', scopes: ['jobs:write', 'jobs:read'] });
  await post('/keys', { name: 'dashboard', scopes: ['jobs:read', 'account:read'] });
  await post('/v1/webhooks/test', { url: `${hooks.url}/refuses` });
  await post('/invitations', { email: 'grace@example.com', role: 'member' });
  await service.admin.workspaces.addCredits(workspace, {
    type: 'purchase',
    amount: 5000,
    description: 'Order 2041',
  });

  for (const [name, plan] of [
    ['Harbour FC', 'pro'],
    ['Studio Nine', 'starter'],
  ] as const)
    await service.admin.workspaces.create({ name, email: 'video@example.com', plan });
}

/** Waits until a Follow has found `count` videos. */
async function waitForVideos({ ada, home }: Stage, follow: string, count: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 500) {
    if ((await ada.get(`${home}/v1/follows/${follow}/videos`)).json.data.length >= count) return;
    await new Promise((wake) => setTimeout(wake, 500));
  }
  throw new Error('The Follow met no videos within a minute.');
}

async function brands({ ada: visitor, home }: Stage): Promise<void> {
  const entries = [
    { name: 'Summit', support: ['boots', 'jacket'], unless: ['meeting', 'mountain'] },
    { name: 'Globex', aliases: ['Globex Corporation', 'GLBX'] },
    { name: 'Kaffa & Co', aliases: ['Kaffa', 'كافا'] },
    { name: 'Notion', exclude: true },
  ];
  for (const entry of entries) {
    const answer = await visitor.post(`${home}/v1/brands`, entry);
    if (entry.name !== 'Globex') continue;

    const background = '#0b3d5c';
    const text = '#ffd166';

    for (const label of ['GLOBEX', 'G']) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"><rect width="320" height="320" fill="${background}"/><text x="160" y="190" font-size="${label.length > 1 ? 72 : 220}" font-family="sans-serif" font-weight="700" text-anchor="middle" fill="${text}">${label}</text></svg>`;
      const body = new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer());
      await visitor.call('POST', `${home}/v1/brands/${answer.json.data.brand_id}/logos`, {
        body,
        headers: { 'Content-Type': 'image/png' },
      });
    }
  }
}

interface Shot {
  readonly name: string;
  readonly path: string;
  /** Text that must be visible before the picture is taken. */
  readonly ready: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

function shots({ job, batch, follow, feed, report }: Made): readonly Shot[] {
  const link = (page: Page) => page.getByLabel('Link to follow').fill(feed);
  return [
    { name: 'trends', path: '/', ready: 'Toyota' },
    { name: 'analyse', path: '/analyse', ready: 'Links' },
    { name: 'job', path: `/jobs/${job}?t=5.5`, ready: 'Toyota' },
    { name: 'exposure', path: `/jobs/${job}?tab=exposure`, ready: 'Equivalent' },
    {
      name: 'search',
      path: '/jobs',
      ready: 'Morning show, 14 March.mp4',
      prepare: async (page) => {
        await page.keyboard.press('/');
        await page.getByRole('combobox', { name: 'Search videos' }).fill('coffee');
        await page
          .getByRole('status')
          .filter({ hasText: /moment/ })
          .waitFor();
      },
    },
    { name: 'report', path: `/reports/${report}`, ready: 'Spring campaign' },
    { name: 'jobs', path: '/jobs', ready: 'Morning show, 14 March.mp4' },
    { name: 'batches', path: '/batches', ready: '3 videos' },
    { name: 'batch', path: `/batches/${batch}`, ready: 'Credits charged' },
    { name: 'batch-brands', path: `/batches/${batch}?tab=brands`, ready: 'Share of screen time' },
    {
      name: 'batch-answers',
      path: `/batches/${batch}?tab=answers`,
      ready: 'Which brands are named?',
    },
    {
      name: 'brands',
      path: '/brands',
      ready: 'Globex',
      prepare: (page) => page.getByRole('button', { name: 'Edit Globex' }).click(),
    },
    { name: 'follows', path: '/follows', ready: 'The travelling cup' },
    { name: 'follow', path: `/follows/${follow}`, ready: 'History' },
    {
      name: 'follow-new',
      path: '/follows/new',
      ready: 'Preview',
      prepare: async (page) => {
        await link(page);
        await page.getByLabel('Title has none of').fill('trailer');
        await page.getByLabel('At least this long').fill('60');
        await page.getByText('2 of the newest 4 videos').waitFor();
      },
    },
    { name: 'settings-keys', path: '/settings/keys', ready: 'nightly import' },
    { name: 'settings-webhooks', path: '/settings/webhooks', ready: 'webhook.test' },
    { name: 'settings-usage', path: '/settings/usage', ready: 'Order 2041' },
    { name: 'settings-plan', path: '/settings/plan', ready: 'The plan' },
    { name: 'settings-members', path: '/settings/members', ready: 'grace@example.com' },
    { name: 'settings-workspace', path: '/settings/workspace', ready: 'Rename' },
    { name: 'settings-audit', path: '/settings/audit', ready: 'API key made' },
    { name: 'settings-account', path: '/settings/account', ready: 'Password now' },
    { name: 'operator', path: '/operator/overview', ready: 'Queues' },
    { name: 'operator-workspaces', path: '/operator/workspaces', ready: 'Harbour FC' },
    { name: 'operator-engines', path: '/operator/engines', ready: 'Models' },
    { name: 'operator-platforms', path: '/operator/platforms', ready: 'Update yt-dlp' },
    { name: 'operator-accounts', path: '/operator/accounts', ready: 'Everybody who can sign in' },
    { name: 'operator-audit', path: '/operator/audit', ready: 'Harbour FC' },
  ];
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function picture(page: Page, name: string): Promise<void> {
  const image = sharp(await page.screenshot());
  const data = await image.png({ palette: true, quality: 100, effort: 10 }).toBuffer();
  await writeFile(join(folder, `${name}.png`), data);
  console.log(`${name}.png ${Math.round(data.length / 1000)} KB`);
}

/** Waits for a picture to load, with a time limit because pictures out of view may never load. */
const decoded = (image: Locator): Promise<unknown> =>
  image
    .evaluate((element: { decode(): Promise<void> }) =>
      Promise.race([element.decode(), new Promise((wake) => setTimeout(wake, 2000))]),
    )
    .catch(() => undefined);

/** Waits up to ten seconds until a video shows the frame of its time: it has that frame's data, and does not seek. */
const shownFrame = (video: Locator): Promise<void> =>
  video.evaluate(async (element: { readonly readyState: number; readonly seeking: boolean }) => {
    const haveCurrentData = 2;
    for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 100) {
      if (element.readyState >= haveCurrentData && !element.seeking) return;
      await new Promise((wake) => setTimeout(wake, 100));
    }
  });

async function take(page: Page, shot: Shot): Promise<void> {
  const capture = async (suffix: string, size: typeof desktop, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    // Wait for pictures and the frame of a video, and for effects of the last change.
    await Promise.all((await page.locator('img').all()).map(decoded));
    await Promise.all((await page.locator('video').all()).map(shownFrame));
    await new Promise((wake) => setTimeout(wake, 500));
    await picture(page, shot.name + suffix);
  };

  await page.setViewportSize(desktop);
  await page.goto(new URL(shot.path, page.url()).href);
  await page.getByText(shot.ready).filter({ visible: true }).first().waitFor();
  await shot.prepare?.(page);
  await capture('', desktop, 'light');

  if (otherFolder === undefined) return;
  await capture('-dark', desktop, 'dark');
  await capture('-phone', phone, 'light');
}

const isWanted = ({ name }: Shot): boolean =>
  otherFolder !== undefined || shownPictures.includes(name);

async function run(): Promise<void> {
  if (withoutBrowser) throw new Error(withoutBrowser);

  await mkdir(folder, { recursive: true });
  const scratch = await mkdtemp(join(tmpdir(), 'reelsight-screenshots-'));
  const stage = await openStage({ files: await cutVideos(scratch), framesPerSecond: 4 });
  const browser = await openBrowser();
  try {
    const content = await furnish(stage);
    const { page } = await visit(browser);
    page.setDefaultTimeout(30_000);
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();

    for (const shot of shots(content).filter(isWanted))
      await take(page, shot).catch((error: Error) => {
        console.error(`${shot.name}: ${error.message}`);
        process.exitCode = 1;
      });

    const guest = await visit(browser);
    await guest.page.goto(stage.service.apiUrl);
    await take(guest.page, { name: 'shared', path: content.shared, ready: 'Exposure' });
  } finally {
    await browser.close();
    await stage.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

await run();
