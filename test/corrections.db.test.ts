/** Corrections over HTTP: made, listed, undone; by two people at once; and corrected results everywhere. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { type BrandResult, Fault, type Results } from '@reelsight/contract';
import type { CallDeps } from '../server/src/http/call.ts';
import { createCorrection, deleteCorrection } from '../server/src/http/handlers/corrections.ts';
import { SizedTurns } from '../server/src/http/sized-turns.ts';
import { brand, thing } from '../server/testing/exported.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { accepted, type Json, type Owner, refused, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const box = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 };

function found(extra: readonly BrandResult[] = []): Results {
  const sony = brand('Sony', [
    [1, 3],
    [2, 5],
  ]);
  for (const [index, one] of sony.appearances.entries())
    Object.assign(one, { bounding_box: { ...box, x: index / 2 } });

  sony.frame_detections.push({
    timestamp: 1,
    confidence: 0.7,
    bounding_box: { ...box, x: 0 },
    source: 'logo',
    verified: false,
  });

  const meta = {
    fps_used: 2,
    frames_analyzed: 100,
    engines: {},
    video: { width: 1920, height: 1080, fps: 25 },
  };
  const brands = [sony, brand('Nike', [[0, 4]]), ...extra];

  return { brands, objects: [thing('dog', [], [[3, 6]])], meta };
}

async function completed(results: Results = found()): Promise<string> {
  const { job_id } = await owner.job({ capabilities: ['brands', 'objects'], objects: ['dog'] });
  await subject.worker.complete(job_id, results);
  return job_id;
}

const pathOf = (id: string, tail = ''): string => `/v1/jobs/${id}/corrections${tail}`;
const make = async (id: string, asked: object): Promise<Json> =>
  accepted(await owner.post(pathOf(id), { target: 'brand', ...asked }), 201);
const shown = async (id: string, query = 'corrected=true'): Promise<Json> =>
  accepted(await owner.get(`/v1/jobs/${id}?${query}`), 200).results;
const names = ({ brands }: Json): string[] => brands.map(({ name }: Json) => name);

describe('Corrections', () => {
  test('results stay as found, are shown corrected where asked, and are as found again when undone', async () => {
    const id = await completed();
    const before = await shown(id, 'corrected=false');
    const made = await make(id, { kind: 'rename', name: 'sony', new_name: ' Sonos ' });
    assert.match(made.correction_id, /^cor_/);
    assert.deepEqual([made.name, made.new_name], ['sony', 'Sonos']);
    assert.equal(made.actor.type, 'key');
    assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), [made]);
    assert.deepEqual(await shown(id, ''), before);

    const corrected = await shown(id);
    assert.deepEqual(names(corrected), ['Sonos', 'Nike']);
    assert.equal(corrected.brands[0].total_visible_duration, 4);
    assert.equal(corrected.brands[0].corrected, true);
    assert.deepEqual(corrected.brands[1], before.brands[1]);

    const light = await shown(id, 'corrected=true&results=without_frames');
    assert.deepEqual(light.brands[0], { ...corrected.brands[0], frame_detections: [] });
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual(await shown(id), before);
    refused(await owner.delete(pathOf(id, `/${made.correction_id}`)), 404, 'NOT_FOUND');
  });

  test('the ETag changes with each correction, and comes back when it is undone', async () => {
    const id = await completed();
    const tag = async (path: string) => (await owner.get(path)).headers.get('etag');

    for (const path of [`/v1/jobs/${id}?corrected=true`, `/v1/jobs/${id}/exports/csv`]) {
      const first = await tag(path);
      const { correction_id } = await make(id, { kind: 'dismiss', name: 'Nike' });
      const second = await tag(path);
      assert.notEqual(first, second);
      accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
      assert.equal(await tag(path), first);
    }
  });

  test('large results are corrected as well', async () => {
    const spans = Array.from({ length: 3000 }, (_, k) => [k / 10, k / 10 + 1 / (1 + k)] as const);
    const busy = brand('Busy', spans);
    for (const [index, one] of busy.appearances.entries())
      Object.assign(one, { bounding_box: { ...box, x: ((index * 7919) % 977) / 1000 } });

    const id = await completed(found([busy]));
    await make(id, { kind: 'dismiss', name: 'Busy', appearance: { timestamp: 0.5 } });
    await make(id, { kind: 'merge', name: 'Sony', new_name: 'Nike' });

    for (const results of ['full', 'without_frames']) {
      const corrected = await shown(id, `corrected=true&results=${results}`);
      assert.deepEqual(names(corrected), ['Nike', 'Busy']);
      assert.equal(corrected.brands[1].total_appearances, 2999);
      assert.equal(corrected.brands[0].frame_detections.length, results === 'full' ? 1 : 0);
    }

    const csv = (await owner.get(`/v1/jobs/${id}/exports/csv?name=Busy`)).text;
    assert.equal(csv.trim().split('\r\n').length, 3000);
  });

  test('each is worked on by the threads that are there already', async () => {
    const id = await completed();
    const dismissed = async () => {
      const { correction_id } = await make(id, { kind: 'dismiss', name: 'Nike' });
      accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
    };
    await dismissed();

    let started = 0;
    const count = () => {
      started += 1;
    };
    process.on('worker', count);

    try {
      for (let round = 0; round < 3; round += 1) await dismissed();
    } finally {
      process.off('worker', count);
    }

    assert.equal(started, 0, `${started} threads were started`);
  });

  test('exports show them corrected, or as found where asked', async () => {
    const id = await completed();
    const drawn = { start: 20, end: 22, box: { ...box, x: 0.5 }, source: 'visual' };
    await make(id, { kind: 'add', name: 'Pepsi', appearance_added: drawn });
    await make(id, { kind: 'dismiss', name: 'Sony', appearance: { timestamp: 1 } });

    const csv = (await owner.get(`/v1/jobs/${id}/exports/csv`)).text;
    assert.match(csv, /brand,Pepsi,visual,20,22,2,1,/);
    assert.equal(csv.match(/brand,Sony/g)?.length, 1);

    const asFound = (await owner.get(`/v1/jobs/${id}/exports/csv?corrected=false`)).text;
    assert.equal(asFound.match(/brand,Sony/g)?.length, 2);
    assert.ok(!asFound.includes('Pepsi'));

    const coco = (await owner.get(`/v1/jobs/${id}/exports/coco`)).json;
    assert.deepEqual(
      coco.annotations.map(({ bbox }: Json) => bbox),
      [[960, 216, 384, 108]],
    );

    const cvat = (await owner.get(`/v1/jobs/${id}/exports/cvat`)).text;
    assert.match(cvat, /label="Pepsi"[^>]*>\s*<box frame="500" xtl="960" ytl="216" xbr="1344"/);
  });

  test('exports of a batch as well', async () => {
    const { batch_id } = await owner.batch({ capabilities: ['brands'] });
    const { jobs } = await owner.readBatch(batch_id);
    for (const { job_id } of jobs) await subject.worker.complete(job_id, found());
    await make(jobs[0].job_id, { kind: 'rename', name: 'Sony', new_name: 'Sonos' });

    const lines = async (query: string) =>
      (await owner.get(`/v1/batch/${batch_id}/exports/csv${query}`)).text.match(/brand,Son\w+/g);
    assert.deepEqual(await lines(''), [
      ...['brand,Sonos', 'brand,Sonos'],
      ...['brand,Sony', 'brand,Sony'],
    ]);
    assert.equal(new Set(await lines('?corrected=false')).size, 1);
  });

  test('exposure counts them, of few appearances and of many', async () => {
    const seconds = async (id: string): Promise<Record<string, number>> => {
      const { brands } = accepted(await owner.get(`/v1/jobs/${id}/exposure`), 200);
      return Object.fromEntries(
        brands.map(({ name, seen_seconds }: Json) => [name, Math.round(seen_seconds * 100) / 100]),
      );
    };
    const spans = Array.from({ length: 3000 }, (_, k) => [k, k + 0.5] as const);
    for (const extra of [[], [brand('Busy', spans)]]) {
      const id = await completed(found(extra));
      await subject.domain.db.query('update jobs set duration_seconds = 3600 where id = $1', [id]);
      assert.deepEqual({ ...(await seconds(id)), Busy: 0 }, { Sony: 4, Nike: 4, Busy: 0 });
      await make(id, { kind: 'dismiss', name: 'Sony', appearance: { timestamp: 1 } });
      await make(id, { kind: 'rename', name: 'Nike', new_name: 'Nikon' });

      const drawn = { start: 20, end: 22.4, box, source: 'visual' };
      await make(id, { kind: 'add', name: 'Pepsi', appearance_added: drawn });

      const { Busy: _, ...rest } = await seconds(id);
      assert.deepEqual(rest, { Sony: 3, Nikon: 4, Pepsi: 2.4 });
    }
  });

  test('search finds them, and finds again what was undone', async () => {
    const id = await completed();
    const hits = async (q: string): Promise<number> =>
      accepted(await owner.get(`/v1/search?q=${q}&job_id=${id}&kinds=brand`), 200).length;
    await waitFor(async () => assert.equal(await hits('Sony'), 2));

    const { correction_id } = await make(id, {
      kind: 'rename',
      name: 'Sony',
      new_name: 'Panasonic',
    });

    await waitFor(async () =>
      assert.deepEqual([await hits('Panasonic'), await hits('Sony')], [2, 0]),
    );
    accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
    await waitFor(async () =>
      assert.deepEqual([await hits('Panasonic'), await hits('Sony')], [0, 2]),
    );
  });

  test('two people at once: both are kept in order, and the last stands', async () => {
    const id = await completed();
    const asked = ['Sonos', 'Sonic', 'Sonya', 'Sonor'].map((new_name) =>
      owner.post(pathOf(id), { kind: 'rename', target: 'brand', name: 'Sony', new_name }),
    );
    for (const answer of await Promise.all(asked)) accepted(answer, 201);

    const all = accepted(await owner.get(pathOf(id)), 200);
    assert.equal(all.length, 4);
    assert.deepEqual(names(await shown(id)), [all.at(-1).new_name, 'Nike']);
    accepted(await owner.delete(pathOf(id, `/${all.at(-1).correction_id}`)), 204);
    assert.deepEqual(names(await shown(id)), [all.at(-2).new_name, 'Nike']);
  });

  test('what cannot be is refused and says why', async () => {
    const id = await completed();
    const added = { start: 1, end: 2, box, source: 'visual' };
    const wrong: [object, string][] = [
      [{ kind: 'dismiss', name: 'Puma' }, 'name: the results have no brand “Puma”'],
      [{ kind: 'dismiss', name: 'Sony', appearance: { timestamp: 9 } }, 'appearance: '],
      [{ kind: 'merge', name: 'Sony', new_name: 'Puma' }, 'new_name: '],
      [{ kind: 'rename', name: 'Sony' }, 'new_name'],
      [{ kind: 'confirm', name: 'Sony', new_name: 'Sonos' }, 'new_name'],
      [{ kind: 'add', name: 'Puma' }, 'appearance_added'],
      [{ kind: 'praise', name: 'Sony' }, 'kind'],
      [
        { kind: 'add', name: 'Puma', appearance_added: { ...added, end: 1 } },
        'must be after start',
      ],
      [{ kind: 'add', name: 'Puma', appearance_added: { ...added, box: null } }, 'box'],
      [
        { kind: 'add', name: 'Puma', appearance_added: { ...added, box: { ...box, x: 0.9 } } },
        'inside the frame',
      ],
      [{ kind: 'add', name: 'Puma', appearance_added: { ...added, source: 'audio' } }, 'box'],
      [{ kind: 'dismiss', target: 'object', name: 'Sony' }, 'name: the results have no object'],
      [{ kind: 'confirm', name: 'Sony', library: true }, 'library'],
    ];
    for (const [asked, why] of wrong)
      refused(
        await owner.post(pathOf(id), { target: 'brand', ...asked }),
        ...([422, 'VALIDATION_FAILED', why] as const),
      );

    const { job_id } = await owner.job();
    const dismiss = { kind: 'dismiss', target: 'brand', name: 'Sony' };
    refused(await owner.post(pathOf(job_id), dismiss), 409, 'JOB_NOT_COMPLETED');
    refused(await owner.post(pathOf('job_0'), dismiss), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(pathOf('..%2f')), 404, 'JOB_NOT_FOUND');

    const stranger = await subject.owner('scale', 10);
    refused(await stranger.post(pathOf(id), dismiss), 404, 'JOB_NOT_FOUND');
    refused(await stranger.get(pathOf(id)), 404, 'JOB_NOT_FOUND');

    const reader = await owner.limitedTo('jobs:read');
    refused(await reader.post(pathOf(id), dismiss), 403, 'INSUFFICIENT_SCOPE');

    const silent = await completed({ meta: found().meta });
    refused(await owner.post(pathOf(silent), dismiss), 422, 'VALIDATION_FAILED', 'target: ');
  });

  test('two people at once, many times: all are kept in order, and the last stands', async () => {
    const id = await completed();
    const [first, second] = ['ada', 'ben'].map((who) =>
      Array.from({ length: 20 }, (_, index) => `${who} ${index}`),
    ) as [string[], string[]];
    const say = async (all: readonly string[]): Promise<void> => {
      for (const new_name of all) await make(id, { kind: 'rename', name: 'Sony', new_name });
    };
    await Promise.all([say(first), say(second)]);

    const all: Json[] = accepted(await owner.get(pathOf(id)), 200);
    const said = all.map(({ new_name }) => new_name);

    for (const own of [first, second])
      assert.deepEqual(
        said.filter((name) => own.includes(name)),
        own,
      );
    assert.deepEqual(names(await shown(id)), [said.at(-1), 'Nike']);

    // Two people undo each correction at once: for one of them it succeeds, for the other it no longer exists.
    for (const { correction_id } of all) {
      const undone = [1, 2].map(() => owner.delete(pathOf(id, `/${correction_id}`)));
      const statuses = (await Promise.all(undone)).map(({ status }) => status);
      assert.deepEqual(statuses.sort(), [204, 404]);
    }

    assert.deepEqual(await shown(id), await shown(id, ''));
  });

  const drawn = { start: 1, end: 2, box, source: 'visual' };
  const boxed = (side: object) => ({ ...drawn, box: { ...box, ...side } });
  const badTimes: readonly [string, object][] = [
    ['a box above the frame', boxed({ y: -0.1 })],
    ['a box left of the frame', boxed({ x: -0.01 })],
    ['a box below the frame', boxed({ y: 0.95 })],
    ['a box of no width', boxed({ width: 0 })],
    ['a box of negative height', boxed({ height: -0.1 })],
    ['a box wider than the frame', boxed({ width: 1.5 })],
    ['a box at NaN, which JSON has as null', boxed({ x: Number.NaN })],
    ['a box at infinity', boxed({ x: Number.POSITIVE_INFINITY })],
    ['a box in words', boxed({ x: '0.1' })],
    ['an end before its start', { ...drawn, start: 3 }],
    ['a start before the video', { ...drawn, start: -1 }],
    ['a start at NaN', { ...drawn, start: Number.NaN }],
    ['an end beyond all videos', { ...drawn, end: 1e300 }],
    ['a picture of another time', { ...drawn, timestamp: 9 }],
    ['a source that is none', { ...drawn, source: 'smell' }],
  ];
  for (const [what, appearance_added] of badTimes)
    test(`${what} is refused`, async () => {
      const asked = { kind: 'add', target: 'brand', name: 'Puma', appearance_added };
      const id = await completed();
      refused(await owner.post(pathOf(id), asked), 422, 'VALIDATION_FAILED', 'appearance_added');
      assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), []);
    });

  for (const [what, name] of [
    ['of 10,000 letters', 'x'.repeat(10_000)],
    ['without letters', ''],
    ['of spaces', '  \t '],
    ['that is a number', 7],
    ['that is a list', ['Sony']],
  ] as const)
    test(`a name ${what} is refused`, async () => {
      const id = await completed();
      const bodies = [
        { kind: 'rename', name: 'Sony', new_name: name },
        { kind: 'dismiss', name },
        { kind: 'add', name, appearance_added: drawn },
      ];
      for (const body of bodies) {
        const answer = await owner.post(pathOf(id), { target: 'brand', ...body });
        refused(answer, 422, 'VALIDATION_FAILED', 'name');
      }
    });

  for (const name of [
    'سوني للإلكترونيات',
    'ソニー株式会社',
    '한국 전자',
    'Ünïcødé & Søns',
    '🥤 Cola',
    "'; --",
  ])
    test(`a brand can be called ${name}`, async () => {
      const id = await completed();
      await make(id, { kind: 'rename', name: 'Sony', new_name: name });
      await make(id, { kind: 'add', name, appearance_added: { ...drawn, start: 7, end: 8 } });

      const { brands } = await shown(id);
      assert.deepEqual(brands[0].name, name);
      assert.equal(brands[0].total_visible_duration, 5, 'two that overlap, and a second more');

      const { brands: counted } = accepted(await owner.get(`/v1/jobs/${id}/exposure`), 200);
      assert.equal(counted.find((one: Json) => one.name === name)?.seen_seconds, 5);
      await make(id, { kind: 'dismiss', name });
      assert.deepEqual(names(await shown(id)), ['Nike']);
    });

  test('control characters in a name are refused; what turns the direction of text breaks nothing', async () => {
    for (const code of [0, 7, 0x1b, 0x7f, 0xd800, 0x202e]) {
      const id = await completed();
      const new_name = `So${String.fromCharCode(code)}ny`;
      const asked = { kind: 'rename', target: 'brand', name: 'Sony', new_name };
      const answer = await owner.post(pathOf(id), asked);

      // U+202E is no control character, and scripts that run from right to left need characters of its kind.
      if (code === 0x202e) accepted(answer, 201);
      else refused(answer, 422, 'VALIDATION_FAILED', 'new_name');

      assert.equal(names(await shown(id)).length, 2);
      const exported = await owner.get(`/v1/jobs/${id}/exports/csv`);
      assert.equal(exported.status, 200);
      assert.doesNotMatch(exported.text, /\0/);
    }
  });

  test('a brand is not merged with itself; merged in a circle, the last stands', async () => {
    const id = await completed();

    for (const new_name of ['Sony', 'SONY', ' sony '])
      refused(
        await owner.post(pathOf(id), { kind: 'merge', target: 'brand', name: 'Sony', new_name }),
        ...([422, 'VALIDATION_FAILED', 'new_name'] as const),
      );

    await make(id, { kind: 'merge', name: 'Sony', new_name: 'Nike' });
    assert.deepEqual(names(await shown(id)), ['Nike']);
    // Sony is no longer a name in the results.
    refused(
      await owner.post(pathOf(id), {
        kind: 'merge',
        target: 'brand',
        name: 'Nike',
        new_name: 'Sony',
      }),
      ...([422, 'VALIDATION_FAILED', 'new_name: '] as const),
    );
    await make(id, { kind: 'rename', name: 'Nike', new_name: 'Sony' });

    const [all, ...others] = (await shown(id)).brands;
    assert.deepEqual([all.name, others.length], ['Sony', 0]);
    assert.equal(all.total_visible_duration, 5, 'the union of both');
  });

  test('renaming to a name that is there joins them, and what is dismissed can be dismissed again', async () => {
    const id = await completed();
    await make(id, { kind: 'rename', name: 'Sony', new_name: 'nike' });

    const { brands } = await shown(id);
    assert.equal(brands.length, 1);
    assert.equal(brands[0].total_visible_duration, 5);
    await make(id, { kind: 'dismiss', name: 'Nike' });
    assert.deepEqual(names(await shown(id)), []);

    const again = { kind: 'dismiss', target: 'brand', name: 'Nike' };
    // A name still refers to its brand after the brand was dismissed; the latest correction counts.
    accepted(await owner.post(pathOf(id), again), 201);
    assert.deepEqual(names(await shown(id)), []);
  });

  test('waits for the turn of its workspace; with too many waiting it is refused and nothing is changed', async () => {
    const id = await completed();
    const deps = {
      domain: subject.domain,
      closing: new AbortController().signal,
      correctionTurns: new SizedTurns({ atOnce: 1, perGroup: 1, waitingPerGroup: 0 }),
    } as unknown as CallDeps;

    const call = {
      params: { id, correction: 'cor_1' },
      caller: { workspace_id: owner.tenantId },
      body: { kind: 'dismiss', target: 'brand', name: 'Sony' },
      reply: { raw: new PassThrough() },
    };
    const isRefused = (error: unknown) => error instanceof Fault && error.code === 'RATE_LIMITED';
    await assert.rejects(createCorrection(deps, call as never), isRefused);
    await assert.rejects(deleteCorrection(deps, call as never), isRefused);
    assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), []);
  });

  test('a job that is deleted, fails or runs has nothing to correct', async () => {
    const dismiss = { kind: 'dismiss', target: 'brand', name: 'Sony' };
    const gone = await completed();
    const { correction_id } = await make(gone, { kind: 'confirm', name: 'Sony' });

    accepted(await owner.delete(`/v1/jobs/${gone}`), 204);
    refused(await owner.post(pathOf(gone), dismiss), 404, 'JOB_NOT_FOUND');
    refused(await owner.get(pathOf(gone)), 404, 'JOB_NOT_FOUND');
    refused(await owner.delete(pathOf(gone, `/${correction_id}`)), 404, 'JOB_NOT_FOUND');
    const { db } = subject.domain;

    for (const status of ['processing', 'failed', 'cancelled']) {
      const { job_id } = await owner.job();
      await db.query('update jobs set status = $2 where id = $1', [job_id, status]);
      refused(await owner.post(pathOf(job_id), dismiss), 409, 'JOB_NOT_COMPLETED', status);
    }

    const id = await completed();
    const other = await completed();
    const made = await make(other, { kind: 'confirm', name: 'Sony' });
    refused(await owner.delete(pathOf(id, `/${made.correction_id}`)), 404, 'NOT_FOUND');

    const stranger = await subject.owner('scale', 10);
    const path = pathOf(other, `/${made.correction_id}`);
    refused(await stranger.delete(path), 404, 'JOB_NOT_FOUND');
    assert.equal(accepted(await owner.get(pathOf(other)), 200).length, 1);
  });

  test('the length of the video counts, and a job keeps 1,000', async () => {
    const id = await completed();
    const { db } = subject.domain;
    await db.query('update jobs set duration_seconds = 10 where id = $1', [id]);

    const late = { start: 9, end: 11, source: 'audio' };
    refused(
      await owner.post(pathOf(id), {
        kind: 'add',
        target: 'brand',
        name: 'Puma',
        appearance_added: late,
      }),
      ...([422, 'VALIDATION_FAILED', 'appearance_added.end: the video ends at 10 s'] as const),
    );

    const { correction_id } = await make(id, { kind: 'confirm', name: 'Sony' });
    await db.query(
      `insert into corrections (id, job_id, kind, target, name, actor, created_at)
       select 'cor_' || n, job_id, kind, target, name, actor, created_at
       from corrections, generate_series(1, 999) n where id = $1`,
      [correction_id],
    );

    const more = { kind: 'confirm', target: 'brand', name: 'Nike' };
    refused(await owner.post(pathOf(id), more), 422, 'VALIDATION_FAILED', 'at most 1000');
  });

  test('they go with their job', async () => {
    const id = await completed();
    await make(id, { kind: 'confirm', name: 'Sony' });
    accepted(await owner.delete(`/v1/jobs/${id}`), 204);
    const { db } = subject.domain;
    const left = await db.query('select 1 from corrections where job_id = $1', [id]);
    assert.equal(left.length, 0);
  });
});

describe('The evaluation', () => {
  test('scores engines on what was corrected, and other analyses of the same video', async () => {
    const tester = await subject.owner('scale', 1000);
    const evaluation = async () => accepted(await tester.get('/v1/corrections/evaluation'), 200);
    assert.deepEqual(await evaluation(), { jobs: [], analyses: 0, scores: [] });

    const [checked, again] = ['one', 'two'].map((name) => {
      const results = found();
      results.meta.engines.text = `reader ${name}`;
      return results;
    }) as [Results, Results];
    const ids: string[] = [];

    for (const results of [checked, again]) {
      const { job_id } = await tester.job({ capabilities: ['brands'] });
      await subject.worker.complete(job_id, results);
      ids.push(job_id);
    }

    const path = pathOf(ids[0] ?? '');
    accepted(await tester.post(path, { kind: 'dismiss', target: 'brand', name: 'Nike' }), 201);

    const { jobs, analyses, scores } = await evaluation();
    assert.deepEqual([jobs, analyses], [[ids[0]], 2]);
    assert.deepEqual(
      scores
        .filter(({ source, target }: Json) => source === 'visual' && target === 'brand')
        .map(({ engine, found: all, right, recall }: Json) => [engine, all, right, recall]),
      [
        ['reader one', 3, 2, 1],
        ['reader two', 3, 2, 1],
      ],
    );

    const stranger = await subject.owner('scale', 10);
    assert.deepEqual(accepted(await stranger.get('/v1/corrections/evaluation'), 200).jobs, []);
  });
});

describe('The brand library', () => {
  const library = async (): Promise<Json[]> => accepted(await owner.get('/v1/brands'), 200);

  test('learns an alias, and forgets it when the correction is undone', async () => {
    const id = await completed();
    const made = await make(id, { kind: 'rename', name: 'Sony', new_name: 'Sonos', library: true });
    assert.equal(made.library.change, 'alias');

    const [entry] = await library();
    assert.deepEqual([entry.name, entry.aliases], ['Sonos', ['Sony']]);
    assert.equal(entry.brand_id, made.library.brand_id);
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual(await library(), []);
  });

  test('what somebody changed meanwhile stays', async () => {
    const id = await completed();
    const kept = accepted(await owner.post('/v1/brands', { name: 'SONOS', aliases: ['SX'] }), 201);
    const made = await make(id, { kind: 'rename', name: 'Sony', new_name: 'Sonos', library: true });
    const again = await make(id, { kind: 'merge', name: 'Nike', new_name: 'Sonos', library: true });

    assert.deepEqual((await library())[0]?.aliases, ['SX', 'Sony', 'Nike']);
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual((await library())[0]?.aliases, ['SX', 'Nike']);
    accepted(await owner.delete(pathOf(id, `/${again.correction_id}`)), 204);
    assert.deepEqual((await library())[0]?.aliases, ['SX']);
    accepted(await owner.delete(`/v1/brands/${kept.brand_id}`), 204);
  });

  test('excludes what was dismissed', async () => {
    const id = await completed();
    const made = await make(id, { kind: 'dismiss', name: 'Sony', library: true });

    assert.deepEqual(
      (await library()).map(({ name, exclude }) => [name, exclude]),
      [['Sony', true]],
    );

    const again = await make(id, { kind: 'dismiss', name: 'Sony', library: true });
    assert.equal(again.library, undefined, 'it was so already');
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual(await library(), []);
  });
});

describe('Possible brands', () => {
  const possible = (text: string) => ({
    text,
    confidence: 0.8,
    reasons: ['stands_alone' as const],
    total_appearances: 2,
    total_visible_duration: 3,
    first_seen: 1,
    last_seen: 9,
    appearances: [
      [1, 3],
      [8, 9],
    ].map(([start = 0, end = 0]) => ({
      text,
      timestamp: start,
      timestamp_start: start,
      timestamp_end: end,
      visible_duration: end - start,
      confidence: 0.93,
      bounding_box: box,
    })),
  });
  const ofPossible = (texts: readonly string[]) =>
    completed({ ...found(), possible_brands: texts.map(possible) });
  const texts = ({ possible_brands: list }: Json): string[] => list.map(({ text }: Json) => text);
  const decide = (id: string, asked: object) => make(id, { target: 'possible_brand', ...asked });

  test('one that is a brand counts with its boxes and seconds, by the name it is given', async () => {
    const id = await ofPossible(['alpro', 'EXIT']);
    const made = await decide(id, { kind: 'confirm', name: 'ALPRO', new_name: 'Alpro' });
    assert.equal(made.appearances_added.length, 2);

    const after = await shown(id);
    const alpro = after.brands.find(({ name }: Json) => name === 'Alpro');
    assert.deepEqual(
      [alpro.total_appearances, alpro.total_visible_duration, alpro.confidence, alpro.corrected],
      [2, 3, 1, true],
    );
    assert.deepEqual(alpro.appearances[0].bounding_box, box);
    assert.deepEqual(
      alpro.frame_detections.map(({ source }: Json) => source),
      ['text', 'text'],
    );
    assert.deepEqual(texts(after), ['EXIT']);
    assert.deepEqual(texts(await shown(id, 'corrected=false')), ['alpro', 'EXIT']);

    const exposure = accepted(await owner.get(`/v1/jobs/${id}/exposure`), 200);
    const counted = exposure.brands.find(({ name }: Json) => name === 'Alpro');
    assert.equal(counted.seen_seconds, 3);

    refused(
      await owner.post(pathOf(id), { kind: 'dismiss', target: 'possible_brand', name: 'alpro' }),
      422,
      'VALIDATION_FAILED',
    );
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual(texts(await shown(id)), ['alpro', 'EXIT']);
    assert.ok(!names(await shown(id)).includes('Alpro'));
  });

  test('one that is none leaves the list, and with library is excluded', async () => {
    const id = await ofPossible(['Nonesuch', 'EXIT']);
    const made = await decide(id, { kind: 'dismiss', name: 'Nonesuch', library: true });
    assert.equal(made.library.change, 'exclude');
    assert.deepEqual(texts(await shown(id)), ['EXIT']);
    assert.deepEqual(names(await shown(id)), names(await shown(id, '')));
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual(texts(await shown(id)), ['Nonesuch', 'EXIT']);
  });

  test('the library learns the name, with the reading as an alias, and forgets both', async () => {
    const library = async () => accepted(await owner.get('/v1/brands'), 200);
    const before = await library();
    const id = await ofPossible(['brano']);
    const asked = { kind: 'confirm', name: 'brano', new_name: 'Bravissimo', library: true };
    const made = await decide(id, asked);
    const entry = (await library()).find(({ name }: Json) => name === 'Bravissimo');
    assert.deepEqual([entry.aliases, made.library.change], [['brano'], 'name']);
    accepted(await owner.delete(pathOf(id, `/${made.correction_id}`)), 204);
    assert.deepEqual(await library(), before);
  });

  test('what cannot be said is refused by its field', async () => {
    const id = await ofPossible(['alpro']);
    const bad = [
      { kind: 'rename', name: 'alpro', new_name: 'Alpro' },
      { kind: 'dismiss', name: 'alpro', new_name: 'Alpro' },
      { kind: 'confirm', name: 'alpro', appearance: { timestamp: 1 } },
      { kind: 'confirm', name: 'Arla' },
      { kind: 'recount', name: 'alpro' },
    ];
    for (const asked of bad)
      refused(
        await owner.post(pathOf(id), { target: 'possible_brand', ...asked }),
        422,
        'VALIDATION_FAILED',
      );
  });
});
