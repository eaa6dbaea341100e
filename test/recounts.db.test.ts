/** A brand that the library gets later is counted in earlier videos, free of charge, and that is taken back. */
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { openLibraryThread } from '../server/src/jobs/open-library-thread.ts';
import { recountSome } from '../server/src/jobs/recounts.ts';
import { brand } from '../server/testing/exported.ts';
import { libraryDeps } from '../server/testing/library-deps.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import {
  accepted,
  type Json,
  type Owner,
  refused,
  type Subject,
  startSubject,
} from './interface/subject.ts';

let subject: Subject;
before(async () => {
  // The offer of a brand is asked for until the videos were read, which is more often than plans allow.
  subject = await startSubject({
    REELSIGHT_COSTLY_CALLS_PER_MINUTE: '1000000',
    REELSIGHT_COSTLY_CALLS_BURST: '1000000',
  });
});
after(() => subject.close());

const box = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 };
const meta = { fps_used: 2, frames_analyzed: 100, engines: {} };

function resultsOf(texts: readonly string[], more: Partial<Results> = {}): Results {
  return {
    brands: [brand('Sony', [[1, 3]])],
    on_screen_text: texts.map((text, index) => ({
      text,
      start: 10 * index,
      end: 10 * index + 4,
      bounding_box: box,
      confidence: 0.96,
    })),
    possible_brands: [],
    meta,
    ...more,
  } as Results;
}

async function completed(owner: Owner, results: Results, asked: object = {}): Promise<string> {
  const { job_id } = await owner.job({ capabilities: ['brands'], ...asked });
  await subject.worker.complete(job_id, results);
  return job_id;
}

const pathOf = (id: string): string => `/v1/brands/${id}/recount`;
const add = async (owner: Owner, entry: object): Promise<string> =>
  accepted(await owner.post('/v1/brands', entry), 201).brand_id;

/** Goes on with all recounts until none is left. */
async function recountAll(): Promise<void> {
  const deps = libraryDeps(subject.service.domain);
  let owner: string | undefined = '';
  while (owner !== undefined) owner = await recountSome(deps, owner);
}

async function shown(owner: Owner, id: string): Promise<Json> {
  return accepted(await owner.get(`/v1/jobs/${id}?corrected=true`), 200).results;
}
const names = ({ brands }: Json): string[] => brands.map(({ name }: Json) => name);

/** Fifty aliases whose letters look like those of "alpro word". */
const alike = (letter: string): string[] =>
  Array.from({ length: 50 }, (_, index) => {
    const ending = String.fromCharCode(97 + (index % 26));
    return `${'alprowordalpro'.slice(0, 6 + (index % 8))}${ending}${letter}`;
  });

/** Watches the event loop; the returned function ends that, and says for how long it was held at most, in ms. */
function watchLoop(): () => number {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  return () => {
    delays.disable();
    return Math.round(delays.max / 1e6);
  };
}

