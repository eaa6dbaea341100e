/** Search by sight in a video that a worker analysed, over HTTP. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pictureTextName } from '../server/src/engines/clip/picture-text-model.ts';
import { installTinyPictureText } from '../server/testing/engines/tiny-clip-model.ts';
import { uploadSample } from '../server/testing/sample-video.ts';
import {
  startTestService,
  type TestService,
  type TestWorkspace,
} from '../server/testing/service.ts';
import type { Json } from './interface/subject.ts';

let service: TestService;
let workspace: TestWorkspace;
let models: string;
/** Knows pictures and words, but of both only colours. */
let wordsModel: string;
/** Jobs on the sample video, by what was asked of them. */
const jobs = new Map<string, string>();

const asks = {
  objects: { capabilities: ['objects'], objects: ['cup', 'apple'] },
  both: { capabilities: ['brands', 'objects'], brands: ['Starbucks'], objects: ['cup'] },
  neither: { capabilities: ['metadata', 'transcription'] },
} as const;

before(async () => {
  models = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
  wordsModel = pictureTextName(await installTinyPictureText(models));
  service = await startTestService({
    REELSIGHT_ROLE: 'all',
    REELSIGHT_WORKER_CONCURRENCY: '2',
    REELSIGHT_MODELS_DIR: models,
  });
  workspace = await service.workspace('scale', 100_000);
  const { client } = workspace;
  const upload_key = await uploadSample(client);

  for (const [name, ask] of Object.entries(asks)) {
    const { job_id } = await client.jobs.create({ upload_key, ...ask } as never);
    jobs.set(name, job_id);
  }
  for (const id of jobs.values()) {
    const ended = await client.jobs.wait(id, { signal: AbortSignal.timeout(240_000) });
    assert.equal(ended.status, 'completed');
  }
});
after(async () => {
  await service.close();
  await rm(models, { recursive: true, force: true });
});

async function call(method: string, path: string, json?: object): Promise<Response> {
  return fetch(service.apiUrl + path, {
    method,
    headers: { 'X-Api-Key': workspace.apiKey, 'Content-Type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
}

async function search(json: object): Promise<Json> {
  const response = await call('POST', '/v1/search/sight', json);
  const answer = await response.json();
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
}

describe('a video that was analysed', () => {
  test('is found by a picture of it, once for each job that saw its pictures', async () => {
    const frame = await call('GET', `/v1/frames/${jobs.get('objects')}/thumbnail.jpg`);
    assert.equal(frame.status, 200);
    const picture = Buffer.from(await frame.arrayBuffer()).toString('base64');
    const answer = await search({ picture });

    assert.equal(answer.compared, 10, 'five scenes of two jobs');
    assert.equal(answer.jobs_without_sight, 1);
    const best = answer.data.filter(({ likeness }: Json) => likeness > 0.95);
    assert.deepEqual(
      best.map(({ job_id }: Json) => job_id).toSorted(),
      [jobs.get('objects'), jobs.get('both')].toSorted(),
    );
    assert.equal(best[0].start, best[1].start, 'the same scene of the same video');
  });

  test('is found by words, by the colours of its pictures, once for each job that saw them', async () => {
    const white = await search({ words: 'white', limit: 100 });
    const black = await search({ words: 'black', limit: 100 });
    assert.deepEqual([white.compared, white.jobs_without_words], [10, 1]);

    const keysOf = ({ data }: Json): string[] =>
      data.map(({ job_id, start }: Json) => `${job_id} ${start}`);
    const both = [...keysOf(white), ...keysOf(black)];
    assert.equal(new Set(both).size, 10, 'what is rather bright is not rather dark');
    assert.equal(both.length, 10);

    const rows = await service.domain.db.query<{ model: string; stretches: number; bytes: number }>(
      `select words_model as model, length(pack) / 140 as stretches, length(words_pack) as bytes from sight_jobs`,
    );
    assert.deepEqual(rows, Array(2).fill({ model: wordsModel, stretches: 5, bytes: 5 * (12 + 3) }));
  });

  test('looks the same whichever part described it', async () => {
    const answer = await search({ moment: { job_id: jobs.get('objects'), timestamp: 10 } });
    const [hit] = answer.data;
    assert.equal(hit.job_id, jobs.get('both'));
    assert.equal(hit.likeness, 1);
    assert.ok(hit.start <= 10 && hit.end >= 10);
    assert.match(hit.thumbnail_url, /^\/v1\/frames\/job_/);
  });

  test('a job that looked at no pictures says so', async () => {
    const response = await call('POST', '/v1/search/sight', {
      moment: { job_id: jobs.get('neither'), timestamp: 10 },
    });
    assert.equal(response.status, 422);
    const { error } = (await response.json()) as Json;
    assert.match(error.message, /nothing is kept of what this video looks like/);
  });

  test('its vectors go with the job', async () => {
    const { db } = service.domain;
    const rows = () => db.query('select job_id from sight_jobs order by job_id');
    assert.equal((await rows()).length, 2);
    assert.equal((await call('DELETE', `/v1/jobs/${jobs.get('both')}`)).status, 204);
    assert.deepEqual(await rows(), [{ job_id: jobs.get('objects') }]);
  });
});
