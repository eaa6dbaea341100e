/** Proof frames as a ZIP file: the stored pictures, their names, and the table. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { storageKey } from '../server/src/storage/storage-key.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { type Owner, refused, type Subject } from './interface/subject.ts';

interface Entry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The members of a ZIP file that stores them uncompressed (APPNOTE 4.3), by means of its central directory. */
function entriesOf(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  assert.ok(end > 0, 'the file is whole');

  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    assert.equal(zip.readUInt16LE(at + 10), 0, 'stored');
    const size = zip.readUInt32LE(at + 20);
    const name = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    entries.push({
      name: zip.toString('utf8', at + 46, at + 46 + name),
      bytes: zip.subarray(from, from + size),
    });
    at += 46 + name + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }

  return entries;
}

const box = { x: 0.25, y: 0.5, width: 0.1, height: 0.2 };
const seen = (timestamp: number, frame: string | null, more: object = {}) => ({
  timestamp,
  timestamp_start: timestamp - 1,
  timestamp_end: timestamp + 1,
  confidence: 0.9,
  visible_duration: 2,
  context: 'on screen',
  source: 'visual',
  ...more,
  ...(frame && { frame_url: `/v1/frames/job_1/${frame}`, bounding_box: box }),
});
const brand = (name: string, appearances: object[]) => ({
  name,
  confidence: 0.9,
  total_appearances: appearances.length,
  first_seen: 0,
  last_seen: 1,
  appearances,
  frame_detections: [],
});
const results = {
  brands: [
    brand('Sony', [seen(12.34, 'proof-1.jpg'), seen(12.31, 'proof-2.jpg'), seen(50, null)]),
    brand('=cmd|/C ソニー', [seen(3, 'proof-1.jpg')]),
  ],
  objects: [],
  meta: { fps_used: 1, frames_analyzed: 2, engines: {} },
} as unknown as Results;

