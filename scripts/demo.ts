/**
 * `npm run demo`: starts the service with embedded defaults, analyses the sample video with every capability, and
 * prints the findings. In a terminal, it then keeps the service running until Ctrl-C. It uses the data folder of `npm
 * start` and `npx reelsight`, so that the findings remain available; if a service is already running on that folder, it
 * uses that service.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { capabilities } from '@reelsight/contract';
import { Interrupted, outcomeOf, UnreachableError } from '../cli/src/exit-code.ts';
import { followJob } from '../cli/src/follow.ts';
import { jobReport } from '../cli/src/job-report.ts';
import { openLiveLine } from '../cli/src/live-line.ts';
import { openLocalFile, uploadFile } from '../cli/src/local-file.ts';
import {
  type LocalService,
  localKey,
  startLocalService,
  tokenIn,
} from '../cli/src/local-service.ts';
import { printable, printableStream } from '../cli/src/printable.ts';
import { ApiError, connect, createClient, type Job, operatorAddresses } from '../sdk/src/index.ts';
import { onStopSignal } from '../server/src/wiring/start/stop-signals.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sample = join(root, 'media', 'sample.mp4');
const dataDir = process.env.REELSIGHT_DATA_DIR || join(root, 'data');
const wantedPort = Number(process.env.PORT) || 8080;
const wantedUploadPort = Number(process.env.UPLOAD_PORT) || wantedPort + 1;

const interrupt = new AbortController();
onStopSignal(() => interrupt.abort());
process.on('SIGHUP', () => interrupt.abort());

const { signal } = interrupt;
const say = (text = '') => console.log(printable(text));
const progress = openLiveLine(printableStream(process.stderr));

/** The service already running on this data folder, for example after `npm start`; undefined if there is none. */
async function runningService(): Promise<LocalService | undefined> {
  const url = `http://localhost:${wantedPort}`;
  // Only a service that uses this data folder accepts the folder's key; any other program on this port
  // is left alone.
  const key = await localKey(url, dataDir).catch(() => undefined);
  if (key === undefined) return undefined;
  say(`Using the service that runs at ${url}, whose data are in ${dataDir}.\n`);
  return { url, dataDir, during: (work) => work, stop: async () => undefined };
}

async function start(): Promise<LocalService> {
  progress.show('starting the service …');
  const { env } = process;
  const ports = { port: wantedPort, uploadPort: wantedUploadPort };
  const service = await startLocalService({ dataDir, ...ports, env, signal });
  progress.end();

  if (!service.url.endsWith(`:${wantedPort}`))
    say(`Port ${wantedPort} is taken, so another is used.`);

  say(`Console  ${service.url}`);
  say(`API      ${service.url}/v1`);
  say(`Docs     ${service.url}/docs`);
  say(`Data     ${dataDir}\n`);

  return service;
}

interface Analysed {
  readonly job: Job;
  /** The shell command that prints the job as JSON. */
  readonly json: string;
}

async function analyseSample(service: LocalService): Promise<Analysed> {
  const apiKey = await localKey(service.url, dataDir);
  if (!apiKey) throw new UnreachableError(`No key could be created for ${service.url}.`);

  const client = createClient({ baseUrl: service.url, apiKey });
  const key = await uploadFile(await openLocalFile(sample), client, signal, progress);
  const created = await client.jobs.create({
    upload_key: key,
    upload_filename: 'sample.mp4',
    capabilities: [...capabilities],
    queries: ['How much do the two cups of coffee cost?', 'When do the offices open?'],
    objects: ['stop sign', 'cup', 'clock'],
    // One frame per second is fast, and enough for scenes as long as these.
    fps: 1,
  });
  progress.end(`uploaded ${sample}, job ${created.job_id}`);

  const job = await followJob(created.job_id, { client, signal, progress });
  const { isTTY, columns } = process.stdout;
  const heading = (text: string) => (isTTY ? `\u001b[1m${text}\u001b[0m` : text);

  say();
  say(jobReport(job, { heading, ...(columns && { width: columns }) }));

  return { job, json: `curl -H 'X-Api-Key: ${apiKey}' ${service.url}/v1/jobs/${job.job_id}` };
}

/** Link to a page of the console. Before the first account exists, the link leads through the page that creates it. */
async function consoleLink({ url, dataDir }: LocalService, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${await tokenIn(dataDir)}` };
  const call = connect({ baseUrl: url }, headers).sender(operatorAddresses);
  try {
    const { body } = await call('getFirstAccount');
    const link = new URL((body as { data: { link: string } }).data.link);
    link.searchParams.set('next', path);
    return link.href;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return url + path;
    throw error;
  }
}

async function sayWhereItIs(service: LocalService, { job, json }: Analysed): Promise<void> {
  const link = await service.during(consoleLink(service, `/jobs/${job.job_id}`));
  say('\nTo see the same in the console, open');
  say(link);
  say(`The same as JSON: ${json}`);
}

async function serveOn(service: LocalService, analysed: Analysed): Promise<void> {
  await sayWhereItIs(service, analysed);
  say(`Serving on ${service.url} until Ctrl-C.`);
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  await service.during(stopped);
}

let service: LocalService | undefined;
try {
  const running = await runningService();
  service = running ?? (await start());
  const analysis = await service.during(analyseSample(service));
  process.exitCode = analysis.job.status === 'completed' ? 0 : 1;
  if (running !== undefined) await sayWhereItIs(service, analysis);
  else if (process.stdin.isTTY && process.stdout.isTTY) await serveOn(service, analysis);
  else {
    say('\nTo see the same in the console, start the service and open the link that it prints:');
    say(process.env.REELSIGHT_DATA_DIR ? `REELSIGHT_DATA_DIR=${dataDir} npm start` : 'npm start');
    say(`As JSON, while it serves: ${analysis.json}`);
  }
  say(`To analyse a video of yours: npx reelsight analyze FILE`);
} catch (error) {
  progress.end();
  const { code, line } = outcomeOf(signal.aborted ? new Interrupted() : error);
  if (line) console.error(line);
  process.exitCode = code;
} finally {
  await service?.stop();
}
