/**
 * Search by sight with words over HTTP, with a model that knows five colours: what is found and in which order, and
 * what is said where a model is missing or broken. search-sight-video.db.test.ts analyses a video with the model.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sightHit } from '@reelsight/contract';
import { sightLength, sightModel, sightPackOf } from '../server/src/analysis/sight-pack.ts';
import { keepSightOfParts } from '../server/src/db/search/sight.ts';
import { pictureTextName } from '../server/src/engines/clip/picture-text-model.ts';
import { installTinyPictureText } from '../server/testing/engines/tiny-clip-model.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import {
  type Answer,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

const path = '/v1/search/sight';

let models: string;
let subject: Subject;
let model: string;
before(async () => {
  models = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
  model = pictureTextName(await installTinyPictureText(models));
  subject = await startSubject({ REELSIGHT_MODELS_DIR: models });
});
after(async () => {
  await subject?.close();
  await rm(models, { recursive: true, force: true });
});

const colours = {
  red: [127, -127, -127],
  pink: [127, -40, -40],
  green: [-127, 127, -127],
  blue: [-127, -127, 127],
} as const;
type Colour = keyof typeof colours;

const packOf = (vectors: readonly Int8Array[]): string => {
  const stretches = vectors.map((vector, index) => ({
    start: index * 5,
    end: index * 5 + 5,
    timestamp: index * 5 + 2,
    vector,
  }));
  return Buffer.from(sightPackOf(stretches)).toString('base64');
};

/** A completed job with a stretch of each colour, as a worker would have stored it. */
async function jobThatShows(
  whose: Owner,
  shown: readonly Colour[],
  wordsModel: string | null = model,
): Promise<string> {
  const { job_id } = await whose.job();
  await subject.worker.complete(job_id);
  const sight = packOf(shown.map(() => new Int8Array(sightLength).fill(1)));
  const forWords = packOf(shown.map((colour) => Int8Array.from(colours[colour])));
  await subject.domain.db.query(
    `insert into sight_jobs (job_id, workspace_id, made_at, model, pack, words_model, words_pack, packed_at)
     select id, workspace_id, created_at, $2, decode($3, 'base64'), $4, decode($5, 'base64'), clock_timestamp()
     from jobs where id = $1`,
    [job_id, sightModel, sight, wordsModel, wordsModel && forWords],
  );
  return job_id;
}

const search = (whose: Owner, json: object): Promise<Answer> => whose.post(path, json);

function found(answer: Answer): Json[] {
  assert.equal(answer.status, 200, answer.text);
  for (const hit of answer.json.data) sightHit.parse(hit);
  return answer.json.data;
}

