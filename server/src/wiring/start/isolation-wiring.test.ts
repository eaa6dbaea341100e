/** Open sign-up is refused if strangers' files would be opened without a sandbox. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { IsolationKind } from '../../jobs/ingestion/isolation.ts';
import { ConfigError, readConfig } from '../settings/config.ts';
import { checkOpenDoor, isolationOf } from './isolation-wiring.ts';

const check = (env: Readonly<Record<string, string>>, kind: IsolationKind) => () =>
  checkOpenDoor(readConfig(env), { kind, text: 'without a sandbox, as the service itself' });
const open = { REELSIGHT_SIGN_UP: 'open' };

test('anybody may sign up only where videos are opened in a sandbox, or as the operator says', () => {
  for (const kind of ['none', 'user', 'landlock'] as const) {
    assert.throws(
      check(open, kind),
      (error) =>
        error instanceof ConfigError &&
        /without a sandbox/.test(error.message) &&
        error.message.includes(`REELSIGHT_SANDBOX=${kind}`),
    );
    assert.doesNotThrow(check({ ...open, REELSIGHT_SANDBOX: kind }, kind));
    assert.doesNotThrow(check({}, kind));
  }
  assert.doesNotThrow(check(open, 'bwrap'));
});

test('a machine without bubblewrap refuses open sign-up, and takes it when told so', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-open-door-'));
  const env = { ...open, PATH: folder, REELSIGHT_DATA_DIR: folder };
  await assert.rejects(isolationOf(readConfig(env)), ConfigError);
  const { kind } = await isolationOf(readConfig({ ...env, REELSIGHT_SANDBOX: 'none' }));
  assert.equal(kind, 'none');
  await rm(folder, { recursive: true });
});
