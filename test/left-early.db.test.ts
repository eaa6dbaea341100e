/** Clients that disconnect before their answer begins leave no file open. */
import assert from 'node:assert/strict';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

const reason = process.platform === 'linux' ? false : 'open files are counted in /proc';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await startSubject();
  owner = await subject.owner('scale');
});
after(() => subject.close());

/** Counts the files of the storage that this process has open. The service runs in the same process. */
function openFiles(): number {
  const paths = readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });
  return paths.filter((path) => path.includes('/uploads/')).length;
}

test('the stored file of an answer nobody waits for is closed', { skip: reason }, async () => {
  const upload = { upload_key: await owner.upload(), capabilities: ['metadata'] };
  const { job_id: id } = accepted(await owner.post('/v1/jobs', upload), 202);
  await subject.worker.complete(id);
  const path = `/v1/jobs/${id}/media`;
  assert.equal((await owner.get(path)).status, 200);

  const { hostname, port } = new URL(subject.service.apiUrl);
  for (let sent = 0; sent < 60; sent += 1) {
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    const head = `GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Api-Key: ${owner.apiKey}\r\n\r\n`;
    socket.write(head);
    // Disconnects at different moments of the answer.
    await sleep(sent % 12);
    socket.destroy();
  }

  // Files must be closed without waiting for garbage collection, which would close them sooner or later.
  await sleep(2000);
  assert.equal(openFiles(), 0);
});
