/** The environment is read into the groups of settings that modules use. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigError, readConfig } from './config.ts';
import { engineSettings } from './engine-settings.ts';
import { type Setting, settingsOf } from './setting.ts';
import { settings } from './settings.ts';

describe('the configuration', () => {
  test('names each variable once', () => {
    const names = settingsOf(settings).map(({ variable }: Setting) => variable);
    assert.equal(new Set(names).size, names.length);
  });

  test('has values in the units of the modules', () => {
    const config = readConfig({
      REELSIGHT_HELD_DAYS: '2',
      REELSIGHT_STALL_SECONDS: '0.5',
      REELSIGHT_MERGING_DEADLINE_MINUTES: '3',
      REELSIGHT_MAX_SOURCE_MB: '2',
      REELSIGHT_ESTIMATE_MINUTES: '4',
    });
    assert.equal(config.domain.heldMs, 172_800_000);
    assert.equal(config.domain.stallMs, 500);
    assert.equal(config.worker.deadlines.stages.merging, 180_000);
    assert.equal(config.sources.download.maxBytes, 2_097_152);

    assert.equal(config.domain.assumedSeconds, 240);
  });

  test('has an allowance of unpaid decoding, or none', () => {
    const allowance = (value: string) =>
      readConfig({ REELSIGHT_UNPAID_DECODING_MINUTES: value }).domain.unpaidDecodingSeconds;
    assert.equal(readConfig({}).domain.unpaidDecodingSeconds, 3600);
    assert.equal(allowance('0.5'), 30);
    assert.equal(allowance('off'), null);
    for (const value of ['0', '-1', 'none', 'Infinity'])
      assert.throws(() => allowance(value), /UNPAID_DECODING_MINUTES: .* above 0 nor off/, value);
  });

  test('single sign-on is whole, and its secrets go nowhere by plain http but to this machine', () => {
    assert.equal(readConfig({}).accounts.oidc, null);
    const oidc = {
      REELSIGHT_OIDC_ISSUER: 'https://login.example.com',
      REELSIGHT_OIDC_CLIENT_ID: 'reelsight',
      REELSIGHT_OIDC_CLIENT_SECRET: 'secret',
      REELSIGHT_OIDC_DOMAINS: 'Example.com, acme.test',
    };
    assert.deepEqual(readConfig(oidc).accounts.oidc, {
      issuer: 'https://login.example.com',
      clientId: 'reelsight',
      clientSecret: 'secret',
      label: 'Sign in with single sign-on',
      domains: ['example.com', 'acme.test'],
      trustEmail: false,
    });

    const given = (change: Record<string, string>) => () => readConfig({ ...oidc, ...change });
    assert.throws(given({ REELSIGHT_OIDC_CLIENT_SECRET: '' }), /needs .*CLIENT_SECRET/);
    assert.throws(given({ REELSIGHT_OIDC_ISSUER: 'http://login.example.com' }), /https/);
    assert.throws(given({ REELSIGHT_OIDC_ISSUER: 'login' }), /ISSUER: must begin with https/);

    const trusting = { REELSIGHT_OIDC_TRUST_EMAIL: 'true' };
    assert.equal(given(trusting)().accounts.oidc?.trustEmail, true);
    assert.throws(given({ ...trusting, REELSIGHT_OIDC_DOMAINS: '' }), /OIDC_DOMAINS/);
    assert.ok(given({ REELSIGHT_OIDC_ISSUER: 'http://127.0.0.1:9000' })().accounts.oidc);
  });

  test('origins are exact, or any', () => {
    const origins = (value: string) =>
      readConfig({ REELSIGHT_CORS_ORIGINS: value }).http.corsOrigins;
    assert.deepEqual(origins(''), []);
    assert.deepEqual(origins('https://a.example, http://localhost:3000'), [
      'https://a.example',
      'http://localhost:3000',
    ]);
    assert.deepEqual(origins('*'), ['*']);

    for (const wrong of ['https://a.example/', 'a.example', 'https://*.example', 'null'])
      assert.throws(() => origins(wrong), /no origin such as/, wrong);
  });

  test('a setting of an earlier version is not missed in silence', () => {
    const old = { REELSIGHT_ALLOW_PRIVATE_LINKS: 'true' };
    assert.throws(() => readConfig(old), /use REELSIGHT_PRIVATE_LINK_NETWORKS/);
  });

  test('derives folders and addresses from others', () => {
    const config = readConfig({ REELSIGHT_DATA_DIR: '/srv/reelsight', PORT: '9000' });
    assert.equal(config.http.publicUrl, 'http://localhost:9000');
    assert.equal(config.http.configuredUrl, null);
    assert.equal(config.models.modelsDir, '/srv/reelsight/models');
    assert.equal(config.database.dataDir, '/srv/reelsight/database');
    assert.equal(config.worker.environment.NODE_COMPILE_CACHE, '/srv/reelsight/compile-cache');

    const { environment } = readConfig({ NODE_COMPILE_CACHE: '/var/cache/reelsight' }).worker;
    assert.equal(environment.NODE_COMPILE_CACHE, '/var/cache/reelsight');

    const given = readConfig({ PUBLIC_URL: 'https://video.example.com/' });
    assert.equal(given.http.publicUrl, 'https://video.example.com');
  });

  test('takes an empty variable for one that is not set', () => {
    const config = readConfig({ PORT: '', STORAGE_URL: '', REELSIGHT_DIRECT_HOSTS: '' });
    assert.equal(config.http.port, 8080);
    assert.equal(config.storage.url, null);
    assert.deepEqual(config.sources.directHosts, []);
  });

  test('names every bad variable, and says what would do', () => {
    assert.throws(
      () =>
        readConfig({
          PORT: 'many',
          REELSIGHT_ROLE: 'judge',
          REELSIGHT_TRUSTED_PROXIES: '10.0.0.0/8, nonsense',
          REELSIGHT_PLANS: '{"gold":{}}',
        }),
      (error) => {
        assert.ok(error instanceof ConfigError);
        const lines = error.message.split('\n');
        assert.equal(lines.length, 4);
        assert.match(lines.join('\n'), /^PORT: /m);
        assert.match(lines.join('\n'), /^REELSIGHT_ROLE: .*"all"/m);
        assert.match(lines.join('\n'), /^REELSIGHT_TRUSTED_PROXIES: nonsense is neither/m);
        assert.match(lines.join('\n'), /^REELSIGHT_PLANS: must be JSON such as/m);

        return true;
      },
    );
  });

  test('says what a port and an address look like', () => {
    const port = 'must be a whole number from 0 to 65535';

    for (const value of ['many', '1.5', '-1', '65536'])
      assert.throws(() => readConfig({ PORT: value }), { message: `PORT: ${port}` });
    assert.throws(() => readConfig({ UPLOAD_PORT: 'x' }), { message: `UPLOAD_PORT: ${port}` });

    for (const value of ['video.example.com', 'localhost:8080', 'https://'])
      assert.throws(() => readConfig({ PUBLIC_URL: value }), {
        message: 'PUBLIC_URL: must be an address such as https://video.example.com',
      });

    assert.throws(() => readConfig({ DATABASE_URL: 'x' }), /must be an address such as postgres/);
    assert.throws(() => readConfig({ STORAGE_URL: 'x' }), /must be an address such as s3/);
    assert.throws(() => readConfig({ REELSIGHT_RETRIES: 'x' }), /RETRIES: must be a number/);
  });

  test('refuses unknown numbers of plans by name', () => {
    const plans = (changes: object) => () =>
      readConfig({ REELSIGHT_PLANS: JSON.stringify(changes) });
    assert.throws(plans({ pro: { max_concurent_jobs: 1 } }), {
      message:
        'REELSIGHT_PLANS: pro.max_concurent_jobs is not a number of a plan; did you mean max_concurrent_jobs?',
    });
    assert.throws(
      plans({ pro: { max_jobs: 1 } }),
      /pro\.max_jobs is not .*known: .*max_concurrent_jobs/,
    );
    assert.throws(plans({ free: { colour: 1 } }), /free\.colour .*known: .*max_upload_mb/);

    assert.doesNotThrow(plans({ free: { requires_target: false, max_upload_mb: 1 } }));
  });

  test("refuses an operator's token that could be guessed", () => {
    const short = { REELSIGHT_ADMIN_TOKEN: 'x'.repeat(31) };
    assert.throws(() => readConfig(short), {
      message: 'REELSIGHT_ADMIN_TOKEN: must have at least 32 characters',
    });
    const token = 'x'.repeat(32);
    assert.equal(readConfig({ REELSIGHT_ADMIN_TOKEN: token }).service.adminToken, token);
  });

  test('changes numbers of plans, and with them the longest video a worker takes', () => {
    const changes = { scale: { max_video_duration_minutes: 900, burst: 7, max_follows: 9 } };
    const config = readConfig({ REELSIGHT_PLANS: JSON.stringify(changes) });
    assert.equal(config.plans.scale.limits.max_video_duration_minutes, 900);
    assert.equal(config.plans.scale.burst, 7);
    assert.equal(config.plans.scale.maxFollows, 9);
    assert.equal(config.worker.limits.maxDurationSeconds, 54_000);
    assert.equal(readConfig({}).worker.limits.maxDurationSeconds, 36_000);
  });

  test('gives the process of a job what programs need, and no secret', () => {
    const { worker } = readConfig({ PATH: '/bin', HOME: '/root', REELSIGHT_AI_KEY: 'secret' });
    assert.deepEqual(Object.keys(worker.environment).sort(), [
      'HOME',
      'NODE_COMPILE_CACHE',
      'PATH',
    ]);

    const ofGpu = { CUDA_VISIBLE_DEVICES: '1', LD_LIBRARY_PATH: '/opt/cuda' };
    const { environment } = readConfig({ ...ofGpu, REELSIGHT_DEVICE: 'cuda' }).worker;
    assert.deepEqual({ ...environment, ...ofGpu }, environment);
  });

  test('keeps the key of a model server from the settings of the engines', () => {
    const env = { REELSIGHT_AI_URL: 'http://gpu:8000', REELSIGHT_AI_KEY: 'secret' };
    const engines = engineSettings(readConfig(env));
    assert.equal(engines.remote?.url, 'http://gpu:8000/v1');
    assert.ok(!JSON.stringify(engines).includes('secret'));
    assert.equal(engineSettings(readConfig({})).remote, null);
  });
});

test('name servers and networks are addresses, with a port or a length', () => {
  const servers = '10.0.0.2, 10.0.0.3:5353,[2001:db8::53]:53,2001:db8::53';
  const config = readConfig({
    REELSIGHT_DNS_SERVERS: servers,
    REELSIGHT_PRIVATE_LINK_NETWORKS: '10.20.0.0/16,fd12::/32',
  });
  assert.equal(config.names.servers.length, 4);
  assert.deepEqual(config.sources.privateNetworks, ['10.20.0.0/16', 'fd12::/32']);

  for (const wrong of ['dns.example', '10.0.0.2:port', '10.0.0', '[2001:db8::53'])
    assert.throws(() => readConfig({ REELSIGHT_DNS_SERVERS: wrong }), /REELSIGHT_DNS_SERVERS/);

  for (const wrong of ['lan', '10.20.0.0/33'])
    assert.throws(
      () => readConfig({ REELSIGHT_PRIVATE_LINK_NETWORKS: wrong }),
      /REELSIGHT_PRIVATE_LINK_NETWORKS/,
    );
});

test('a tail of retries is few waits with units, and not long in all', () => {
  const tail = (text: string) => readConfig({ REELSIGHT_WEBHOOK_RETRY_TAIL: text }).webhooks;
  assert.deepEqual(readConfig({}).webhooks.retryTailMs, []);
  assert.deepEqual(tail('30s, 5m,2h').retryTailMs, [30_000, 300_000, 7_200_000]);
  assert.equal(tail('36h,36h').retryTailMs.length, 2);
  assert.equal(tail(Array(10).fill('1m').join()).retryTailMs.length, 10);
  const wrong = ['5', '5d', '-5m', '0m', '1.5h', '36h,36h,1s', Array(11).fill('1m').join()];
  for (const text of wrong) assert.throws(() => tail(text), /REELSIGHT_WEBHOOK_RETRY_TAIL/, text);
});

test('backups by schedule that nobody encrypts are warned of', () => {
  const schedule = { REELSIGHT_BACKUP_SCHEDULE: '30 3 * * *' };
  const warned = (env: Readonly<Record<string, string>>) =>
    readConfig(env).warnings.some((warning) => warning.includes('REELSIGHT_BACKUP_PASSPHRASE'));

  assert.ok(warned(schedule));
  assert.ok(!warned({}));
  assert.ok(!warned({ ...schedule, REELSIGHT_BACKUP_PASSPHRASE: 'a long enough passphrase' }));
});
