/**
 * The part of a brand library that a job needs: which brands and logos are stored for it, and when the library is read
 * at all.
 */

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { askOf, type GivenAsk } from '@reelsight/contract';
import { startTestService, type TestService } from '../../testing/service.ts';
import { logoPath } from '../artifacts/stored-paths.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import { addBrand, addLogo } from '../domain/brands/brand-library.ts';
import type { EngineSettings } from '../engines/registry.ts';
import { FilesStorage } from '../storage/files.ts';
import { keyOfText } from '../storage/storage-key.ts';
import { libraryOf, openLibrary } from './library.ts';

const comparing = { modelsDir: '/nowhere', remote: null } as EngineSettings;
/** A vision model on a server knows logos without the library's pictures. */
const remote = { models: { vision: 'sees' } } as EngineSettings['remote'];
const knowing: EngineSettings = { ...comparing, remote };
let folder: string;
let service: TestService;
let storage: FilesStorage;
let workspaceId: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-library-'));
  service = await startTestService();

  const options = { uploadUrl: 'http://localhost', signingSecret: 'x', now: Date.now };
  storage = await FilesStorage.open({ ...options, folder: join(folder, 'storage') });
  workspaceId = (await service.workspace()).tenantId;
  const { domain } = service;

  for (const [name, exclude, logos] of [
    ['Acme', false, 2],
    ['Globex', false, 1],
    ['Hidden', true, 1],
  ] as const) {
    const { brand_id } = await addBrand(domain, workspaceId, {
      name,
      exclude,
      aliases: [`${name} Corp`],
    });
    for (let n = 1; n <= logos; n += 1) {
      const id = domain.newId('logo');
      const key = keyOfText(logoPath(workspaceId, brand_id, id));
      await storage.put(key, Buffer.from(`${name} ${n}`));
      await addLogo(domain, workspaceId, brand_id, { id, width: 64, height: 64 });
    }
  }
});
after(async () => {
  await storage.close();
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

let runs = 0;
const jobOf = (given: GivenAsk, workspace = workspaceId) =>
  ({ workspace_id: workspace, ask: askOf(given, { max_fps: 1 }) }) as JobRow;

function stored(given: GivenAsk, engines: EngineSettings = comparing, workspace = workspaceId) {
  return libraryOf({ domain: service.domain, engines }, jobOf(given, workspace));
}

const logosOf = async (given: Partial<GivenAsk>, engines = comparing) => {
  const library = await stored({ capabilities: ['brands'], ...given }, engines);
  runs += 1;
  const into = join(folder, `logos-${runs}`);
  const { logos } = await openLibrary(
    storage,
    workspaceId,
    library,
    into,
    AbortSignal.timeout(5000),
  );
  const told = logos.map(async ({ name, path }) => [name, await readFile(path, 'utf8')]);

  return Promise.all(told);
};

test('it is looked at only where a job has a use for it', async () => {
  for (const given of [
    { capabilities: ['transcription'] },
    { capabilities: ['objects'], brands: ['Acme'] },
    { capabilities: ['objects', 'summary'] },
    { capabilities: ['metadata'] },
  ] as const) {
    assert.deepEqual(await stored(given), { brands: [], logos: [] }, JSON.stringify(given));
  }
  for (const given of [
    { capabilities: ['transcription'], brands: ['Acme'] },
    { capabilities: ['brands'] },
    { capabilities: ['custom_query'] },
  ] as const) {
    const { brands } = await stored(given);
    const told = brands.map(({ name, aliases, exclude }) => [name, aliases?.[0], exclude]);
    assert.deepEqual(told, [
      ['Acme', 'Acme Corp', false],
      ['Globex', 'Globex Corp', false],
      ['Hidden', 'Hidden Corp', true],
    ]);
  }
});

test('pictures come along where an engine compares them: named as asked, each brand once before any twice', async () => {
  assert.deepEqual(await logosOf({}, knowing), []);
  assert.deepEqual(await logosOf({}), [
    ['Acme', 'Acme 1'],
    ['Globex', 'Globex 1'],
    ['Acme', 'Acme 2'],
  ]);

  assert.deepEqual(await logosOf({ brands: ['GLOBEX', 'hidden', 'Initech'] }), [
    ['GLOBEX', 'Globex 1'],
    ['hidden', 'Hidden 1'],
  ]);

  const asking = await stored({ capabilities: ['custom_query'] }, comparing);
  assert.deepEqual(asking.logos, []);
});

test('of another workspace nothing comes', async () => {
  const { tenantId } = await service.workspace();
  const request = { capabilities: ['brands' as const] };
  const { brands, logos } = await stored(request, comparing, tenantId);
  assert.deepEqual([brands, logos], [[], []]);
});
