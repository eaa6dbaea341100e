/** A process that is killed at any step of an alert: nothing is lost, and what is sent again has the same id. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  alertOn,
  analysedAcme,
  openAlertDomain,
  workspaceFor,
} from '../../testing/alerts/alert-domain.ts';
import type { KillPoint, ProcessOptions } from '../../testing/alerts/alerting-process.ts';
import { migratedDatabase } from '../../testing/database.ts';
import { startMailServer, type TestMailServer } from '../../testing/mail/mail-server.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { startReceiver } from '../../testing/webhooks/receiver.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/schema/migrate.ts';

const program = fileURLToPath(new URL('../../testing/alerts/alerting-process.ts', import.meta.url));
const videos = ['aaaaaaaaaa1', 'aaaaaaaaaa2', 'aaaaaaaaaa3', 'aaaaaaaaaa4'];
const paths = ['/webhook', '/slack', '/teams'];

/** Who kills the process; the receiver does so at the third request, and never answers it. */
type Killer = KillPoint | 'receiver' | 'mail server';

/** Whether the killed process had sent what it had not recorded, so that it is sent again. */
const repeats: Readonly<Record<Killer, boolean>> = {
  match: false,
  delivery: false,
  request: false,
  receiver: true,
  answer: true,
  'mail server': true,
};

describe('A process that is killed', () => {
  let smtp: TestMailServer;
  before(async () => {
    smtp = await startMailServer();
  });
  after(() => smtp.close());

  for (const [killer, isRepeated] of Object.entries(repeats) as [Killer, boolean][])
    test(`by the ${killer} loses no alert, and sends each once to each target`, async () => {
      const dataDir = await mkdtemp(join(tmpdir(), 'reelsight-alerts-'));
      const fresh = await migratedDatabase();
      const database = { dataDir, ...(fresh.url && { url: fresh.url }) };
      const processOptions: ProcessOptions = {
        database,
        smtpUrl: smtp.url,
        killAt: killer === 'receiver' || killer === 'mail server' ? null : killer,
      };
      let child: ChildProcess | undefined;
      let requests = 0;
      smtp.received.length = 0;
      smtp.onMail = () => {
        if (killer === 'mail server') child?.kill('SIGKILL');
      };
      await using receiver = await startReceiver((response) => {
        requests += 1;
        if (killer === 'receiver' && requests === 3) child?.kill('SIGKILL');
        else response.end();
      });
      const base = `http://127.0.0.1:${receiver.port}`;

      try {
        const before = await openDatabase(database);
        await migrate(before, { version: 'test' });
        {
          await using filling = await openAlertDomain(before, smtp.url);
          const workspace = await workspaceFor(filling.domain);
          await before.query(
            `insert into users (id, name, email, email_verified, created_at, updated_at)
             values ('usr_ada', 'Ada', 'ada@example.com', true, now(), now())`,
          );
          await before.query(
            `insert into members (workspace_id, user_id, role, joined_at) values ($1, 'usr_ada', 'owner', now())`,
            [workspace.id],
          );
          await alertOn(filling.domain, workspace, {
            name: 'Acme',
            targets: [
              { type: 'webhook', address: `${base}/webhook` },
              { type: 'slack', address: `${base}/slack` },
              { type: 'teams', address: `${base}/teams` },
              { type: 'mail', address: 'ada@example.com' },
            ],
          });
          for (const video of videos) await analysedAcme(filling.domain, workspace, video);
        }
        await before.close();

        child = spawn(process.execPath, [program, JSON.stringify(processOptions)], {
          stdio: 'inherit',
        });
        const [, signal] = await once(child, 'exit', { signal: AbortSignal.timeout(60_000) });
        assert.equal(signal, 'SIGKILL');
        child = undefined;

        const reopened = await openDatabase(database);
        {
          await using rest = await openAlertDomain(reopened, smtp.url);
          // Otherwise the dead process would keep its tasks for another minute.
          await rest.domain.queue.recover();
          rest.send();
          await waitFor(async () => {
            const rows = await reopened.query<{ status: string }>(
              'select status from alert_deliveries',
            );
            assert.equal(rows.length, videos.length * (paths.length + 1));
            assert.ok(rows.every(({ status }) => status === 'delivered'));
          });
        }
        await reopened.close();

        const ids: string[] = [];
        for (const path of paths) {
          const ofPath = receiver.received.filter((request) => request.path === path);
          const idsOfPath = ofPath.map(({ headers }) => String(headers['webhook-id']));
          assert.equal(new Set(idsOfPath).size, videos.length, `ids at ${path}`);
          for (const video of videos) {
            const ofVideo = ofPath.filter(({ body }) => body.includes(video));
            assert.ok(ofVideo.length > 0, `${video} arrived at ${path}`);
            // Whatever is sent again can be known by its id.
            const idsOfVideo = new Set(ofVideo.map(({ headers }) => headers['webhook-id']));
            assert.equal(idsOfVideo.size, 1, `${video} has one id at ${path}`);
          }
          ids.push(...idsOfPath);
        }

        const mailIds = smtp.received.map(({ head }) => /^Message-ID: (.+)$/im.exec(head)?.[1]);
        assert.equal(new Set(mailIds).size, videos.length);
        ids.push(...mailIds.map(String));
        const repeated = ids.length - new Set(ids).size;
        assert.equal(repeated, isRepeated ? 1 : 0, `${repeated} were sent twice`);
      } finally {
        child?.kill('SIGKILL');
        await fresh.drop();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
});
