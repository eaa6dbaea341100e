/**
 * `npm run check-image`: builds the image on a Debian that this script bootstraps, starts the image's command as the
 * image's user on a read-only root, and analyses a video with it. Needs root on Debian with buildah, mmdebstrap and
 * bubblewrap, but no container engine and no registry of images. REELSIGHT_TEST_IMAGE_DIR names a folder in which the
 * base image and the layers are kept for the next run.
 */
import assert from 'node:assert/strict';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createAdminClient, createClient } from '../sdk/src/index.ts';
import { freePort } from '../server/src/wiring/start/free-port.ts';
import { startReleaseHost } from '../server/testing/sources/release-host.ts';
import { testProgram } from '../server/testing/sources/test-ytdlp.ts';
import { buildImage, type Image } from './check/build-image.ts';
import {
  type Place,
  processesOf,
  type Running,
  runIn,
  startIn,
  stopIn,
} from './check/container.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const largestMb = 1000;
/** How long Docker waits before it kills the container: 60 s, as in the commands of docs/install.md. */
const stopMs = 60_000;

function checkConfig(image: Image): void {
  const [user] = image.user.split(':');
  assert.ok(Number(user) > 0, 'the user is no number, or root');
  assert.deepEqual(image.volumes, ['/data']);
  assert.ok(image.sizeMb < largestMb, `the image has ${image.sizeMb} MB`);
}

