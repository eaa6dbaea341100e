/** Search by meaning with a pulled model, which runs in a process next to the service. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Results, SearchHit } from '@reelsight/contract';
import { meaningExamples } from '../server/src/search/meaning-examples.ts';
import { keepEmbedded } from '../server/src/search/meaning-index.ts';
import { writeTinyEmbeddingModel } from '../server/testing/engines/tiny-embedding-model.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { accepted, type Owner, type Subject, startSubject } from './interface/subject.ts';

const said = [
  'The mechanic looked at my vehicle for an hour.',
  'Knead the dough and put the loaf in the oven.',
];
const queries = ['automobile engine'];

let modelsDir: string;
let subject: Subject;
/** Workers embed transcripts. The service in this test only searches, so this plays the worker. */
const worker = new AbortController();
let embedded: Promise<void>;
before(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
  const texts = [...meaningExamples.flat(), ...said, ...queries];
  await writeTinyEmbeddingModel(join(modelsDir, 'tiny-embedding'), texts);
  subject = await startSubject({
    REELSIGHT_MODELS_DIR: modelsDir,
    REELSIGHT_MEANING_WAIT_SECONDS: '5',
    REELSIGHT_MEANING_TEXTS_PER_MINUTE: '1000000',
  });

  const { db } = subject.domain;
  const { meaning } = subject.service;
  assert.ok(meaning);
  embedded = keepEmbedded(db, meaning, {
    signal: worker.signal,
    onError: (error) => console.error(error),
    onModel: () => undefined,
  });
});
after(async () => {
  worker.abort();
  await embedded;
  await subject?.close();
  await rm(modelsDir, { recursive: true, force: true });
});

const results = {
  transcription: {
    text: said.join(' '),
    segments: said.map((text, index) => ({ text, start: index * 60, end: index * 60 + 4 })),
    language: 'en',
    duration_seconds: 120,
    word_count: 1,
  },
  meta: { fps_used: 1, frames_analyzed: 2, engines: {} },
} as unknown as Results;

async function found(whose: Owner, q: string): Promise<string[]> {
  const answer = await whose.get(`/v1/search?${new URLSearchParams({ q })}`);
  const hits: readonly SearchHit[] = accepted(answer, 200);
  return hits.map(({ text, by }) => `${by ?? 'words'}: ${text}`);
}

async function localEmbedding({ operator }: Subject) {
  const { engines } = accepted(await operator.get('/console/v1/operator/overview'), 200);
  return engines.filter(
    ({ role, kind }: Record<string, unknown>) => role === 'embedding' && kind === 'local',
  );
}

describe('Search by meaning with a pulled model', () => {
  test('finds what is said in other words', async () => {
    const mine = await subject.owner('scale');
    const { job_id } = await mine.job({ capabilities: ['transcription'] });

    await subject.worker.complete(job_id, results);
    await waitFor(async () => {
      // Seldom enough not to reach the plan's rate limit.
      await sleep(300);
      assert.deepEqual(await found(mine, 'automobile engine'), [`meaning: ${said[0]}`]);
    });
  });

  test('the operator sees it in use', async () => {
    const [own] = await localEmbedding(subject);
    assert.deepEqual(
      [own?.name, own?.version, own?.available, own?.chosen, own?.trouble],
      ['transformers', 'tiny-embedding', true, true, null],
    );
  });
});

test('a model that is pulled while the service runs waits for its next start, and the operator is told', async () => {
  const later = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
  const running = await startSubject({ REELSIGHT_MODELS_DIR: later });
  try {
    await writeTinyEmbeddingModel(join(later, 'tiny-embedding'), ['some words']);
    const [own] = await localEmbedding(running);
    assert.equal(own?.available, true);
    assert.match(own?.trouble, /start the service again/);
  } finally {
    await running.close();
    await rm(later, { recursive: true });
  }
});
