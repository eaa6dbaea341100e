/** Secrets can be read from files that variables ending in _FILE name, but not from both a file and a variable. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { readConfig } from './config.ts';
import { fileVariable } from './secret-file.ts';
import { settingsOf } from './setting.ts';
import { settings } from './settings.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelsight-secrets-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('A secret in a file', () => {
  test('is read as if the variable held it, without the end of its line', () => {
    const config = readConfig({
      DATABASE_URL_FILE: file('database', 'postgres://reelsight:pass@db/reelsight\n'),
      AWS_ACCESS_KEY_ID_FILE: file('id', 'key'),
      AWS_SECRET_ACCESS_KEY_FILE: file('key', 'secret key \r\n'),
      REELSIGHT_ADMIN_TOKEN_FILE: file('token', `${'t'.repeat(40)}\n\n`),
      REELSIGHT_AI_KEY_FILE: '',
    });
    assert.equal(config.database.url, 'postgres://reelsight:pass@db/reelsight');
    assert.equal(config.storage.accessKeyId, 'key');
    assert.equal(config.storage.secretAccessKey, 'secret key ');
    assert.equal(config.service.adminToken, 't'.repeat(40));

    assert.equal(config.remote.key, null);
  });

  test('is checked as the variable is', () => {
    const path = file('short', 'short\n');
    assert.throws(
      () => readConfig({ REELSIGHT_ADMIN_TOKEN_FILE: path }),
      /^Error: REELSIGHT_ADMIN_TOKEN: must have at least 32 characters$/,
    );
  });

  test('is refused beside the variable itself', () => {
    assert.throws(
      () => readConfig({ REELSIGHT_AI_KEY: 'a', REELSIGHT_AI_KEY_FILE: file('ai', 'b') }),
      /^Error: REELSIGHT_AI_KEY_FILE: REELSIGHT_AI_KEY is set as well; remove one of them$/,
    );
  });

  test('that is not there, empty, a folder, a device or too large is named with what to do', () => {
    const refusal = (path: string) => {
      try {
        readConfig({ REELSIGHT_AI_KEY_FILE: path });
      } catch (error) {
        return (error as Error).message;
      }
      return 'taken';
    };
    const told = (path: string, what: string) =>
      assert.equal(refusal(path), `REELSIGHT_AI_KEY_FILE: ${path} ${what}`);

    told(join(folder, 'none'), 'does not exist; create it, or correct the path');
    told(file('empty', '\n'), 'is empty; write the secret into it');
    mkdirSync(join(folder, 'folder'));
    told(join(folder, 'folder'), 'is not a file');
    told('/dev/zero', 'is not a file');
    told(file('large', 'x'.repeat(70_000)), 'has 70000 bytes, which is too much for a secret');
  });

  test('that this user may not read is named too', () => {
    const path = file('locked', 'secret');
    chmodSync(path, 0);
    chmodSync(folder, 0o755);

    const code = `import { givenText } from '${import.meta.resolve('./secret-file.ts')}';
      givenText({ variable: 'KEY', secret: true }, { KEY_FILE: process.argv[1] });`;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code, path], {
      encoding: 'utf8',
      // Run as another user, because root can read every file.
      ...(process.getuid?.() === 0 && { uid: 65_534, gid: 65_534 }),
    });
    assert.match(stderr, /KEY_FILE: .*locked cannot be read by this user; give it read access/);
  });

  test('can be given for secrets alone', () => {
    assert.throws(
      () => readConfig({ REELSIGHT_ROLE_FILE: file('role', 'worker') }),
      /REELSIGHT_ROLE_FILE is not a setting/,
    );
    assert.throws(
      () => readConfig({ REELSIGHT_AI_KEY_FIEL: file('ai', 'b') }),
      /did you mean REELSIGHT_AI_KEY_FILE\?/,
    );
  });
});

/** Settings whose names sound like secrets but are not: this one is the path of a public key. */
const noSecrets = ['REELSIGHT_LINKS_KEY'];

describe('Settings', () => {
  test('that sound like secrets are secrets', () => {
    for (const { variable, secret } of settingsOf(settings)) {
      // This setting is the path of a public key.
      if (variable === 'REELSIGHT_LINKS_KEY') continue;

      const sounds = /(_TOKEN|_SECRET|_KEY|KEY_ID|PASSWORD|PASSPHRASE|DATABASE_URL)$/.test(
        variable,
      );
      assert.ok(
        !sounds || secret || noSecrets.includes(variable),
        `${variable} can not be given as a file`,
      );
    }
  });

  test('have no name that a file of another would have', () => {
    const all = settingsOf(settings);
    const files = new Set(
      all.filter(({ secret }) => secret).map((one) => fileVariable(one.variable)),
    );
    for (const { variable } of all) assert.ok(!files.has(variable), variable);
  });
});
