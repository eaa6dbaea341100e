/** Keys of all workspaces of an owner take turns as one, because anybody may create many workspaces. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { requestingGroup } from '../server/src/tracing/scope.ts';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

let subject: Subject;
const sockets: Socket[] = [];
before(async () => {
  subject = await startSubject();
  await subject.domain.db.query(
    `insert into users (id, name, email, email_verified, created_at, updated_at)
     values ('jo', 'Jo', 'jo@example.com', true, now(), now())`,
  );
});
after(() => {
  for (const socket of sockets) socket.destroy();
  return subject.close();
});

async function workspaceOfJo(): Promise<Owner> {
  const owner = await subject.owner();
  await subject.domain.db.query(`insert into members values ($1, 'jo', 'owner', now())`, [
    owner.tenantId,
  ]);
  return owner;
}

test('statements for keys of two workspaces of an owner are of one group, others of another', async (t) => {
  const { db } = subject.domain;
  const groups = new Set<string | undefined>();
  const { query } = db;
  t.mock.method(db, 'query', (...statement: Parameters<typeof query>) => {
    groups.add(requestingGroup());
    return query(...statement);
  });
  const groupsOf = async (owner: Owner): Promise<(string | undefined)[]> => {
    groups.clear();
    accepted(await owner.get('/v1/jobs'), 200);
    return [...groups].filter((group) => group !== undefined);
  };

  const first = await workspaceOfJo();
  const second = await workspaceOfJo();
  const stranger = await subject.owner();
  assert.deepEqual(await groupsOf(first), ['jo']);
  assert.deepEqual(await groupsOf(second), ['jo']);
  assert.deepEqual(await groupsOf(stranger), [stranger.tenantId]);
});

/** Larger than the pictures that need no place. */
const largePicture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const raw = { width: 300, height: 200, channels: 3 } as const;
  const noise = randomBytes(raw.width * raw.height * raw.channels);
  return new Uint8Array(await sharp(noise, { raw }).png().toBuffer());
};

/** Sends as much of a picture as takes a place, and no more; resolves when that is answered. */
function sendPart({ apiKey }: Owner, path: string): Promise<void> {
  const { hostname, port, host } = new URL(subject.service.apiUrl);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const headers = `Host: ${host}\r\nX-Api-Key: ${apiKey}\r\nContent-Type: image/png\r\nContent-Length: 100000`;
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\n${'x'.repeat(70_000)}`);

  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve());
    socket.once('error', reject);
  });
}

for (const what of ['pictures', 'requests with pictures'] as const)
  test(`${what} that stand still in one workspace of an owner hold up those of his others alone`, async () => {
    const logosOf = async (owner: Owner): Promise<string> => {
      const { brand_id } = accepted(await owner.post('/v1/brands', { name: 'Acme' }), 201);
      return `/v1/brands/${brand_id}/logos`;
    };
    const first = await workspaceOfJo();
    const second = await workspaceOfJo();
    const stranger = await subject.owner();
    const path = what === 'pictures' ? await logosOf(first) : '/v1/search/sight';
    const ends: string[] = [];
    const body = await largePicture();
    const headers = { 'Content-Type': 'image/png' };
    const upload = async (owner: Owner, name: string): Promise<void> => {
      accepted(await owner.call('POST', await logosOf(owner), { body, headers }), 201);
      ends.push(name);
    };

    const held = Array.from({ length: 4 }, () => sendPart(first, path));
    const anyHeldEnds = Promise.race(held).then(() => ends.push('held'));
    await upload(stranger, 'stranger');
    await Promise.all([upload(second, 'second'), anyHeldEnds]);

    assert.deepEqual(ends, ['stranger', 'held', 'second']);
    await Promise.all(held);
  });
