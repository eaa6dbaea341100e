/** Misspelt settings are refused by name; what is meant for other programs, or comes from Kubernetes, is not. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { settingsOf } from './setting.ts';
import { settings } from './settings.ts';
import { unknownVariables } from './variables.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const names = settingsOf(settings).map(({ variable }) => variable);
const unknown = (env: Record<string, string>) => unknownVariables(env, names);

describe('A variable that is not a setting', () => {
  test('is refused with what was probably meant', () => {
    assert.deepEqual(unknown({ REELSIGHT_WEBHOK_CONCURRENCY: '4' }), [
      'REELSIGHT_WEBHOK_CONCURRENCY is not a setting; did you mean REELSIGHT_WEBHOOK_CONCURRENCY?',
    ]);
    assert.deepEqual(unknown({ REELSIGHT_METRICS_TOKNE: 'x' }), [
      'REELSIGHT_METRICS_TOKNE is not a setting; did you mean REELSIGHT_METRICS_TOKEN?',
    ]);
    assert.deepEqual(unknown({ REELSIGHT_COLOUR_OF_THE_SKY: 'blue' }), [
      'REELSIGHT_COLOUR_OF_THE_SKY is not a setting.',
    ]);
    assert.throws(
      () => readConfig({ REELSIGHT_HSTS_DAY: '1' }),
      /did you mean REELSIGHT_HSTS_DAYS/,
    );
  });

  test('ends the start with exit code 2 and one line, or is only told if the operator wants that', () => {
    const start = (env: Record<string, string>) =>
      spawnSync(process.execPath, [`${root}server/src/main.ts`], {
        env: { PATH: process.env.PATH, REELSIGHT_ROEL: 'worker', ...env },
        encoding: 'utf8',
      });
    const { status, stderr } = start({});
    assert.equal(status, 2);
    assert.equal(
      stderr,
      'Configuration:\nREELSIGHT_ROEL is not a setting; did you mean REELSIGHT_ROLE?\n',
    );
    const told = readConfig({ REELSIGHT_ROEL: 'worker', REELSIGHT_UNKNOWN_SETTINGS: 'warn' });
    assert.deepEqual(told.warnings, [
      'REELSIGHT_ROEL is not a setting; did you mean REELSIGHT_ROLE?',
    ]);
  });

  test('without a value is not missed', () => {
    assert.deepEqual(unknown({ REELSIGHT_WEBHOK_CONCURRENCY: '' }), []);
  });
});

describe('What does not stop a start', () => {
  test('what the other packages and the docs name', () => {
    const folders = ['cli', 'mcp', 'sdk', 'python', 'docs'];
    const options = ['-rohIE', '--exclude-dir=node_modules', '--exclude-dir=dist'];
    const found = execFileSync('grep', [...options, 'REELSIGHT_\\w+', ...folders], {
      cwd: root,
      encoding: 'utf8',
    });
    const named = new Set(found.match(/REELSIGHT_\w*[A-Z0-9]\b/g));
    for (const name of ['REELSIGHT_MCP_MAX_CREDITS', 'REELSIGHT_URL', 'REELSIGHT_ROLE'])
      assert.ok(named.has(name), name);
    const env = Object.fromEntries([...named].map((name) => [name, 'x']));
    assert.deepEqual(unknown(env), []);
  });

  test('addresses of Services that Kubernetes gives every container', () => {
    const injected = {
      REELSIGHT_SERVICE_HOST: '10.0.0.1',
      REELSIGHT_SERVICE_PORT: '8080',
      REELSIGHT_SERVICE_PORT_HTTP: '8080',
      REELSIGHT_PORT: 'tcp://10.0.0.1:8080',
      REELSIGHT_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
      REELSIGHT_PORT_8080_TCP_PROTO: 'tcp',
      REELSIGHT_PORT_8080_TCP_PORT: '8080',
      REELSIGHT_PORT_8080_TCP_ADDR: '10.0.0.1',
      REELSIGHT_WORKER_PORT: 'tcp://10.0.0.2:9000',
      REELSIGHT_WORKER_PORT_9000_TCP_ADDR: '10.0.0.2',
      REELSIGHT_UPLOAD_HOST_SERVICE_HOST: '10.0.0.3',
    };
    assert.deepEqual(unknown(injected), []);
    assert.equal(unknown({ REELSIGHT_PORT: '8080' }).length, 1);
  });

  test('no setting has a name that a Service could take', () => {
    for (const name of names.filter((one) => one.startsWith('REELSIGHT_')))
      assert.doesNotMatch(name, /_(PORT|SERVICE_HOST|TCP|UDP)$/);
  });

  test('every variable that another program of the project reads', () => {
    const folders = ['bench', 'cli', 'console', 'scripts', 'sdk', 'test', 'server/testing'];
    const options = ['-rohE', '--include=*.ts', '--include=*.mjs', '--exclude-dir=node_modules'];
    const read = execFileSync('grep', [...options, 'env\\.REELSIGHT_[A-Z0-9_]+', ...folders], {
      cwd: root,
      encoding: 'utf8',
    });
    const found = [...new Set(read.match(/REELSIGHT_[A-Z0-9_]+/g))];
    assert.ok(found.includes('REELSIGHT_API_KEY') && found.length > 5);
    assert.deepEqual(unknown(Object.fromEntries(found.map((name) => [name, 'x']))), []);
  });
});