async function checkCommands(image: Image, place: Place): Promise<void> {
  const reelsight = image.command.slice(0, 3);
  const version = await runIn(image, place, [...reelsight, '--version']);
  assert.match(version.output, /^\d+\.\d+\.\d+/);

  const doctor = await runIn(image, place, [...reelsight, 'doctor']);
  assert.equal(doctor.code, 0, doctor.output);
  // /proc is the same as in a container, and this machine allows processes to create user namespaces. So bubblewrap
  // must work.
  assert.match(doctor.output, /videos are opened in a sandbox \(bubblewrap/);

  // These packages load the local models, so trimming the image must not remove any file that they need.
  const load = "await import('@huggingface/transformers'); await import('sherpa-onnx-node')";
  const loaded = await runIn(image, place, ['sh', '-c', `cd server && exec node -e "${load}"`]);
  assert.equal(loaded.code, 0, loaded.output);

  const migrated = await runIn(image, place, [...reelsight, 'migrate']);
  assert.equal(migrated.code, 0, migrated.output);
  assert.notEqual((await runIn(image, place, image.health)).code, 0, 'healthy before it runs');
}

/** Downloads a release of yt-dlp into the volume, and runs it with the image's Python. */
async function checkLinks(image: Image, place: Place): Promise<void> {
  const host = await startReleaseHost();
  try {
    const version = '2026.11.10';
    host.add({ version, files: { 'yt-dlp': testProgram({ version }) } });
    await writeFile(join(place.data, 'links-key'), host.signer.publicKey, { mode: 0o644 });

    const env = { REELSIGHT_LINKS_MIRROR: host.url, REELSIGHT_LINKS_KEY: '/data/links-key' };
    const linkedImage = { ...image, env: { ...image.env, ...env } };
    const links = [...image.command.slice(0, 3), 'links'];
    const updated = await runIn(linkedImage, place, [...links, 'update']);
    assert.match(updated.output, new RegExp(`yt-dlp ${version} is used from now on`));
    assert.match(
      (await runIn(linkedImage, place, [...links, 'status'])).output,
      /of the data folder/,
    );
  } finally {
    await host.close();
  }
}

/** Makes a backup while the service runs, and reads it back. */
async function checkBackup(image: Image, place: Place): Promise<void> {
  const reelsight = image.command.slice(0, 3);
  const backup = await runIn(image, place, [...reelsight, 'backup', '/data/now.tar.zst']);
  assert.equal(backup.code, 0, backup.output);
  const check = await runIn(image, place, [
    ...reelsight,
    'restore',
    '--check',
    '/data/now.tar.zst',
  ]);
  assert.equal(check.code, 0, check.output);
}

async function upload(client: Client): Promise<string> {
  const sample = new Blob([await readFile(join(root, 'media', 'sample.mp4'))]);
  return client.uploads.put(sample, { contentType: 'video/mp4' });
}

async function analyse(client: Client) {
  const upload_key = await upload(client);
  const capabilities = ['transcription', 'brands', 'metadata'] as const;
  return (await client.jobs.create({ upload_key, capabilities: [...capabilities] })).job_id;
}

async function textOf(client: Client, job: string): Promise<string> {
  const finalJob = await client.jobs.wait(job);
  assert.equal(finalJob.status, 'completed', JSON.stringify(finalJob.error));
  return finalJob.results?.transcription?.text ?? '';
}

async function openWorkspace(place: Place): Promise<Client> {
  const baseUrl = `http://127.0.0.1:${place.port}`;
  const token = (await readFile(join(place.data, 'admin-token'), 'utf8')).trim();
  const admin = createAdminClient({ baseUrl, token });
  const { api_key: apiKey } = await admin.workspaces.create({
    name: 'Acme',
    email: 'ops@acme.example',
    plan: 'pro' as const,
  });

  return createClient({ baseUrl, apiKey });
}

/** Checks that no process runs as root, and that killed child processes do not remain as zombies. */
async function checkProcesses(image: Image, running: Running): Promise<void> {
  const processes = await processesOf(running);
  const [user] = image.user.split(':');
  for (const entry of processes) assert.equal(entry.user, Number(user), JSON.stringify(entry));

  const service =
    processes.find((entry) => entry.parent === running.pid) ?? assert.fail('no service');
  for (const child of processes.filter((entry) => entry.parent === service.pid))
    process.kill(child.pid, 'SIGKILL');

  await sleep(3_000);
  const dead = (await processesOf(running)).filter((entry) => entry.state === 'Z');
  assert.deepEqual(dead, [], 'ended processes are left');
}

async function checkService(image: Image, place: Place): Promise<void> {
  const first = await startIn(image, place);
  console.log(`ready after ${first.readyAfterMs} ms on a new volume`);

  const client = await openWorkspace(place);
  const startedMs = Date.now();
  const job = await analyse(client);
  const text = await textOf(client, job);
  assert.match(text, /welcome/i);
  console.log(`the sample took ${Date.now() - startedMs} ms`);

  const health = await runIn(image, place, image.health);
  assert.equal(health.code, 0, health.output);
  await checkBackup(image, place);
  await checkProcesses(image, first);

  const underWay = await analyse(client);
  while ((await client.jobs.get(underWay)).status === 'pending') await sleep(50);
  console.log(`stopped in ${await stopIn(first, stopMs)} ms, with a job under way`);

  const second = await startIn(image, place);
  console.log(`ready after ${second.readyAfterMs} ms on the same volume`);
  assert.equal(await textOf(client, job), text);
  assert.equal(await textOf(client, underWay), text);
  await stopIn(second, stopMs);
}

const chosenFolder = process.env.REELSIGHT_TEST_IMAGE_DIR;
const folder = chosenFolder ?? mkdtempSync(join(tmpdir(), 'reelsight-image-'));
const data = mkdtempSync(join(tmpdir(), 'reelsight-volume-'));
let image: Image | undefined;
try {
  const startedMs = Date.now();
  image = buildImage(folder);
  console.log(`built in ${Date.now() - startedMs} ms: ${image.sizeMb} MB`);

  const place = { data, port: await freePort(), uploadPort: await freePort() };
  const [user, group] = image.user.split(':').map(Number) as [number, number];
  chownSync(data, user, group);
  checkConfig(image);
  await checkCommands(image, place);
  await checkLinks(image, place);
  await checkService(image, place);
  console.log('the image is as it should be');
} finally {
  image?.release();
  rmSync(data, { recursive: true, force: true });
  if (chosenFolder === undefined) rmSync(folder, { recursive: true, force: true });
}
