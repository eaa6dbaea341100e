/** Runs each example of docs/cli.md unchanged. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { insertMember } from '../../server/src/db/workspaces/members.ts';
import { freePort } from '../../server/src/wiring/start/free-port.ts';
import { installTinyPictureText } from '../../server/testing/engines/tiny-clip-model.ts';
import { startMailServer, type TestMailServer } from '../../server/testing/mail/mail-server.ts';
import { cutClip } from '../../server/testing/media/cut-clip.ts';
import { nodesFrom20 } from '../../server/testing/nodes.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { type Receiver, startReceiver } from '../../server/testing/webhooks/receiver.ts';
import { codeOf } from '../console/authenticator.ts';
import { password, Visitor } from '../console/visitor.ts';
import { sections } from './docs-page.ts';
import { builtProgram, launcher, sample } from './harness.ts';

let service: TestService;
let receiver: Receiver;
let smtp: TestMailServer;
let folder: string;
let env: Record<string, string>;
/** A member of the workspace, to whom examples send mail and whom the operator helps. */
let ada: Visitor;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelsight-docs-'));
  const models = join(folder, 'models-of-service');
  await installTinyPictureText(models);
  smtp = await startMailServer();
  service = await startTestService({
    REELSIGHT_ROLE: 'all',
    REELSIGHT_SMTP_URL: smtp.url,
    REELSIGHT_MAIL_FROM: 'Reelsight <reelsight@example.com>',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
    REELSIGHT_MODELS_DIR: models,
  });
  receiver = await startReceiver();

  const bin = join(folder, 'bin');
  await mkdir(bin);
  await symlink(process.execPath, join(bin, 'node'));

  const built = await builtProgram(folder);
  // The oldest installed Node, so that every command runs under it once.
  const [oldestNode = process.execPath] = (await nodesFrom20()).values();
  // The server's commands are not in the package, so the launcher runs them.
  const script = `#!/bin/sh
case "$1" in start|migrate|runner|doctor|models|links|backup|restore) exec node ${launcher} "$@" ;; esac
exec ${oldestNode} ${built} "$@"
`;
  await writeFile(join(bin, 'reelsight'), script, { mode: 0o755 });
  await cutClip(sample, join(folder, 'talk.mp4'), 6);
  await copyFile(join(folder, 'talk.mp4'), join(folder, 'second.mp4'));
  // Long enough that the job can still be cancelled while it runs.
  await copyFile(sample, join(folder, 'long.mp4'));
  await sharp(join(import.meta.dirname, '../../docs/images/search.png'))
    .jpeg()
    .toFile(join(folder, 'picture.jpg'));

  const owner = await service.workspace('scale', 1_000_000);
  env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    REELSIGHT_URL: service.apiUrl,
    REELSIGHT_API_KEY: owner.apiKey,
    REELSIGHT_ADMIN_TOKEN: service.adminToken,
    REELSIGHT_DATA_DIR: join(folder, 'data'),
    PORT: String(await freePort()),
    UPLOAD_PORT: String(await freePort()),
    // Tests must not fetch models, so this address is set: it has none.
    REELSIGHT_MODELS_HUB: service.apiUrl,
    // Tests must not fetch yt-dlp either; this address is no host of its releases.
    REELSIGHT_LINKS_MIRROR: service.apiUrl,
    REELSIGHT_LINKS_UPDATE: 'off',
    WORKSPACE: owner.tenantId,
    WEBHOOK_URL: receiver.url,
    SLACK_URL: receiver.url,
    OLD_WORKSPACE: (await service.workspace()).tenantId,
  };

  const runner = await service.admin.runners.create({ name: 'r' });
  await writeFile(join(folder, 'runner-token'), runner.token);
  env.RUNNER = (await service.admin.runners.create({ name: 'old' })).runner_id;

  const key = await service.admin.keys.create(owner.tenantId, { name: 'k', scopes: ['jobs:read'] });
  env.KEY = key.key_id;

  const made = async (line: string) => JSON.parse((await bash(line)).stdout);
  const [job, oldJob, batch] = await Promise.all([
    made('reelsight analyze talk.mp4 -c transcription,brands --json'),
    made('reelsight analyze talk.mp4 -c metadata --json'),
    made('reelsight batch create talk.mp4 -c metadata,brands --json'),
  ]);
  Object.assign(env, { JOB: job.job_id, OLD_JOB: oldJob.job_id, BATCH: batch.batch_id });

  const share = await owner.client.shares.create(job.job_id, {
    parts: ['transcript'],
    expires_in_days: 1,
  });
  env.SHARE = share.share_id;

  const heard = { start: 1, end: 2, source: 'audio' } as const;
  const said = { kind: 'add', target: 'brand', name: 'Fanta', appearance_added: heard } as const;
  env.CORRECTION = (await owner.client.jobs.corrections.create(job.job_id, said)).correction_id;

  ada = await makeMember(owner.tenantId);
  const launch = { name: 'Launch', videos: { tags: ['launch'] } };
  env.CAMPAIGN = (await owner.client.campaigns.create(launch)).campaign_id;

  const report = await owner.client.reports.create({ job_ids: [job.job_id], formats: ['csv'] });
  env.REPORT = report.report_id;

  const clip = await owner.client.jobs.createClip(job.job_id, {
    ranges: [{ start: 0, end: 1 }],
    format: 'mp4',
  });
  env.CLIP = clip.clip_id;
});
after(async () => {
  await receiver[Symbol.asyncDispose]();
  await service.close();
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
});

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface BashOptions {
  /** Variables for this line only. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Gets the output; may end the command. */
  readonly onOutput?: (text: string, end: () => void) => void;
}

