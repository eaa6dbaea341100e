/** `reelsight models` uses the folder and the hub from the service's settings. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type LocalHub, startLocalHub } from '../../../testing/models/local-hub.ts';
import { modelManifest } from '../../models/manifest.ts';

const program = fileURLToPath(new URL('./models.ts', import.meta.url));
/** The checksums of this model's files are not pinned, so the local hub may serve other content for them. */
const model = modelManifest.find(({ id }) => id === 'slimsam-77');
assert.ok(model?.source.kind === 'hub');
const { repository } = model.source;

let hub: LocalHub;
let folder: string;
before(async () => {
  hub = await startLocalHub();
  for (const { path } of model.files)
    hub.put(repository, path, Buffer.from(`content of ${path}`), path.endsWith('.onnx'));
  folder = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
});
after(async () => {
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, REELSIGHT_DATA_DIR: join(folder, 'data'), ...env },
  });

describe('reelsight models', () => {
  test('pulls from REELSIGHT_MODELS_HUB into REELSIGHT_MODELS_DIR', async () => {
    const models = join(folder, 'elsewhere');
    const { stdout } = await run(['pull', model.id], {
      REELSIGHT_MODELS_DIR: models,
      REELSIGHT_MODELS_HUB: hub.url,
    });
    assert.equal(stdout, `1 of 1 models are ready in ${models}\n`);

    const config = await readFile(join(models, model.id, 'config.json'), 'utf8');
    assert.equal(config, 'content of config.json');
    assert.ok(hub.seen.length > 0);
  });

  test('uses the folder models in the data folder where no other is set', async () => {
    await run(['pull', model.id], { REELSIGHT_MODELS_HUB: hub.url });
    assert.ok((await readdir(join(folder, 'data', 'models'))).includes(model.id));
  });

  test('names a bad setting and ends with 2', async () => {
    await assert.rejects(run(['list'], { REELSIGHT_MODELS_HUB: 'not an address' }), {
      code: 2,
      stderr: /^Configuration:\nREELSIGHT_MODELS_HUB: /,
    });
  });
});
