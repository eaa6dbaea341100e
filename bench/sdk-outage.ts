/**
 * Checks whether `jobs.wait` ends with the result although the service is unreachable again and again. A proxy in front
 * of the service alternates between working and failing. While it fails, it refuses or resets connections, stalls, cuts
 * answers off, or answers with the error pages and refusals that are usual during a deployment. In the end, the service
 * is replaced by another process, which completes the job.
 *
 * Usage: node bench/sdk-outage.ts [minutes] [seconds between changes].
 */
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { type Service, startService } from '../server/src/wiring/start/service.ts';
import {
  badWeather,
  type OutageProxy,
  startOutageProxy,
} from '../server/testing/sdk/outage-proxy.ts';

const minutes = Number(process.argv[2] ?? 10);
const seconds = Number(process.argv[3] ?? 20);
const sample = fileURLToPath(new URL('../media/sample.mp4', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-bench-'));
const port = String(await freePort());

const start = (role: string): Promise<Service> => {
  const config = readConfig({
    ...process.env,
    PORT: port,
    UPLOAD_PORT: '0',
    REELSIGHT_HOST: '127.0.0.1',
    REELSIGHT_DATA_DIR: dataDir,
    REELSIGHT_ROLE: role,
  });
  return startService(config, pino({ level: 'silent' }));
};

async function openWorkspace(service: Service, proxy: OutageProxy): Promise<Client> {
  const admin = createAdminClient({ baseUrl: service.apiUrl, token: service.adminToken });
  const made = await admin.workspaces.create({ name: 'b', email: 'b@example.com', plan: 'pro' });
  return createClient({ baseUrl: proxy.url, apiKey: made.api_key });
}

/** Makes the proxy fail and work in turn until the time is over. Returns the number of changes. */
async function changeWeather(proxy: OutageProxy): Promise<number> {
  const endMs = Date.now() + minutes * 60_000;
  let turns = 0;
  for (; Date.now() < endMs; turns += 1) {
    const bad = badWeather[(turns >> 1) % badWeather.length] ?? 'refuse';
    await proxy.turn(turns % 2 === 0 ? bad : 'fine');
    await sleep(Math.min(seconds * 1000, endMs - Date.now()));
  }

  return turns;
}

const first = await start('api');
const proxy = await startOutageProxy(first.apiUrl);
const client = await openWorkspace(first, proxy);
const upload_key = await client.uploads.put(await openAsBlob(sample, { type: 'video/mp4' }));
const job = await client.jobs.create({ upload_key, capabilities: ['metadata'] });

const startedMs = Date.now();
const troubles: Record<string, number> = {};
let answers = 0;
let lastAnswerMs = startedMs;
let longestMs = 0;
const waiting = client.jobs.wait(job.job_id, {
  onProgress: () => {
    answers += 1;
    longestMs = Math.max(longestMs, Date.now() - lastAnswerMs);
    lastAnswerMs = Date.now();
  },
  onTrouble: ({ error }) => {
    const kind = `${error.name} ${error.code}`;
    troubles[kind] = (troubles[kind] ?? 0) + 1;
  },
});

const turns = await changeWeather(proxy);
await proxy.turn('refuse');
await first.close();
const second = await start('all');
await proxy.turn('fine');
const ended = await waiting;
const { title } = (ended.status === 'completed' && ended.results.metadata) || { title: null };
console.log(`${turns} changes of weather in ${Math.round((Date.now() - startedMs) / 1000)} s`);
console.log(`answers ${answers}, longest without one ${Math.round(longestMs / 1000)} s`);
console.log('failures it went on after', troubles);
console.log('connections by weather', proxy.connections);
console.log(`ended ${ended.status}, title ${title}`);
if (ended.status === 'completed') {
  const lagMs = Date.now() - Date.parse(ended.completed_at);
  console.log(`known ${lagMs} ms after it was completed`);
}
process.exitCode = ended.status === 'completed' ? 0 : 1;
await second.close();
await proxy[Symbol.asyncDispose]();
await rm(dataDir, { recursive: true, force: true });
process.exit();