describe('proof frames as a ZIP file', () => {
  let subject: Subject;
  let owner: Owner;
  let job: string;
  before(async () => {
    subject = await sharedSubject();
    owner = await subject.owner('scale', 100_000);
    job = await completed(results);
  });
  after(() => subject.close());

  async function completed(
    found: Results,
    stored = ['proof-1.jpg', 'proof-2.jpg'],
  ): Promise<string> {
    const { job_id: id } = await owner.job({ capabilities: ['brands'] });
    await subject.worker.complete(id, found);
    await subject.addFrames(owner, id, stored);
    return id;
  }

  async function zip(query = '', of = job): Promise<{ entries: Entry[]; headers: Headers }> {
    const path = `/v1/jobs/${of}/proof-frames.zip${query}`;
    const answer = await fetch(subject.service.apiUrl + path, {
      headers: { 'X-Api-Key': owner.apiKey },
    });
    assert.equal(answer.status, 200);
    const entries = entriesOf(Buffer.from(await answer.arrayBuffer()));
    return { entries, headers: answer.headers };
  }

  test('holds each picture as it is stored, under the name and second of what it shows', async () => {
    const { entries, headers } = await zip();
    assert.equal(headers.get('content-type'), 'application/zip');
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename=".*\.zip"/);
    assert.deepEqual(
      entries.map(({ name, bytes }) => [name, name.endsWith('csv') ? '' : bytes.toString()]),
      [
        ['Sony-0012.3s.jpg', 'proof-1.jpg'],
        ['Sony-0012.3s-2.jpg', 'proof-2.jpg'],
        ['_cmd_C ソニー-0003.0s.jpg', 'proof-1.jpg'],
        ['proof-frames.csv', ''],
      ],
    );

    const [head, first, , last] = entries.at(-1)?.bytes.toString('utf8').split('\r\n') ?? [];
    assert.equal(
      head,
      '\ufefffile,kind,name,timestamp,start,end,confidence,x,y,width,height,context',
    );
    assert.equal(
      first,
      'Sony-0012.3s.jpg,brand,Sony,12.34,11.34,13.34,0.9,0.25,0.5,0.1,0.2,on screen',
    );
    assert.match(last ?? '', /,'=cmd/, 'no formula for a spreadsheet');
  });

  test('holds those of one brand alone, whatever its case', async () => {
    const { entries } = await zip('?name=SONY');
    assert.equal(entries.length, 3);
  });

  test('is whole without a picture that is gone; its row names no file', async () => {
    const other = await completed(results, ['proof-2.jpg']);
    const { entries } = await zip('', other);
    assert.deepEqual(
      entries.map(({ name }) => name),
      ['Sony-0012.3s-2.jpg', 'proof-frames.csv'],
    );

    const rows = entries[1]?.bytes.toString('utf8').split('\r\n') ?? [];
    assert.match(rows[1] ?? '', /^,brand,Sony,12.34,/);
    assert.match(rows[2] ?? '', /^Sony-0012.3s-2.jpg,brand,Sony,12.31,/);
  });

  /** A job of somebody else, whose proof frames are more than a connection takes unread. */
  async function manyLarge(): Promise<{ readonly by: Owner; readonly path: string }> {
    const by = await subject.owner('scale', 100_000);
    const names = Array.from({ length: 40 }, (_, index) => `proof-${index}.jpg`);
    const { job_id: id } = await by.job({ capabilities: ['brands'] });
    const appearances = names.map((name, index) => seen(index, name));
    await subject.worker.complete(id, {
      ...results,
      brands: [brand('Sony', appearances)],
    } as never);

    const storage = await subject.storage();
    for (const name of names)
      await storage.put(storageKey('frames', by.tenantId, id, name), Buffer.alloc(1_000_000));
    return { by, path: `/v1/jobs/${id}/proof-frames.zip` };
  }

  /** Asks for a ZIP and does not read it. */
  function unreadZip({ by, path }: Awaited<ReturnType<typeof manyLarge>>) {
    const request = get(subject.service.apiUrl + path, { headers: by.headers, agent: false });
    const response = once(request, 'response').then(([answer]) => {
      (answer as IncomingMessage).pause();
      return answer as IncomingMessage;
    });
    response.catch(() => undefined);
    return { request, response };
  }

  test('ends when the key that asked for it is revoked', async () => {
    const large = await manyLarge();
    const { response } = unreadZip(large);
    const answer = await response;
    assert.equal(answer.statusCode, 200);

    const [key] = await subject.domain.db.query<{ id: string }>(
      'select id from api_keys where workspace_id = $1',
      [large.by.tenantId],
    );
    assert.equal((await subject.operator.delete(`/admin/v1/keys/${key?.id}`)).status, 204);
    await assert.rejects(answer.toArray(), /aborted|socket/i);
  });

  test('takes its turn among the answers of many files of its owner', async () => {
    const large = await manyLarge();
    const asked = Array.from({ length: 42 }, () => unreadZip(large));
    const statuses: number[] = [];
    for (const { response } of asked)
      response.then(({ statusCode = 0 }) => statuses.push(statusCode)).catch(() => undefined);

    // 8 begin, 32 wait, and the rest is refused.
    await waitFor(() => assert.equal(statuses.length, 10));
    assert.equal(statuses.filter((status) => status === 200).length, 8);
    assert.equal(statuses.filter((status) => status === 429).length, 2);
    for (const { request } of asked) request.destroy();
  });

  test('where there are none, or the job is not completed or not theirs, it is refused', async () => {
    const path = (id: string) => `/v1/jobs/${id}/proof-frames.zip`;
    refused(await owner.get(`${path(job)}?name=Nike`), 422, 'EXPORT_UNAVAILABLE');
    const open = await owner.job();
    refused(await owner.get(path(open.job_id)), 409, 'JOB_NOT_COMPLETED');
    refused(await (await subject.owner()).get(path(job)), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(path('job_none')), 404, 'JOB_NOT_FOUND');
  });
});