describe('moments that show what words say', () => {
  test('come in the order in which they show it; what points away from it is left out', async () => {
    const whose = await subject.owner();
    const first = await jobThatShows(whose, ['green', 'pink']);
    const second = await jobThatShows(whose, ['blue', 'red']);

    const answer = await search(whose, { words: 'a red car' });
    const hits = found(answer);
    assert.deepEqual(
      hits.map(({ job_id, start }) => [job_id, start]),
      [
        [second, 5],
        [first, 5],
      ],
    );
    assert.ok(hits[0].likeness > 0.99 && hits[1].likeness > 0 && hits[1].likeness < 0.9);
    const { compared, jobs_without_sight, jobs_without_words } = answer.json;
    assert.deepEqual(
      { compared, jobs_without_sight, jobs_without_words },
      { compared: 4, jobs_without_sight: 0, jobs_without_words: 0 },
    );
  });

  test('are only of videos that were analysed with the same model; the others are counted', async () => {
    const whose = await subject.owner();
    await jobThatShows(whose, ['red'], null);
    await jobThatShows(whose, ['red'], 'another-model 0123456789abcdef');
    const { job_id } = await whose.job();
    await subject.worker.complete(job_id);

    const answer = await search(whose, { words: 'red' });
    assert.deepEqual(found(answer), []);
    const { compared, jobs_without_sight, jobs_without_words } = answer.json;
    assert.deepEqual(
      { compared, jobs_without_sight, jobs_without_words },
      { compared: 0, jobs_without_sight: 1, jobs_without_words: 3 },
    );

    const own = await jobThatShows(whose, ['red']);
    const byMoment = await search(whose, { moment: { job_id: own, timestamp: 1 } });
    assert.equal(found(byMoment).length, 2, 'pictures are compared whatever the model for words');
    assert.equal('jobs_without_words' in byMoment.json, false);
  });

  test('are narrowed by filters, read page by page, and only of the own workspace', async () => {
    const whose = await subject.owner();
    const stranger = await subject.owner();
    await jobThatShows(stranger, ['red']);
    const many = await jobThatShows(
      whose,
      Array.from({ length: 25 }, () => 'red' as const),
    );
    const other = await jobThatShows(whose, ['pink']);

    const starts: number[] = [];
    let cursor: string | undefined;
    do {
      const answer = await search(whose, { words: 'red', job_id: many, limit: 10, cursor });
      starts.push(...found(answer).map(({ start }) => start));
      cursor = answer.json.pagination.next_cursor ?? undefined;
    } while (cursor);
    assert.deepEqual(
      starts,
      Array.from({ length: 25 }, (_, index) => index * 5),
    );

    const page = await search(whose, { words: 'red', limit: 10 });
    const foreign = { words: 'blue', cursor: page.json.pagination.next_cursor };
    refused(await search(whose, foreign), 422, 'VALIDATION_FAILED');
    const all = found(await search(whose, { words: 'red', limit: 100 }));
    assert.deepEqual(
      [all.length, new Set(all.map(({ job_id }) => job_id))],
      [26, new Set([many, other])],
    );
    assert.deepEqual(found(await search(whose, { words: 'red', since: '2100-01-01' })), []);
    assert.deepEqual(found(await search(whose, { words: 'red', brand: 'Nike' })), []);

    assert.equal((await whose.delete(`/v1/jobs/${many}`)).status, 204);
    assert.deepEqual(
      found(await search(whose, { words: 'red' })).map(({ job_id }) => job_id),
      [other],
    );
  });

  test('need exactly one of picture, moment and words, and words of 1 to 200 characters', async () => {
    const whose = await subject.owner();
    for (const body of [
      { words: 'red', moment: { job_id: 'job_x', timestamp: 1 } },
      { words: 'red', picture: 'AAAA' },
      { words: '' },
      { words: '   ' },
      { words: 'red '.repeat(51) },
      { words: 3 },
      { words: null },
    ])
      refused(await search(whose, body), 422, 'VALIDATION_FAILED');
  });

  test('words that the model can do nothing with are a failure of the model, and others go on', async () => {
    const whose = await subject.owner();
    await jobThatShows(whose, ['blue']);
    const answer = await search(whose, { words: 'xylophone' });
    refused(answer, 503, 'SERVICE_UNAVAILABLE');
    assert.match(answer.json.error.message, /the model that finds pictures by words does not work/);
    assert.equal(found(await search(whose, { words: 'blue' })).length, 1);
  });
});

describe('what the parts of a job described', () => {
  /** Keeps what parts of a job described for words (null: nothing); each also described a stretch for pictures. */
  async function keptOf(models: readonly (string | null)[]) {
    const { db } = subject.domain;
    const { job_id } = await (await subject.owner()).job();
    const sight = packOf([new Int8Array(sightLength).fill(1)]);
    for (const [number, wordsModel] of models.entries())
      await db.query(
        `insert into job_parts (job_id, number, kind, queue, first_cell, last_cell, start_seconds, end_seconds, state,
           task_id, priority, sight, sight_model, words_sight, words_model)
         values ($1, $2, 'read', 'see', $2, $2, 0, 1, 'done', $3, 0, decode($4, 'base64'), $5, decode($6, 'base64'), $7)`,
        [
          job_id,
          number,
          `${job_id} ${number}`,
          sight,
          sightModel,
          wordsModel && packOf([Int8Array.from(colours.red)]),
          wordsModel,
        ],
      );
    await keepSightOfParts(db, [job_id]);
    return db.query(
      'select words_model as model, length(pack) as bytes, length(words_pack) as words_bytes from sight_jobs where job_id = $1',
      [job_id],
    );
  }

  test('is kept for words where all parts have it of one model, and for pictures in any case', async () => {
    const none = { model: null, bytes: 2 * (12 + sightLength), words_bytes: null };
    assert.deepEqual(await keptOf([model, model]), [{ ...none, model, words_bytes: 2 * (12 + 3) }]);
    assert.deepEqual(await keptOf([model, null]), [none]);
    assert.deepEqual(await keptOf([model, 'another']), [none]);
    assert.deepEqual(await keptOf([null, null]), [none]);
  });
});

describe('a service without such a model', () => {
  test('says so', async () => {
    const without = await sharedSubject();
    const whose = await without.owner();
    const answer = await search(whose, { words: 'red' });
    refused(answer, 422, 'VALIDATION_FAILED');
    assert.match(
      answer.json.error.message,
      /^words: pictures cannot be found by words here, because .* no model/,
    );
    await without.close();
  });
});
