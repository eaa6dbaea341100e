/**
 * Measures how close the estimate of a job is to its charge, for videos of every kind and the usual requests:
 *
 * node bench/estimates.ts FOLDER [--again]
 *
 * Analyses each video of FOLDER on a new service, one job at a time. Prints the estimate before the job (the file is
 * uploaded, so its length is known), the estimate after ingestion, and the charge. With `--again`, the service then
 * starts anew, having learned from those jobs, and everything is analysed once more.
 */
import { openAsBlob } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createAdminClient, createClient, type NewJob } from '../sdk/src/index.ts';
import { serviceProcesses } from '../server/testing/service-process.ts';

const asks: Readonly<Record<string, Omit<NewJob, 'upload_key'>>> = {
  speech: { capabilities: ['transcription', 'summary'] },
  brands: { capabilities: ['brands', 'metadata'], brands: ['Nike', 'Sony'] },
  things: { capabilities: ['objects'], objects: ['car', 'person', 'dog'] },
  'brands, 2 fps': { capabilities: ['brands'], brands: ['Nike', 'Sony'], fps: 2 },
  everything: {
    capabilities: ['transcription', 'summary', 'brands', 'metadata', 'custom_query', 'objects'],
    objects: ['car', 'person'],
    queries: ['What is it about?'],
  },
};
const contentTypes = {
  '.mp4': 'video/mp4',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
} as const;
const contentTypeOf = (name: string) =>
  Object.entries(contentTypes).find(([ending]) => ending === extname(name))?.[1];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { again: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('node bench/estimates.ts FOLDER [--again]');

interface Outcome {
  readonly name: string;
  /** Estimate before the job, based on the length that the file states. */
  readonly estimated: number;
  /** Estimate after ingestion has counted what the video contains. */
  readonly measured: number;
  readonly charged: number;
}

async function analyseAll(client: Client, from: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];

  for (const name of (await readdir(from)).toSorted()) {
    const contentType = contentTypeOf(name);
    if (contentType === undefined) continue;

    const upload_key = await client.uploads.put(await openAsBlob(join(from, name)), {
      contentType,
    });

    for (const [kind, ask] of Object.entries(asks)) {
      const estimate = await client.jobs.estimate({ upload_key, ...ask });
      const { job_id } = await client.jobs.create({ upload_key, ...ask });
      const job = await client.jobs.wait(job_id, { signal: AbortSignal.timeout(600_000) });
      if (job.status !== 'completed') {
        console.log(`${name} ${kind}: ${job.status} ${job.error?.code}`);
        continue;
      }

      const outcome = {
        name: `${name} ${kind}`,
        estimated: estimate.credits_estimated,
        measured: job.credits_estimated,
        charged: job.credits_charged ?? 0,
      };
      outcomes.push(outcome);

      const seconds = job.video_duration_seconds?.toFixed(0);
      console.log(
        `${outcome.name}, ${seconds} s: estimated ${outcome.estimated}, then ${outcome.measured}, charged ${outcome.charged}; ${job.processing_seconds} s of processing`,
      );
    }
  }

  return outcomes;
}

function report(title: string, outcomes: readonly Outcome[]): void {
  for (const when of ['estimated', 'measured'] as const) {
    // Charges are whole numbers of credits, so a difference of one credit does not count as an error.
    const near = outcomes.filter(
      (outcome) => Math.abs(outcome[when] - outcome.charged) <= Math.max(1, outcome.charged / 4),
    );
    const ratios = outcomes
      .map((outcome) => outcome[when] / outcome.charged)
      .toSorted((a, b) => a - b);
    console.log(
      `${title}, ${when}: ${near.length} of ${outcomes.length} within a quarter or a credit, ${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)} times the charge`,
    );
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-estimates-'));
try {
  const service = await serviceProcesses({ dataDir, env: { REELSIGHT_LOG_LEVEL: 'warn' } });
  await service.start();
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const { api_key: apiKey } = await admin.workspaces.create({
    name: 'estimates',
    email: 'estimates@example.com',
    plan: 'scale',
    credits: 1_000_000,
  });
  const client = createClient({ baseUrl: service.apiUrl, apiKey });
  report('at first', await analyseAll(client, folder));

  if (values.again) {
    await service.kill(service.parts);
    await service.start();
    report('learned', await analyseAll(client, folder));
  }
  await service.kill(service.parts);
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}