/** Runs a line in bash. */
async function bash(
  line: string,
  { variables = {}, onOutput }: BashOptions = {},
): Promise<Outcome> {
  const child = spawn('bash', ['-c', `set -o pipefail; ${line}`], {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  let interrupted = false;
  const interrupt = () => {
    if (!interrupted) process.kill(-(child.pid ?? 0), 'SIGINT');
    interrupted = true;
  };
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    onOutput?.(stderr, interrupt);
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    onOutput?.(stdout, interrupt);
  });

  const late = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 120_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(late);

  return { code, stdout, stderr };
}

async function makeMember(workspaceId: string): Promise<Visitor> {
  const { stdout } = await bash('reelsight admin first-account');
  const code = /code=([^\s&]+)/.exec(stdout)?.[1];
  assert.ok(code, stdout);
  const visitor = new Visitor(service.apiUrl);
  const made = await visitor.signUp('Ada', 'ada@example.com', { code });
  assert.equal(made.status, 200, made.text);

  const { user_id: userId } = (await visitor.session()).user;
  const { db, now } = service.domain;
  await db.transaction(async (tx) => {
    await insertMember(tx, { workspaceId, userId, role: 'member', now: now() });
    await tx.query('update users set email_verified = true where id = $1', [userId]);
  });
  return visitor;
}

/** Turns a second step on, for the command that resets it. */
async function makeSecondStep(): Promise<Readonly<Record<string, string>>> {
  const begun = await ada.post('/console/v1/totp', { password });
  const code = codeOf(begun.json.data.secret);
  assert.equal((await ada.post('/console/v1/totp/confirm', { code })).status, 200);

  return {};
}

/** Creates a job with two speakers. No engine tells them apart here, so they are given the parts of a line. */
async function makeSpeakers(): Promise<Readonly<Record<string, string>>> {
  const made = await bash('reelsight analyze talk.mp4 -c transcription --json');
  const { job_id: job } = JSON.parse(made.stdout);
  const headers = {
    'X-Api-Key': env.REELSIGHT_API_KEY ?? '',
    'Content-Type': 'application/json',
  };
  const parts = [
    { text: 'Hello.', speaker: 1 },
    { text: 'Hello, Ada.', speaker: 2 },
  ];

  const path = `${service.apiUrl}/v1/jobs/${job}/transcript/segments/0`;
  const edited = await fetch(path, { method: 'PUT', headers, body: JSON.stringify({ parts }) });
  assert.equal(edited.status, 200);

  return { JOB: job };
}

/**
 * Prepare what some examples need, and pass its name only to them: other examples run at the same time and might delete
 * what they share.
 */
const preparations: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
  // The command that creates a report waits until it is ready.
  'shares create': async () => {
    const { stdout } = await bash('reelsight report $JOB --format csv -o shared.csv --json');
    return { REPORT: JSON.parse(stdout).report_id };
  },
  'jobs cancel': async () => {
    const { stdout } = await bash('reelsight analyze long.mp4 --no-wait');
    return { OPEN_JOB: stdout.trim() };
  },
  'batch cancel': async () => {
    const { stdout } = await bash('reelsight batch create long.mp4 talk.mp4 -c brands --json');
    return { OPEN_BATCH: JSON.parse(stdout).batch_id };
  },
  'webhooks deliveries replay': async () => {
    const { stdout } = await bash('reelsight webhooks test --to "$WEBHOOK_URL" --json');
    return { DELIVERY: JSON.parse(stdout).delivery_id };
  },
  'speakers name': makeSpeakers,
  'speakers merge': makeSpeakers,
  'speakers reset': makeSpeakers,
  'glossary set': async () => {
    await writeFile(join(folder, 'terms.txt'), 'Kubernetes = cooper netties\n');
    return {};
  },
  'admin reset-password': makeSecondStep,
};

/** Examples that cannot succeed in tests, with the exit code and message to expect. */
const otherCodes: Readonly<Record<string, { readonly code: number; readonly stderr: RegExp }>> = {
  // Models come from the Internet, which tests do not use.
  'models pull': { code: 1, stderr: /^0 of \d+ models are ready/m },
  'models try': { code: 1, stderr: /^yolox-tiny is not installed/m },
  'links update': { code: 1, stderr: /is not there \(404\)|is a web page/ },
  'links rollback': { code: 1, stderr: /no release before/ },
  // Run before all others, because Ada signs up with its code.
  'admin first-account': { code: 4, stderr: /first account is made already/ },
};

/** Commands that run until Ctrl-C, with the output that shows that they are ready. */
const endless: Readonly<Record<string, RegExp>> = {
  start: /console and API http/,
  runner: /runner for http/,
  'webhooks listen': /^Forwarding events to /m,
};

/**
 * Groups of sections whose examples build on one another: the sections of a group of commands, and those of the server,
 * which share a data folder.
 */
const groups = Map.groupBy(sections, ({ path }) =>
  /^(start|migrate|runner|doctor|models|links|backup|restore)/.test(path)
    ? 'server'
    : (path.split(' ')[0] ?? ''),
);

describe('examples', { concurrency: 4 }, () => {
  for (const [name, group] of groups)
    describe(name, { concurrency: 1 }, () => {
      for (const { path, examples } of group)
        test(`of reelsight ${path}`, () => runExamples(path, examples));
    });
});

async function runExamples(path: string, examples: readonly string[]): Promise<void> {
  const variables = (await preparations[path]?.()) ?? {};
  for (const line of examples) {
    const ready = endless[path];
    const ended = await bash(line, {
      variables,
      onOutput: (text, end) => ready?.test(text) && end(),
    });
    const wanted = otherCodes[path];
    assert.equal(ended.code, wanted?.code ?? 0, `${line}\n${ended.stdout}\n${ended.stderr}`);
    if (wanted) assert.match(ended.stderr + ended.stdout, wanted.stderr);
  }
}
