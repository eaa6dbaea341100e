/** Bodies that arrive together are read and checked with room for other calls between them. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { longestTurnMs } from '../server/testing/longest-turn.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import type { Subject } from './interface/subject.ts';

const together = 80;

let subject: Subject;
const sockets: Socket[] = [];
before(async () => {
  subject = await sharedSubject();
});
after(() => {
  for (const socket of sockets) socket.destroy();
  return subject.close();
});

/** As many terms as fit into a body that needs no place; the last one is there twice, which is found at the end. */
function glossary(): string {
  const terms = Array.from({ length: 990 }, (_, index) => ({
    term: `Überterm ${index}`,
    sounds_like: [`over term ${index}`],
  }));
  const body = JSON.stringify({ terms: [...terms, { term: 'Überterm 0' }] });
  assert.ok(body.length < 65_536, `${body.length} characters`);
  return body;
}

test('many bodies that end in the same moment hold up nobody', async () => {
  const { apiKey } = await subject.owner('scale', 1000);
  const { hostname, port, host } = new URL(subject.service.apiUrl);
  const bytes = Buffer.from(glossary());
  const head = `PUT /v1/glossary HTTP/1.1\r\nHost: ${host}\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`;

  for (let index = 0; index < together; index += 1) {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(head);
    socket.write(bytes.subarray(0, -1));
  }

  const answers = sockets.map(async (socket) => String((await once(socket, 'data'))[0]));
  const longest = await longestTurnMs(async () => {
    for (const socket of sockets) socket.write(bytes.subarray(-1));
    await Promise.all(answers);
  });

  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 422/);
  assert.ok(longest < 150, `${longest} ms in one turn of the event loop`);
});
