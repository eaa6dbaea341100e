/** Pictures of logos that arrive slowly: they hold up no others, and are ended. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

let subject: Subject;
const sockets: Socket[] = [];
before(async () => {
  subject = await startSubject();
});
after(() => {
  for (const socket of sockets) socket.destroy();
  return subject.close();
});

const picture = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const create = { width: 300, height: 100, channels: 3, background: '#20a0e0' } as const;
  return new Uint8Array(await sharp({ create }).png().toBuffer());
};

/** Sends the headers and one byte of a picture, and returns the status of the answer. */
function sendOneByte({ apiKey }: Owner, path: string): Promise<number> {
  const { hostname, port, host } = new URL(subject.service.apiUrl);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  const headers = `Host: ${host}\r\nX-Api-Key: ${apiKey}\r\nContent-Type: image/png\r\nContent-Length: 100000`;
  socket.write(`POST ${path} HTTP/1.1\r\n${headers}\r\n\r\nx`);

  return new Promise((resolve, reject) => {
    socket.once('data', (bytes) => {
      socket.resume();
      socket.once('close', () => resolve(Number(String(bytes).split(' ')[1])));
    });
    socket.once('error', reject);
  });
}

test('pictures that stand still hold up no others of their workspace, and are ended', async () => {
  const owner = await subject.owner('scale');
  const { brand_id } = accepted(await owner.post('/v1/brands', { name: 'Acme' }), 201);
  const path = `/v1/brands/${brand_id}/logos`;
  const held = Promise.all(Array.from({ length: 4 }, () => sendOneByte(owner, path)));
  await sleep(200);

  const upload = owner.call('POST', path, {
    body: await picture(),
    headers: { 'Content-Type': 'image/png' },
  });
  const answer = await Promise.race([upload, sleep(5000, null)]);
  assert.equal(answer?.status, 201);
  assert.deepEqual(await held, [408, 408, 408, 408]);
});
