/** `reelsight admin` on a real service: everything that a command changes is read back. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../interface/subject.ts';
import { reelsight } from './harness.ts';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
before(async () => {
  cli = await startOnService({ REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true' });
});
after(() => cli.close());

const admin = (...args: string[]) => {
  const env = {
    REELSIGHT_URL: cli.service.apiUrl,
    REELSIGHT_ADMIN_TOKEN: cli.service.adminToken,
  };
  return reelsight(['admin', ...args], { home: cli.folder, env });
};
async function text(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await admin(...args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
  return stdout;
}
const json = async (...args: string[]): Promise<Json> => JSON.parse(await text(...args));
const asKey = (api_key: string) =>
  reelsight(['account', '--json'], {
    home: cli.folder,
    env: { REELSIGHT_URL: cli.service.apiUrl, REELSIGHT_API_KEY: api_key },
  });

test('a workspace is made, listed, changed and deleted', async () => {
  const made = await json(
    ...['workspaces', 'create', '--name', 'Acme', '--email', 'ops@acme.example'],
    ...['--plan', 'starter', '--credits', '70'],
  );
  const { tenant_id: id, api_key: key } = made;
  const account = JSON.parse((await asKey(key)).stdout);
  assert.deepEqual([account.plan, account.credits.purchased_credits], ['starter', 70]);
  assert.match(
    await text('workspaces', 'list'),
    new RegExp(`${id} +Acme +ops@acme\\.example +starter +\\d+`),
  );

  const changed = await json(
    ...['workspaces', 'update', id, '--plan', 'scale', '--name', 'Acme 2', '--past-due', 'true'],
  );
  assert.deepEqual([changed.plan, changed.name, changed.past_due], ['scale', 'Acme 2', true]);
  assert.match(await text('workspaces', 'list'), /Acme 2 +ops@acme\.example +scale \(past due\)/);
  assert.equal((await json('workspaces', 'update', id, '--past-due', 'false')).past_due, false);

  const nothing = await admin('workspaces', 'update', id);
  assert.deepEqual([nothing.code, nothing.stderr], [2, 'Give --plan, --name or --past-due.\n']);

  assert.equal((await admin('workspaces', 'delete', id)).code, 2);
  assert.equal((await asKey(key)).code, 0, 'it is there without --yes');
  assert.equal(await text('workspaces', 'delete', id, '--yes'), `${id} deleted\n`);
  assert.match((await asKey(key)).stderr, /^INVALID_API_KEY/);

  const listed = await json('workspaces', 'list', '--json');
  assert.ok(!listed.some((one: Json) => one.tenant_id === id && one.deleted_at === null));
});

test('credits are added as what they are, with their reason', async () => {
  const { tenantId } = cli.owner;
  const { transaction } = await json(
    ...['credits', tenantId, '25', '--type', 'refund', '--description', 'a broken video'],
  );
  assert.deepEqual(
    [transaction.type, transaction.amount, transaction.description],
    ['refund', 25, 'a broken video'],
  );
  assert.equal((await json('credits', tenantId, '5')).transaction.type, 'grant');

  for (const amount of ['many', '1.5'])
    assert.match((await admin('credits', tenantId, amount)).stderr, /is not a number of credits/);
});

test('a key is made with its scopes, and refused once it is revoked', async () => {
  const { tenantId } = cli.owner;
  const all = await json('keys', 'create', tenantId, '--name', 'all');
  assert.equal((await asKey(all.api_key)).code, 0);
  const few = await json('keys', 'create', tenantId, '--name', 'few', '--scopes', 'jobs:read');
  assert.match((await asKey(few.api_key)).stderr, /^INSUFFICIENT_SCOPE|account:read/);
  assert.equal(await text('keys', 'revoke', all.key_id), `${all.key_id} revoked\n`);
  assert.match((await asKey(all.api_key)).stderr, /^INVALID_API_KEY/);
});

test('the secret of webhooks is replaced', async () => {
  const { tenantId, webhookSecret } = cli.owner;
  const { webhook_secret: next } = await json('rotate-secret', tenantId, '--keep-previous', '2');
  assert.notEqual(next, webhookSecret);
  assert.notEqual((await json('rotate-secret', tenantId)).webhook_secret, next);
});

test('the webhook address of a workspace is set, shown and removed', async () => {
  const { tenantId } = cli.owner;
  const url = 'http://127.0.0.1:9/hook';
  assert.deepEqual(await json('webhook', tenantId), { url: null, events: [] });

  const address = { url, events: ['job.completed', 'job.held'] };
  const kinds = ['--events', 'job.held', 'job.completed'];
  assert.deepEqual(await json('webhook', tenantId, url, ...kinds), address);
  assert.deepEqual(await json('webhook', tenantId), address);
  assert.equal(await text('webhook', tenantId, '--remove'), 'webhook address removed\n');
  assert.equal((await json('webhook', tenantId)).url, null);
});

test('a runner is made, listed and revoked', async () => {
  assert.equal(await text('runners', 'list'), 'No runners.\n');
  const made = await json('runners', 'create', '--name', 'GPU at home');
  assert.match(made.token, /\S{20}/);
  assert.match(
    await text('runners', 'list'),
    new RegExp(`${made.runner_id} +GPU at home .* never$`, 'm'),
  );
  assert.equal(await text('runners', 'revoke', made.runner_id), `${made.runner_id} revoked\n`);

  const left = await json('runners', 'list', '--json');
  assert.ok(
    left.every((one: Json) => one.runner_id !== made.runner_id || one.status === 'revoked'),
  );
});
