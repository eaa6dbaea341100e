/**
 * Readers of many workspaces at once: each statement reads only a limited part of their logs, and no reader waits for
 * another.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../server/src/db/id.ts';
import { JobFeed } from '../../server/src/http/job-feed.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { type Subject, startSubject } from '../interface/subject.ts';
import { madeEvent, write } from './written.ts';

let subject: Subject;
before(async () => {
  subject = await startSubject();
});
after(() => subject.close());

const workspaces = 30;
const eventsOfEach = 150;

test('one statement reads at most 2,000 events, the same share of each workspace, and goes on at once', async () => {
  const { db } = subject.domain;
  const statements: Map<string, number>[] = [];
  const watched = {
    ...db,
    query: async <Row>(sql: string, params?: readonly unknown[], name?: string): Promise<Row[]> => {
      const rows = await db.query<Row>(sql, params, name);

      if (name === 'events of logs') {
        const each = new Map<string, number>();
        for (const { workspace_id: id } of rows as { workspace_id: string }[])
          each.set(id, (each.get(id) ?? 0) + 1);
        statements.push(each);
      }

      return rows;
    },
  };
  const feed = new JobFeed({
    db: watched,
    limits: { ofUser: 100, ofWorkspace: 100, all: 100 },
    now: () => new Date(),
    onFault: (fault) => assert.fail(fault),
  });
  const ids: string[] = [];
  for (let made = 0; made < workspaces; made += 1) ids.push((await subject.owner()).tenantId);

  const keys = await db.query<{ id: string; workspace_id: string }>(
    'select id, workspace_id from api_keys where workspace_id = any ($1)',
    [ids],
  );
  const told = new Map(ids.map((id) => [id, [] as string[]]));
  let ready = 0;
  const leave = keys.map(({ id: keyId, workspace_id: workspaceId }) =>
    feed.join({
      workspaceId,
      group: workspaceId,
      right: { keyId },
      userId: null,
      take: () => undefined,
      tick: () => undefined,
      takeEvents: ({ events }) => {
        if (events.length === 0) ready += 1;
        told.get(workspaceId)?.push(...events.map(({ id }) => id));
      },
      end: () => undefined,
    }),
  );
  try {
    await waitFor(async () => assert.equal(ready, workspaces));
    const written = ids.map((id) => {
      const jobId = newId('job');
      return Array.from({ length: eventsOfEach }, (_, place) => madeEvent(id, jobId, place));
    });
    await write(db, written.flat());
    await waitFor(async () => {
      for (const [index, id] of ids.entries())
        assert.deepEqual(
          told.get(id),
          written[index]?.map((event) => event.id),
        );
    });
  } finally {
    for (const one of leave) one();
  }

  const sums = statements.map((statement) =>
    [...statement.values()].reduce((sum, count) => sum + count, 0),
  );
  assert.ok(Math.max(...sums) <= 2000, `${sums}`);

  const first = statements.find((statement) => statement.size === workspaces);
  assert.deepEqual(new Set(first?.values()), new Set([66]));
});