describe('Recounts', () => {
  test('no video is offered in which the brand counts already, by a correction or under another name', async () => {
    const owner = await subject.owner('scale', 100_000);
    const renamed = await completed(owner, resultsOf(['SONY']));
    const older = await completed(owner, resultsOf(['SONY']));
    const unseen = await completed(owner, resultsOf(['SONY'], { brands: [] }));
    const rename = { kind: 'rename', target: 'brand', name: 'Sony', new_name: 'Sony Electronics' };
    accepted(await owner.post(`/v1/jobs/${renamed}/corrections`, rename), 201);

    const id = await add(owner, { name: 'Sony Electronics', aliases: ['Sony'] });
    await waitFor(async () =>
      assert.equal(accepted(await owner.get(pathOf(id)), 200).videos, 1, 'the one without it'),
    );
    accepted(await owner.post(pathOf(id)), 200);
    await recountAll();
    assert.deepEqual(names(await shown(owner, unseen)), ['Sony Electronics']);
    assert.deepEqual(names(await shown(owner, renamed)), ['Sony Electronics']);
    assert.deepEqual(accepted(await owner.get(`/v1/jobs/${older}/corrections`), 200), []);
  });

  test('a new name counts in the videos in which it was read, and is taken back from all', async () => {
    const owner = await subject.owner('scale', 100_000);
    const first = await completed(owner, resultsOf(['ALPRO', 'Buy now']));
    const second = await completed(owner, resultsOf(['EXIT', 'alpro soya']));
    const without = await completed(owner, resultsOf(['ALPINE ROAD']));
    const named = await completed(owner, resultsOf(['ALPRO']), { brands: ['Sony'] });
    const balance = await owner.balance();

    const id = await add(owner, { name: 'Alpro' });
    const later = await completed(owner, resultsOf(['ALPRO']));
    await waitFor(async () =>
      assert.equal(accepted(await owner.get(pathOf(id)), 200).videos, 2, 'offered before'),
    );
    const started = accepted(await owner.post(pathOf(id)), 200);
    assert.equal(started.recount.state, 'counting');
    assert.equal(started.recount.actor.type, 'key');
    await recountAll();

    const { recount } = accepted(await owner.get(pathOf(id)), 200);
    assert.deepEqual(
      [recount.state, recount.videos_read, recount.videos_changed, recount.appearances_added],
      ['counted', recount.videos, 2, 2],
    );
    assert.ok(recount.ended_at);
    assert.equal(accepted(await owner.get(pathOf(id)), 200).videos, 0, 'none is left to offer');

    const results = await shown(owner, first);
    const alpro = results.brands.find(({ name }: Json) => name === 'Alpro');
    assert.deepEqual(
      [alpro.total_visible_duration, alpro.corrected, alpro.frame_detections[0].source],
      [4, true, 'text'],
    );
    assert.ok(alpro.confidence > 0.9 && alpro.confidence < 1, 'not as sure as a person');
    assert.match(alpro.appearances[0].context, /texts of the results/);

    const [made] = accepted(await owner.get(`/v1/jobs/${first}/corrections`), 200);
    assert.deepEqual(
      [made.kind, made.recount_of, made.appearances_added.length, made.actor.type],
      ['recount', id, 1, 'key'],
    );
    assert.ok(names(await shown(owner, second)).includes('Alpro'));
    for (const job of [without, named, later])
      assert.deepEqual(names(await shown(owner, job)), ['Sony'], job);
    assert.equal(await owner.balance(), balance - 1, 'only the later video was charged');

    const exposure = accepted(await owner.post('/v1/exposure', { job_ids: [first, second] }), 200);
    const sum = exposure.brands.find(({ name }: Json) => name === 'Alpro');
    assert.deepEqual([sum.videos, sum.seen_seconds], [2, 8]);

    const undoing = accepted(await owner.delete(pathOf(id)), 200);
    assert.equal(undoing.recount.state, 'undoing');
    await recountAll();
    const undone = accepted(await owner.get(pathOf(id)), 200);
    assert.deepEqual([undone.recount, undone.videos], [null, 2], 'offered again at once');
    for (const job of [first, second]) {
      assert.deepEqual(names(await shown(owner, job)), ['Sony']);
      assert.deepEqual(accepted(await owner.get(`/v1/jobs/${job}/corrections`), 200), []);
    }
  });

  test('done again it adds nothing twice; new aliases add what they explain', async () => {
    const owner = await subject.owner('scale', 100_000);
    const job = await completed(owner, resultsOf(['ALPRO', 'Provamel']));
    const id = await add(owner, { name: 'Alpro' });
    const count = async () => {
      accepted(await owner.post(pathOf(id)), 200);
      await recountAll();
      const { recount } = accepted(await owner.get(pathOf(id)), 200);
      const made = accepted(await owner.get(`/v1/jobs/${job}/corrections`), 200);
      return [recount.appearances_added, made.length];
    };

    assert.deepEqual(await count(), [1, 1]);
    assert.deepEqual(await count(), [0, 1]);
    accepted(
      await owner.call('PUT', `/v1/brands/${id}`, {
        json: { name: 'Alpro', aliases: ['Provamel'] },
      }),
      200,
    );
    assert.deepEqual(await count(), [1, 2]);
    const results = await shown(owner, job);
    assert.equal(results.brands.find(({ name }: Json) => name === 'Alpro').total_appearances, 2);
  });

  test('begun anew or undone while a worker is at it, that worker adds nothing more', async () => {
    for (const how of ['begun anew', 'undone'] as const) {
      const owner = await subject.owner('scale', 100_000);
      const job = await completed(owner, resultsOf(['ALPRO']));
      const id = await add(owner, { name: 'Alpro' });
      accepted(await owner.post(pathOf(id)), 200);

      // The first worker has found what is missing when the recount changes.
      const deps = libraryDeps(subject.service.domain);
      let changes = 0;
      const thread = {
        run: async (...order: Parameters<typeof deps.thread.run>) => {
          const appearances = await deps.thread.run(...order);
          if (order[0] !== 'missing') return appearances;
          changes += 1;
          if (how === 'undone') accepted(await owner.delete(pathOf(id)), 200);
          else accepted(await owner.post(pathOf(id)), 200);
          await recountAll();
          return appearances;
        },
      } as typeof deps.thread;
      await recountSome({ ...deps, thread }, '');
      await recountAll();
      assert.equal(changes, 1);

      const made = accepted(await owner.get(`/v1/jobs/${job}/corrections`), 200);
      const alpro = (await shown(owner, job)).brands.find(({ name }: Json) => name === 'Alpro');
      const { recount } = accepted(await owner.get(pathOf(id)), 200);
      if (how === 'undone') {
        assert.deepEqual([made, alpro, recount], [[], undefined, null]);
        continue;
      }
      assert.deepEqual([made.length, alpro.total_appearances], [1, 1]);
      assert.deepEqual([recount.videos_changed, recount.appearances_added], [1, 1]);
    }
  });

  test('taken up by two workers, it adds an appearance once', async () => {
    const owner = await subject.owner('scale', 100_000);
    const job = await completed(owner, resultsOf(['ALPRO']));
    const id = await add(owner, { name: 'Alpro' });
    accepted(await owner.post(pathOf(id)), 200);

    const deps = libraryDeps(subject.service.domain);
    const thread = {
      run: async (...order: Parameters<typeof deps.thread.run>) => {
        const appearances = await deps.thread.run(...order);
        if (order[0] !== 'missing') return appearances;
        // It took so long that another worker took the recount up.
        await subject.service.domain.db.query('update brand_recounts set taken_until = null');
        await recountAll();
        return appearances;
      },
    } as typeof deps.thread;
    await recountSome({ ...deps, thread }, '');

    const made = accepted(await owner.get(`/v1/jobs/${job}/corrections`), 200);
    const alpro = (await shown(owner, job)).brands.find(({ name }: Json) => name === 'Alpro');
    assert.deepEqual([made.length, alpro.total_appearances], [1, 1]);
  });

  test('what people dismissed stays dismissed', async () => {
    const owner = await subject.owner('scale', 100_000);
    const results = { ...resultsOf(['ALPRO']), brands: [brand('Alpro', [[30, 31]])] };
    const job = await completed(owner, results);
    const dismissal = { kind: 'dismiss', target: 'brand', name: 'alpro' };
    accepted(await owner.post(`/v1/jobs/${job}/corrections`, dismissal), 201);

    const id = await add(owner, { name: 'Alpro' });
    accepted(await owner.post(pathOf(id)), 200);
    await recountAll();

    assert.deepEqual(names(await shown(owner, job)), []);
    assert.equal(accepted(await owner.get(pathOf(id)), 200).recount.videos_changed, 0);
  });

  test('one video is undone by itself, and no truth is made of a recount', async () => {
    const owner = await subject.owner('scale', 100_000);
    const job = await completed(owner, resultsOf(['ALPRO']));
    const id = await add(owner, { name: 'Alpro' });
    accepted(await owner.post(pathOf(id)), 200);
    await recountAll();
    assert.deepEqual(accepted(await owner.get('/v1/corrections/evaluation'), 200).jobs, []);

    const [made] = accepted(await owner.get(`/v1/jobs/${job}/corrections`), 200);
    accepted(await owner.delete(`/v1/jobs/${job}/corrections/${made.correction_id}`), 204);
    assert.deepEqual(names(await shown(owner, job)), ['Sony']);
  });

  test('workspaces have turns, and know nothing of each other', async () => {
    const owner = await subject.owner('scale', 100_000);
    const stranger = await subject.owner('scale', 100_000);
    for (let count = 0; count < 12; count += 1) await completed(owner, resultsOf(['ALPRO']));

    const single = await completed(stranger, resultsOf(['ALPRO']));
    const id = await add(owner, { name: 'Alpro' });
    const other = await add(stranger, { name: 'Alpro' });
    accepted(await owner.post(pathOf(id)), 200);
    accepted(await stranger.post(pathOf(other)), 200);

    const deps = libraryDeps(subject.service.domain);
    let turn = await recountSome(deps, owner.tenantId);
    if (turn !== stranger.tenantId) turn = await recountSome(deps, owner.tenantId);
    assert.equal(turn, stranger.tenantId, 'the other one is next, although 12 videos wait');

    await recountAll();
    assert.ok(names(await shown(stranger, single)).includes('Alpro'));
    assert.equal(accepted(await owner.get(pathOf(id)), 200).recount.videos_changed, 12);
    for (const answer of [
      await stranger.get(pathOf(id)),
      await stranger.post(pathOf(id)),
      await stranger.delete(pathOf(id)),
    ])
      refused(answer, 404, 'NOT_FOUND');
  });

  test('names and texts made to take long hold nobody up', async () => {
    const owner = await subject.owner('scale', 100_000);
    const hostile = Array.from({ length: 1000 }, () => 'ALPRO word '.repeat(9).trim());
    await completed(owner, resultsOf(hostile));
    for (const letter of 'abcdef')
      await add(owner, { name: `Alpro${letter}`, aliases: alike(letter) });
    const id = await add(owner, { name: 'Alpro' });
    accepted(await owner.post(pathOf(id)), 200);

    const deps = { ...libraryDeps(subject.service.domain), onError: () => undefined };
    const longestWait = watchLoop();
    await recountSome(deps, '');

    assert.ok(longestWait() < 2000, `the main thread was held for ${longestWait()} ms`);
    const { recount } = accepted(await owner.get(pathOf(id)), 200);
    assert.deepEqual([recount.state, recount.videos_read], ['counted', 1]);
  });

  test('what takes longer than its time is skipped, counted and told', async () => {
    const owner = await subject.owner('scale', 100_000);
    const job = await completed(owner, resultsOf(['ALPRO']));
    const id = await add(owner, { name: 'Alpro' });
    accepted(await owner.post(pathOf(id)), 200);

    const errors: unknown[] = [];
    const deps = {
      ...libraryDeps(subject.service.domain),
      thread: openLibraryThread(1),
      onError: (error: unknown) => errors.push(error),
    };
    await recountSome(deps, '');

    const { recount } = accepted(await owner.get(pathOf(id)), 200);
    assert.deepEqual(
      [recount.state, recount.videos_read, recount.videos_skipped, recount.videos_changed],
      ['counted', 1, 1, 0],
    );
    assert.match(String(errors[0]), /longer than 1 ms/);
    assert.deepEqual(names(await shown(owner, job)), ['Sony']);
  });

  test('a brand that is excluded counts nowhere', async () => {
    const owner = await subject.owner('scale', 100_000);
    const id = await add(owner, { name: 'Alpro', exclude: true });
    refused(await owner.post(pathOf(id)), 422, 'VALIDATION_FAILED');
    assert.equal(accepted(await owner.get(pathOf(id)), 200).recount, null);
  });
});
