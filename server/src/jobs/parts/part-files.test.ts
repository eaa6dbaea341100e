/**
 * A worker's local copies of the files of jobs: how long they are kept, and that fetching them ends with the part that
 * needs them.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { wholePass } from '../../../testing/media/media-pass.ts';
import type { MediaPass } from '../../media/media.ts';
import { artifactKey } from '../../storage/artifact-key.ts';
import { FilesStorage } from '../../storage/files.ts';
import type { Storage } from '../../storage/storage.ts';
import { openLibrary } from '../library.ts';
import { abortOf } from '../processes/watched-process.ts';
import { PartFilesOfJobs } from './part-files.ts';

const job = { id: 'job_1', workspace_id: 'ws_1' };
/** Media of the previous version, whose sound is a separate WAV file. */
const pass: MediaPass = {
  ...wholePass,
  audio: { file: 'audio.wav', durationSeconds: 10, cuts: [] },
  thumbnail: null,
};
let scratch: string;
let storage: FilesStorage;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'reelsight-part-files-'));
  storage = await FilesStorage.open({
    folder: join(scratch, 'storage'),
    uploadUrl: 'http://localhost',
    signingSecret: 'x',
    now: Date.now,
  });
});
after(async () => {
  await storage.close();
  await rm(scratch, { recursive: true, force: true });
});

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function ingested(name: string): Promise<string> {
  const folder = join(scratch, name);
  await mkdir(folder);
  await writeFile(join(folder, 'media.json'), JSON.stringify(pass));
  return folder;
}

test('a folder that a second ingestion left is not removed by the clock of the first', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const root = join(scratch, 'jobs');
  const files = new PartFilesOfJobs(storage, root);
  await files.adopt(job.id, await ingested('first'), pass);
  t.mock.timers.tick(30_000);
  await files.adopt(job.id, await ingested('second'), pass);
  t.mock.timers.tick(30_001);
  t.mock.timers.reset();
  await new Promise((resolve) => setTimeout(resolve, 50));

  assert.ok(await isThere(join(root, job.id, 'media.json')));
});

/** A remote storage that has the listed files and never answers requests for others. */
function silentStorage(has: readonly string[]): Storage {
  const silence = (signal: AbortSignal | undefined): Promise<never> =>
    signal ? abortOf(signal) : new Promise(() => undefined);
  const remote: Pick<Storage, 'kind' | 'download' | 'get'> = {
    kind: 's3',
    download: (key, path, options) =>
      has.some((file) => key.endsWith(file))
        ? storage.download(key, path, options)
        : silence(options?.signal),
    get: (_key, options) => silence(options?.signal),
  };
  return remote as Storage;
}

for (const kind of ['hear', 'speakers', 'read', 'join'] as const) {
  test(`fetching the files of ${kind} ends with the part`, async () => {
    await storage.put(
      artifactKey(job, 'ingestion', 'media.json'),
      Buffer.from(JSON.stringify(pass)),
    );

    const files = new PartFilesOfJobs(silentStorage(['media.json']), join(scratch, `of-${kind}`));
    const part = { kind, span: { from: 0, to: 1 } };
    const stop = new AbortController();
    const { signal } = stop;
    const fetched = files.use(
      job,
      (folder) => files.filesOf(job, part, { folder, pass, own: scratch, signal }),
      signal,
    );

    setTimeout(() => stop.abort(new Error('cancelled')), 20);
    await assert.rejects(fetched, /cancelled/);
  });
}

test('whoever is aborted waits no longer for the description of the video, or for pictures of brands', async () => {
  const silent = silentStorage([]);
  const files = new PartFilesOfJobs(silent, join(scratch, 'of-none'));
  const signal = AbortSignal.timeout(20);
  await assert.rejects(
    files.use(job, () => Promise.reject(new Error('it came')), signal),
    /timeout/,
  );

  const logos = [{ name: 'Acme', brandId: 'brand_1', logoId: 'logo_1' }];
  const opened = openLibrary(
    ...([silent, 'ws_1', { brands: [], logos }, join(scratch, 'logos')] as const),
    AbortSignal.timeout(20),
  );
  await assert.rejects(opened, /timeout/);
});

test('a description that names a picture elsewhere is not followed', async () => {
  const elsewhere = artifactKey({ id: 'job_2', workspace_id: 'ws_1' }, 'ingestion', 'media.json');
  const named = { ...pass, thumbnail: '../../secret.jpg' };
  await storage.put(elsewhere, Buffer.from(JSON.stringify(named)));

  const files = new PartFilesOfJobs(storage, join(scratch, 'elsewhere'));
  const { signal } = new AbortController();
  await assert.rejects(
    files.use({ id: 'job_2', workspace_id: 'ws_1' }, async () => undefined, signal),
    /media\.json is damaged: thumbnail: is no name of a file/,
  );
});
