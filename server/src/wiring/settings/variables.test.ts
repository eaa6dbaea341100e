/**
 * Misspelt settings are refused by name; variables that are meant for other programs or come from Kubernetes are not.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readConfig } from './config.ts';
import { variablesOf } from './secret-file.ts';
import { settingsOf } from './setting.ts';
import { settings } from './settings.ts';
import { unknownVariables } from './variables.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const names = settingsOf(settings).flatMap(variablesOf);
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

  test('with a prefix too many means the setting without it', () => {
    for (const [name, meant] of [
      ['REELSIGHT_PORT', 'PORT'],
      ['REELSIGHT_DATABASE_URL', 'DATABASE_URL'],
      ['REELSIGHT_DATABSE_URL', 'DATABASE_URL'],
    ] as const)
      assert.deepEqual(unknown({ [name]: '1' }), [
        `${name} is not a setting; did you mean ${meant}?`,
      ]);
  });

  test('is refused without the prefix if it is a slip away from a setting', () => {
    const slips = {
      DATABSE_URL: 'DATABASE_URL',
      DATABASE_ULR: 'DATABASE_URL',
      DATBASE_ULR: 'DATABASE_URL',
      DATABASEURL: 'DATABASE_URL',
      STORAGE_UR: 'STORAGE_URL',
      PUBLC_URL: 'PUBLIC_URL',
      UPLAOD_URL: 'UPLOAD_URL',
      UPLOADS_PORT: 'UPLOAD_PORT',
      AWS_REGOIN: 'AWS_REGION',
      AWS_SECERT_ACESS_KEY: 'AWS_SECRET_ACCESS_KEY',
    };
    for (const [name, meant] of Object.entries(slips))
      assert.deepEqual(unknown({ [name]: '1' }), [
        `${name} is not a setting; did you mean ${meant}?`,
      ]);

    assert.throws(() => readConfig({ DATABSE_URL: 'x' }), /did you mean DATABASE_URL/);
    const told = readConfig({ DATABSE_URL: 'x', REELSIGHT_UNKNOWN_SETTINGS: 'warn' });
    assert.equal(told.warnings.length, 1);
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

  test('names of other programs, and those close to a setting that is set', () => {
    const others = [
      ...['PROT', 'PORTS', 'HOST', 'POST', 'PATH', 'PWD', 'HOME', 'HOSTNAME', 'TERM', 'LANG'],
      ...['DATABASE_SSL', 'DATABASE_UID', 'DATABASE_USER', 'DATABASE_HOST', 'DATABASE_PORT'],
      ...['DATABASE_NAME', 'METABASE_URL', 'DATALAKE_URL', 'TEST_DATABASE_URL', 'REDIS_URL'],
      ...['AWS_REGIONS', 'AWS_DEFAULT_REGION', 'AWS_PROFILE', 'AWS_ACCESS_KEY', 'AWS_SECRET_KEY'],
      ...['AWS_CA_BUNDLE', 'AWS_ROLE_ARN', 'AWS_ROLE_SESSION_NAME', 'AWS_SECURITY_TOKEN'],
      ...['AWS_WEB_IDENTITY_TOKEN_FILE', 'AWS_ENDPOINT_URL', 'AWS_EXECUTION_ENV'],
      ...['GITHUB_SERVER_URL', 'GITHUB_API_URL', 'GITHUB_GRAPHQL_URL', 'ACTIONS_RUNTIME_URL'],
      ...['ACTIONS_CACHE_URL', 'ACTIONS_RESULTS_URL', 'RUNNER_TOOL_CACHE', 'RUNNER_OS', 'CI'],
      ...['INVOCATION_ID', 'JOURNAL_STREAM', 'NOTIFY_SOCKET', 'STATE_DIRECTORY', 'LISTEN_FDS'],
      ...['CREDENTIALS_DIRECTORY', 'RUNTIME_DIRECTORY', 'MAINPID', 'SYSTEMD_EXEC_PID'],
      ...['KUBERNETES_SERVICE_HOST', 'KUBERNETES_SERVICE_PORT', 'KUBERNETES_PORT_443_TCP_ADDR'],
      ...['UPLOADS_SERVICE_HOST', 'UPLOADS_SERVICE_PORT', 'UPLOAD_PORT_80_TCP', 'UPLOAD_PATH'],
    ];
    assert.deepEqual(unknown(Object.fromEntries(others.map((name) => [name, 'x']))), []);
    assert.deepEqual(unknown({ UPLOADS_PORT: 'tcp://10.0.0.4:80' }), []);

    assert.deepEqual(unknown({ DATABASE_URL: 'postgres://db', DATABASE_URLS: 'x' }), []);
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
    for (const name of names.filter((name) => name.startsWith('REELSIGHT_')))
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
