/** `reelsight webhooks`: a local receiver gets exactly what a webhook would have sent, with a valid signature. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyWebhook } from '@reelsight/sdk';
import { startTestService } from '../../server/testing/service.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { type Received, startReceiver } from '../../server/testing/webhooks/receiver.ts';
import { type Running, reelsight, startReelsight } from './harness.ts';
import { type OnService, startOnService } from './on-service.ts';

let cli: OnService;
before(async () => {
  cli = await startOnService({ REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true' });
});
after(() => cli.close());

const variables = (url = cli.service.apiUrl, apiKey = cli.owner.apiKey) => ({
  REELSIGHT_URL: url,
  REELSIGHT_API_KEY: apiKey,
});
const run = (...args: string[]) =>
  reelsight(['webhooks', ...args], { home: cli.folder, env: variables() });

async function listening(url: string, args: string[], env = variables()): Promise<Running> {
  const running = startReelsight(['webhooks', 'listen', '--forward-to', url, ...args], {
    home: cli.folder,
    env,
  });
  await waitFor(() => assert.match(running.output(), /Forwarding events to /));
  return running;
}

/** Ends the command with Ctrl-C (SIGINT), after which it must exit with 0. */
async function ended({ child, ended }: Running): Promise<string> {
  child.kill('SIGINT');
  const { code, stdout, stderr } = await ended;
  assert.equal(code, 0, stderr);
  return stdout;
}

const link = (n: number) => `https://www.youtube.com/watch?v=dQw4w9Wg${String(n).padStart(3, '0')}`;
let links = 0;
async function newJob(webhook_url?: string): Promise<string> {
  links += 1;
  const job = { url: link(links), capabilities: ['metadata' as const], webhook_url };
  return (await cli.owner.client.jobs.create(job)).job_id;
}

const verified = ({ body, headers }: Received, secret = cli.owner.webhookSecret) =>
  verifyWebhook(body, headers, secret);
const kindsOf = (received: readonly Received[]) =>
  received.map(({ body }) => JSON.parse(body).event).sort();

