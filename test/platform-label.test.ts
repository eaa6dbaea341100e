/**
 * YouTube's own label of paid promotion, through a whole service as a process, with a made-up YouTube and its made-up
 * interface.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type Client, createAdminClient, createClient, type Job } from '../sdk/src/index.ts';
import { sampleVideo } from '../server/testing/sample-video.ts';
import { type ServiceProcesses, serviceProcesses } from '../server/testing/service-process.ts';
import {
  installedYtdlp,
  type MadeUpYoutube,
  startMadeUpYoutube,
} from '../server/testing/sources/made-up-youtube.ts';
import {
  refusal,
  startYoutubeInterface,
  video,
  type YoutubeInterface,
} from '../server/testing/sources/youtube-interface.ts';
import { reelsight } from './cli/harness.ts';

const skip = installedYtdlp ? false : 'yt-dlp is not installed';
const linkOf = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

describe("YouTube's own label", { skip }, () => {
  let folder: string;
  let dataDir: string;
  let youtube: MadeUpYoutube;
  let labels: YoutubeInterface;
  let settings: Readonly<Record<string, string>>;
  let service: ServiceProcesses;
  let client: Client;
  let apiKey: string;
  let workspaceId: string;
  let labelled: Job;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'reelsight-label-'));
    dataDir = join(folder, 'data');
    youtube = await startMadeUpYoutube({
      media: sampleVideo,
      videos: () => ({ labelledAAA: {}, plainAAAAAA: {}, refusedAAAA: {}, laterAAAAAA: {} }),
    });
    labels = await startYoutubeInterface();
    labels.videos.set('labelledAAA', video({ hasPaidProductPlacement: true }));
    labels.videos.set('plainAAAAAA', video({ hasPaidProductPlacement: false }));
    labels.videos.set('refusedAAAA', refusal(403, 'quotaExceeded', `quota of ${labels.key}`));

    const keyFile = join(folder, 'key');
    await writeFile(keyFile, `${labels.key}\n`);
    settings = {
      ...youtube.settings,
      REELSIGHT_YOUTUBE_API_KEY_FILE: keyFile,
      REELSIGHT_YOUTUBE_API_URL: labels.url,
      REELSIGHT_LOG_LEVEL: 'trace',
    };
    service = await serviceProcesses({ dataDir, env: settings });
    await service.start();

    const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
    const made = await admin.workspaces.create({ name: 'w', email: 'w@example.com', plan: 'pro' });
    apiKey = made.api_key;
    workspaceId = made.tenant_id;
    client = createClient({ baseUrl: service.apiUrl, apiKey });
  });

  after(async () => {
    await service.kill(service.parts);
    await labels.close();
    await youtube.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function analysed(id: string, ask: object = {}): Promise<Job> {
    const made = await client.jobs.create({
      url: linkOf(id),
      capabilities: ['metadata'],
      ...ask,
    });
    const job = await client.jobs.wait(made.job_id, { signal: AbortSignal.timeout(240_000) });
    assert.equal(job.status, 'completed', JSON.stringify(job.error));
    return job;
  }

  const labelOf = (job: Job) => job.results?.metadata?.paid_promotion;
  const requestsFor = (id: string) =>
    labels.requests.filter((request) => request.includes(`id=${id}&`)).length;
  const logged = () => service.log.filter(({ msg }) => /YouTube does not tell/.test(msg));
  const metadataPath = ({ job_id: id }: Job) =>
    join(dataDir, 'storage', 'artifacts', workspaceId, id, 'ingestion', 'metadata.json');

  test('is a disclosure of the video, and for each brand a sign that does not name it', async () => {
    labelled = await analysed('labelledAAA', { capabilities: ['metadata', 'brands'], fps: 1 });
    const { results } = labelled;
    assert.equal(labelOf(labelled), true);
    assert.deepEqual(results?.disclosures, [{ sign: 'platform', timestamp: 0, confidence: 1 }]);

    const toyota = results?.brands?.find(({ name }) => name === 'Toyota');
    assert.deepEqual(toyota?.disclosure, {
      paid: 'not_known',
      disclosed: false,
      paid_seconds: 0,
      signs: [
        { sign: 'platform', timestamp: 0, confidence: 1, names_brand: false, order: 'outside' },
      ],
    });
    assert.equal(requestsFor('labelledAAA'), 1);
  });

  test('is not asked for again while media are reused, and lasts when the metadata are fetched anew', async () => {
    const first = await analysed('plainAAAAAA');
    assert.equal(labelOf(first), false);
    const reused = await analysed('plainAAAAAA');
    assert.equal(reused.results?.meta.media_reused, true);
    assert.equal(labelOf(reused), false);

    const old = '2026-01-01T00:00:00.000Z';
    const { paid_promotion: _, ...unasked } = first.results?.metadata ?? {};
    for (const held of [first, reused])
      await writeFile(
        metadataPath(held),
        JSON.stringify({ ...first.results?.metadata, fetched_at: old }),
      );
    const refreshed = await analysed('plainAAAAAA');
    assert.equal(refreshed.results?.meta.media_reused, true);
    assert.ok((refreshed.results?.metadata?.fetched_at ?? '') > old);
    assert.equal(labelOf(refreshed), false);

    for (const held of [first, reused, refreshed])
      await writeFile(metadataPath(held), JSON.stringify({ ...unasked, fetched_at: old }));
    const asBefore = await analysed('plainAAAAAA');
    assert.equal(asBefore.results?.meta.media_reused, true);
    assert.equal(labelOf(asBefore), undefined, 'metadata of an earlier version stay without it');
    assert.equal(requestsFor('plainAAAAAA'), 1);
  });

  test('the doctor says that it is asked for, and tries it with a link', async () => {
    const look = async (env: Readonly<Record<string, string>>, ...links: string[]) =>
      (await reelsight(['doctor', ...links], { home: join(folder, 'home'), env })).stdout;
    const before = labels.requests.length;

    assert.match(await look(settings), /^ok +YouTube label +asked once for each download/m);
    assert.equal(labels.requests.length, before, 'which asks nothing');
    const tried = await look(settings, linkOf('labelledAAA'));
    assert.match(tried, /^ok +YouTube label +YouTube labels the video/m);

    const { REELSIGHT_YOUTUBE_API_KEY_FILE: _, ...others } = settings;
    const wrongKey = { ...others, REELSIGHT_YOUTUBE_API_KEY: 'of-somebody-else' };
    const refused = await look(wrongKey, linkOf('labelledAAA'));
    assert.match(refused, /^advice +YouTube label +.*\(status 400 badRequest\)/m);
    assert.ok(!refused.includes('of-somebody-else'));
    assert.match(await look(others), /^advice +YouTube label +.*no effect without/m);
  });

  test('after a refusal the job is complete without it, and later videos are not asked about', async () => {
    assert.equal(labelOf(await analysed('refusedAAAA')), null);
    assert.equal(logged().length, 1);
    const [{ reason, paused_until: until } = { reason: '', paused_until: '' }] = logged();
    assert.equal(reason, 'status 403 quotaExceeded');
    assert.ok(Date.parse(String(until)) > Date.now());

    const before = labels.requests.length;
    assert.equal(labelOf(await analysed('laterAAAAAA')), null);
    assert.equal(labels.requests.length, before);
    assert.equal(logged().length, 1);
  });

  test('the key is in no log, no answer and no file of the service', async () => {
    assert.ok(service.log.length > 20);
    assert.ok(!JSON.stringify(service.log).includes(labels.key));
    const headers = { 'X-Api-Key': apiKey };
    const answers = ['/v1/jobs', `/v1/jobs/${labelled.job_id}`, '/readyz'].map((path) =>
      fetch(service.apiUrl + path, { headers }).then((answer) => answer.text()),
    );
    const text = (await Promise.all(answers)).join('\n');
    assert.ok(text.includes('"paid_promotion":true'));
    assert.ok(!text.includes(labels.key));

    await service.kill(service.parts);
    const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const paths = files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name));
    assert.ok(paths.some((path) => path.endsWith('metadata.json')));
    for (const path of paths) assert.ok(!(await readFile(path)).includes(labels.key), path);
  });
});
