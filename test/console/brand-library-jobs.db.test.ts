/** How a brand library changes real jobs: other names, names left out, and logos to compare with. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrandEntry, Job } from '@reelsight/contract';
import sharp, { type Sharp } from 'sharp';
import { iconsOf } from '../../server/src/engines/logo-references.ts';
import { installTinyLogos } from '../../server/testing/engines/tiny-clip-model.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json, type Subject, startSubject } from '../interface/subject.ts';
import { type Person, signUp } from './visitor.ts';

const sample = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));

let models: string;
let subject: Subject;
let ada: Person;
let uploadKey: string;

before(async () => {
  models = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
  subject = await startSubject({ REELSIGHT_ROLE: 'all', REELSIGHT_MODELS_DIR: models });
  ada = await signUp(subject, 'Ada');

  const bytes = new Uint8Array(await readFile(sample));
  const terms = { content_type: 'video/mp4', size_bytes: bytes.length };
  const granted = accepted(await ada.visitor.post(`${ada.home}/v1/uploads/presign`, terms), 200);
  const headers = { 'Content-Type': 'video/mp4' };
  const put = await fetch(granted.put_url, { method: 'PUT', body: bytes, headers });
  assert.equal(put.status, 200);
  uploadKey = granted.key;
});
after(async () => {
  await subject?.close();
  await rm(models, { recursive: true, force: true });
});

async function analysed(fields: Record<string, unknown>): Promise<Job> {
  const { visitor, home } = ada;
  const body = { upload_key: uploadKey, capabilities: ['brands'], fps: 1, ...fields };
  const { job_id: id } = accepted(await visitor.post(`${home}/v1/jobs`, body), 202);
  const job: Job = await waitFor(async () => {
    // A session may only make a limited number of calls per minute.
    await sleep(250);
    const now = accepted(await visitor.get(`${home}/v1/jobs/${id}`), 200);
    assert.ok(!['pending', 'processing'].includes(now.status), `the job is ${now.status}`);
    return now;
  });
  assert.equal(job.status, 'completed', JSON.stringify(job.error));

  return job;
}

const add = async (entry: BrandEntry): Promise<Json> =>
  accepted(await ada.visitor.post(`${ada.home}/v1/brands`, entry), 201);

/** Names that were read on the screen. */
const read = ({ results }: Job): string[] =>
  (results?.brands ?? [])
    .filter(({ appearances }) => appearances.some(({ source }) => source === 'visual'))
    .map(({ name }) => name)
    .sort();

test('a library renames, leaves out, gives way to what is asked for, and has its logos compared', async () => {
  await add({ name: 'Siren Coffee', aliases: ['Starbucks'] });
  await add({ name: 'Samsung', exclude: true });

  const { brand_id: id } = await add({ name: 'zorvex' });
  const addPicture = async (picture: Sharp): Promise<void> => {
    const body = new Uint8Array(await picture.png().toBuffer());
    const sent = { body, headers: { 'Content-Type': 'image/png' } };
    accepted(await ada.visitor.call('POST', `${ada.home}/v1/brands/${id}/logos`, sent), 201);
  };
  const red = { width: 64, height: 64, channels: 3, background: '#c01818' } as const;
  await addPicture(sharp({ create: red }));

  const all = await analysed({});
  const names = read(all);
  assert.ok(names.includes('Siren Coffee') && names.includes('Toyota'), names.join());
  assert.ok(!names.includes('Starbucks') && !names.includes('Samsung'), names.join());
  assert.ok(!names.includes('zorvex'), 'a plain shape is not compared');
  assert.equal(all.results?.meta.brand_detection_degraded, undefined);

  // The sample shows it without its name, and nobody asked for it.
  const apple = all.results?.brands?.find(({ name }) => name === 'Apple');
  const [detection] = apple?.frame_detections ?? [];
  assert.ok(detection?.source === 'logo' && detection.outline, JSON.stringify(apple));

  // The same shape as a picture of the library, with a pulled model to choose among the places that resemble it.
  const [icon] = iconsOf(['Apple']);
  assert.ok(icon);
  await addPicture(
    sharp(icon.file, { density: 300 }).resize(200, 200).flatten({ background: '#fff' }),
  );
  await installTinyLogos(models);

  const asked = await analysed({
    from_job: all.job_id,
    brands: ['SIREN coffee', 'samsung', 'Zorvex'],
  });
  assert.deepEqual(read(asked), ['SIREN coffee', 'Zorvex', 'samsung']);
  assert.equal(asked.results?.meta.brand_detection_degraded, undefined);

  const zorvex = asked.results?.brands?.find(({ name }) => name === 'Zorvex');
  assert.ok(zorvex && zorvex.frame_detections.length > 0);
  assert.ok(zorvex.frame_detections.every(({ source }) => source === 'logo'));
});