describe('webhooks listen', () => {
  test('with --all every event arrives, verifies, and is the text of the log', async () => {
    await using receiver = await startReceiver();
    const running = await listening(receiver.url, ['--all']);
    const id = await newJob();
    await cli.owner.client.jobs.cancel(id);
    await waitFor(() => assert.equal(receiver.received.length, 2));

    const stdout = await ended(running);
    assert.deepEqual(kindsOf(receiver.received), ['job.cancelled', 'job.created']);

    const log = await fetch(`${cli.service.apiUrl}/v1/jobs/${id}/events`, {
      headers: { 'X-Api-Key': cli.owner.apiKey },
    });
    const { data } = (await log.json()) as { data: { event_id: string }[] };

    for (const one of receiver.received) {
      const event = await verified(one);
      assert.equal(one.headers['webhook-id'], event.event_id);
      assert.equal(one.headers['content-type'], 'application/json');
      assert.equal(one.headers['user-agent'], 'Reelsight-Webhooks/1');
      await verifyWebhook(
        one.body,
        { 'x-service-signature': one.headers['x-service-signature'] },
        cli.owner.webhookSecret,
        { allowUntimed: true },
      );

      assert.deepEqual(
        event,
        data.find(({ event_id }) => event_id === event.event_id),
      );
      assert.match(
        stdout,
        new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}${event.event} +${id} {2}200 in \\d+ ms$`, 'm'),
      );
    }
  });

  test('without it, what webhooks carry: the same bytes; no cancelled job that never began', async () => {
    await using hook = await startReceiver();
    await using receiver = await startReceiver();
    const worker = await startTestService({
      REELSIGHT_ROLE: 'all',
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
    });

    try {
      const { client, apiKey, webhookSecret } = await worker.workspace('scale', 1_000_000);
      const running = await listening(receiver.url, [], variables(worker.apiUrl, apiKey));
      const upload_key = await client.uploads.put(new Blob(['no video']), {
        contentType: 'video/mp4',
      });
      const capabilities = ['metadata' as const];
      const { job_id } = await client.jobs.create({
        upload_key,
        capabilities,
        webhook_url: hook.url,
      });
      assert.equal((await client.jobs.wait(job_id)).status, 'failed');
      await client.batches.create({ urls: [link(900)], capabilities });
      await waitFor(() => {
        assert.ok(receiver.received.some(({ body }) => body.includes('"batch.completed"')));
        assert.equal(hook.received.length, 1);
      });
      await ended(running);
      assert.deepEqual(kindsOf(receiver.received), ['batch.completed', 'job.failed']);

      const failed = receiver.received.find(({ body }) => body.includes('"job.failed"'));
      assert.equal(failed?.body, hook.received[0]?.body);

      const names = (one?: Received) =>
        Object.keys(one?.headers ?? {}).filter((name) => !/^(host|connection)$/.test(name));
      assert.deepEqual(names(failed).sort(), names(hook.received[0]).sort());
      for (const one of receiver.received) await verified(one, webhookSecret);
    } finally {
      await worker.close();
    }
  });

  test('a job that was cancelled before it began is not forwarded', async () => {
    await using receiver = await startReceiver();
    const running = await listening(receiver.url, ['--json']);

    await cli.owner.client.jobs.cancel(await newJob());
    // The log of events is read in order. Once the event of this batch arrives, the cancelled job's event has been
    // skipped.
    const batch = await cli.owner.client.batches.create({
      urls: [link(901)],
      capabilities: ['metadata'],
    });
    await cli.owner.client.batches.cancel(batch.batch_id);
    await new Promise((done) => setTimeout(done, 2000));
    assert.equal(await ended(running), '');
    assert.equal(receiver.received.length, 0);
  });

  test('--events and --secret; a refusal is repeated after a second, and holds no other event up', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    // Two deliveries are in progress at once, so either may arrive first.
    let refused: string | null = null;
    await using receiver = await startReceiver((response, { body }) => {
      const isFirst = refused === null;
      refused ??= JSON.parse(body).job_id;
      response.writeHead(isFirst ? 500 : 204).end();
    });
    const running = await listening(receiver.url, [
      ...['--all', '--json', '--events', 'job.created', '--secret', secret],
    ]);
    const jobs = [await newJob(), await newJob()];
    await cli.owner.client.jobs.cancel(jobs[0] as string);
    await waitFor(() => assert.equal(receiver.received.length, 3));

    const lines = (await ended(running)).trim().split('\n');
    const order = receiver.received.map(({ body }) => JSON.parse(body).job_id);
    assert.deepEqual(order, [refused, jobs.find((id) => id !== refused), refused]);
    for (const one of receiver.received) await verified(one, secret);

    const ofRefused = lines.map((line) => JSON.parse(line)).filter(({ id }) => id === refused);
    assert.deepEqual(
      ofRefused.map(({ attempt, status, error }) => [attempt, status, error]),
      [
        [1, 500, 'answered 500'],
        [2, 204, null],
      ],
    );
  });

  test('after a rotation it signs with the new secret only', async () => {
    await using receiver = await startReceiver();
    const { apiKey, tenantId, client, webhookSecret } = await cli.service.workspace(
      'scale',
      1_000_000,
    );
    const running = await listening(receiver.url, ['--all'], variables(cli.service.apiUrl, apiKey));
    const createOne = async (count: number): Promise<Received> => {
      links += 1;
      await client.jobs.create({ url: link(links), capabilities: ['metadata'] });
      await waitFor(() => assert.equal(receiver.received.length, count));
      return receiver.received[count - 1] as Received;
    };
    await verified(await createOne(1), webhookSecret);

    const { webhook_secret: secret } = await cli.service.admin.workspaces.rotateSecret(
      tenantId,
      24,
    );

    // Longer than the command keeps using a secret that it has read.
    await new Promise((done) => setTimeout(done, 5500));
    const later = await createOne(2);
    await verified(later, secret);
    await assert.rejects(verified(later, webhookSecret));
    assert.match(String(later.headers['webhook-signature']), /^v1,\S+$/);
    await ended(running);
  });

  test('options are checked before anything is asked of the service', async () => {
    const refused = async (...args: string[]) => {
      const env = { REELSIGHT_URL: 'http://127.0.0.1:9', REELSIGHT_API_KEY: 'rs_live_x' };
      const { code, stderr } = await reelsight(['webhooks', 'listen', ...args], {
        home: cli.folder,
        env,
      });
      assert.equal(code, 2, stderr);
      return stderr;
    };
    const here = ['--forward-to', 'http://localhost:3000/hook'];

    assert.match(await refused(), /required option '--forward-to <address>'/);
    assert.match(await refused('--forward-to', 'ftp://localhost'), /give an http address/);

    for (const far of [
      'http://93.184.216.34/',
      'http://[2001:db8::1]/',
      'http://[::ffff:8.8.8.8]/',
    ])
      assert.match(await refused('--forward-to', far), /--allow-remote/);

    assert.match(await refused(...here, '--events', 'job.complete'), /mean job\.completed\?/);
    assert.match(await refused(...here, '--events', 'job.created'), /Add --all/);

    for (const secret of ['abc', 'whsec_', 'whsec_abcde'])
      assert.match(await refused(...here, '--secret', secret), /must be whsec_/);
  });

  test('a key that may not see the secret is told of --secret', async () => {
    const { api_key } = await cli.service.admin.keys.create(cli.owner.tenantId, {
      name: 'reader',
      scopes: ['jobs:read'],
    });
    const args = ['webhooks', 'listen', '--forward-to', 'http://localhost:9/'];
    const env = variables(cli.service.apiUrl, api_key);
    const { code, stderr } = await reelsight(args, { home: cli.folder, env });
    assert.equal(code, 2);
    assert.match(stderr, /account:read.*--secret whsec_/);

    const secret = ['--secret', cli.owner.webhookSecret];
    await ended(await listening('http://localhost:9/', secret, env));
  });
});

test('deliveries are listed, filtered and replayed; a test event is sent', async () => {
  await using receiver = await startReceiver();
  const sent = await run('test', '--to', receiver.url, '--json');
  assert.equal(sent.code, 0, sent.stderr);

  const { delivery_id: id } = JSON.parse(sent.stdout);
  const listed = async (...args: string[]) => (await run('deliveries', 'list', ...args)).stdout;
  assert.match(await listed(), new RegExp(`^${id} +webhook\\.test `, 'm'));
  assert.match(await listed('--event', 'job.failed'), /^No deliveries\.$/m);
  await run('test', '--to', receiver.url);
  assert.equal(JSON.parse(await listed('--json')).length, 2);
  assert.equal(JSON.parse(await listed('--json', '--limit', '1')).length, 1);

  const again = await run('deliveries', 'replay', id);
  assert.match(again.stdout, new RegExp(`^${id} webhook\\.test to .*: queued$`, 'm'));

  const wrong = await run('deliveries', 'replay', 'evt_none');
  assert.equal(wrong.code, 4);
});
