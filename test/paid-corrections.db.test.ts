/** Corrections of paid segments over HTTP: made, refused and undone, and followed everywhere paid segments show. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import { brand } from '../server/testing/exported.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { accepted, type Json, type Owner, refused, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;
before(async () => {
  subject = await sharedSubject();
  owner = await subject.owner('scale', 100_000);
});
after(() => subject.close());

const quote = 'This part is sponsored by Sony.';
const found = (): Results => ({
  brands: [brand('Sony', [[1, 3]]), brand('Nike', [[0, 4]])],
  paid_segments: [
    {
      start: 10,
      end: 20,
      brand: 'Sony',
      confidence: 0.6,
      evidence: [{ timestamp: 10, source: 'speech', quote }],
    },
    { start: 50, end: 60, confidence: 0.5, evidence: [] },
  ],
  meta: { fps_used: 2, frames_analyzed: 100, engines: { text: 'reader 1' } },
});

async function completed(by: Owner = owner): Promise<string> {
  const { job_id } = await by.job({ capabilities: ['brands'] });
  await subject.worker.complete(job_id, found());
  await subject.domain.db.query('update jobs set duration_seconds = 60 where id = $1', [job_id]);
  return job_id;
}

const pathOf = (id: string, tail = ''): string => `/v1/jobs/${id}/corrections${tail}`;
const ask = (id: string, body: object) =>
  owner.post(pathOf(id), { target: 'paid_segment', ...body });
const make = async (id: string, body: object): Promise<Json> => accepted(await ask(id, body), 201);
const results = async (id: string, query = 'corrected=true'): Promise<Json> =>
  accepted(await owner.get(`/v1/jobs/${id}?${query}`), 200).results;
/** `10–20 Sony` */
const shown = async (id: string, query?: string): Promise<string[]> =>
  (await results(id, query)).paid_segments.map(({ start, end, brand: payer }: Json) =>
    [`${start}–${end}`, payer].filter(Boolean).join(' '),
  );
const asFound = ['10–20 Sony', '50–60'];

describe('Paid segments', () => {
  test('are added, moved, renamed, confirmed and dismissed, and as found again when all is undone', async () => {
    const id = await completed();
    const steps: [body: object, shown: string[]][] = [
      [
        { kind: 'add', name: ' Nike ', segment_new: { start: 30, end: 40.5 } },
        ['10–20 Sony', '30–40.5 Nike', '50–60'],
      ],
      [
        { kind: 'move', segment: { start: 10 }, segment_new: { start: 8, end: 21 } },
        ['8–21 Sony', '30–40.5 Nike', '50–60'],
      ],
      [
        { kind: 'rename', segment: { start: 50, brand: null }, new_name: 'Pepsi', name: null },
        ['8–21 Sony', '30–40.5 Nike', '50–60 Pepsi'],
      ],
      [{ kind: 'confirm', segment: { start: 10 } }, ['10–20 Sony', '30–40.5 Nike', '50–60 Pepsi']],
      [{ kind: 'dismiss', segment: { start: 50 } }, ['10–20 Sony', '30–40.5 Nike']],
    ];
    const made: Json[] = [];
    for (const [body, expected] of steps) {
      made.push(await make(id, body));
      assert.deepEqual(await shown(id), expected);
      assert.deepEqual(await shown(id, 'corrected=true&results=without_frames'), expected);
    }

    assert.deepEqual(await shown(id, ''), asFound, 'as found where nothing else is asked for');
    assert.deepEqual(
      made.map(({ kind, target, name, new_name, segment, segment_new }) => ({
        kind,
        target,
        name,
        ...(new_name && { new_name }),
        ...(segment && { segment }),
        ...(segment_new && { segment_new }),
      })),
      [
        {
          kind: 'add',
          target: 'paid_segment',
          name: 'Nike',
          segment_new: { start: 30, end: 40.5 },
        },
        {
          kind: 'move',
          target: 'paid_segment',
          name: 'Sony',
          segment: { start: 10 },
          segment_new: { start: 8, end: 21 },
        },
        {
          kind: 'rename',
          target: 'paid_segment',
          name: '',
          new_name: 'Pepsi',
          segment: { start: 50 },
        },
        { kind: 'confirm', target: 'paid_segment', name: 'Sony', segment: { start: 10 } },
        { kind: 'dismiss', target: 'paid_segment', name: 'Pepsi', segment: { start: 50 } },
      ],
    );
    assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), made);

    const corrected = await results(id);
    assert.deepEqual(corrected.paid_segments[1], {
      start: 30,
      end: 40.5,
      brand: 'Nike',
      confidence: 1,
      evidence: [],
      corrected: true,
    });
    assert.equal(corrected.paid_segments[0].evidence[0].quote, quote);
    assert.deepEqual(corrected.brands, (await results(id, '')).brands, 'brands stay as found');

    for (const { correction_id } of made)
      accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
    assert.deepEqual(await results(id), await results(id, ''));
  });

  test('the audit log says who corrected which segment', async () => {
    const id = await completed();
    const { correction_id } = await make(id, {
      kind: 'move',
      segment: { start: 10 },
      segment_new: { start: 8, end: 21 },
    });
    accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
    const rows = await subject.domain.db.query<{ action: string; details: Json }>(
      `select action, details from audit where target->>'id' = $1 and action like 'correction.%' order by action`,
      [id],
    );
    assert.deepEqual(
      rows.map(({ action, details }) => [action, details.target, details.name, details.segment]),
      ['correction.created', 'correction.undone'].map((action) => [
        ...[action, 'paid_segment', 'Sony', { start: 10 }],
      ]),
    );
    assert.deepEqual(rows[0]?.details.segment_new, { start: 8, end: 21 });
  });

  test('two people correct the same one: both are kept, and the later one stands', async () => {
    const id = await completed();
    await make(id, { kind: 'move', segment: { start: 10 }, segment_new: { start: 9, end: 20 } });
    const later = { kind: 'move', segment: { start: 10 }, segment_new: { start: 11, end: 19 } };
    const { correction_id } = await make(id, later);
    assert.deepEqual(await shown(id), ['11–19 Sony', '50–60']);
    accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
    assert.deepEqual(await shown(id), ['9–20 Sony', '50–60']);
  });

  test('their payer follows what is said about its brand', async () => {
    const id = await completed();
    const ofBrand = async (body: object): Promise<string> =>
      accepted(await owner.post(pathOf(id), { target: 'brand', ...body }), 201).correction_id;
    const renamed = await ofBrand({ kind: 'rename', name: 'Sony', new_name: 'Sonos' });
    assert.deepEqual(await shown(id), ['10–20 Sonos', '50–60']);
    assert.equal((await results(id)).paid_segments[0].corrected, true);

    await ofBrand({ kind: 'dismiss', name: 'Sonos' });
    assert.deepEqual(await shown(id), ['10–20', '50–60']);
    await ofBrand({ kind: 'confirm', name: 'Sony' });
    assert.deepEqual(await shown(id), asFound);
    accepted(await owner.delete(pathOf(id, `/${renamed}`)), 204);
    await ofBrand({ kind: 'merge', name: 'Sony', new_name: 'Nike' });
    assert.deepEqual(await shown(id), ['10–20 Nike', '50–60']);
  });

  test('files, markers and records have them corrected, or as found where asked', async () => {
    const id = await completed();
    await make(id, { kind: 'move', segment: { start: 10 }, segment_new: { start: 8, end: 21 } });
    await make(id, { kind: 'add', name: 'Pepsi', segment_new: { start: 30, end: 40.5 } });
    await make(id, { kind: 'dismiss', segment: { start: 50 } });
    const file = async (format: string, query = ''): Promise<string> => {
      const answer = await owner.get(`/v1/jobs/${id}/exports/${format}${query}`);
      assert.equal(answer.status, 200, format);
      return answer.text;
    };

    const rows = (await file('paid-segments.csv')).trim().split('\r\n').slice(1);
    assert.deepEqual(
      rows.map((row) => [row.split(',').slice(0, 5), row.endsWith(',true')]),
      [
        [['8', '21', '13', 'Sony', '1'], true],
        [['30', '40.5', '10.5', 'Pepsi', '1'], true],
      ],
    );
    const sure = await file('paid-segments.csv', '?min_confidence=0.9');
    assert.equal(sure.trim().split('\r\n').length, 3, 'people are sure');
    const before = (await file('paid-segments.csv', '?corrected=false')).trim().split('\r\n');
    assert.deepEqual(
      before.slice(1).map((row) => [row.split(',').slice(0, 2), row.endsWith(',false')]),
      [
        [['10', '20'], true],
        [['50', '60'], true],
      ],
    );

    const records = (await file('jsonl')).trim().split('\n');
    const paid = records
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'paid_segment');
    assert.deepEqual(
      paid.map(({ start, corrected }) => [start, corrected]),
      [
        [8, true],
        [30, true],
      ],
    );

    const { tracks } = JSON.parse(await file('otio', '?frame_rate=25'));
    const markers = tracks.children[0].children[0].markers.filter(
      ({ metadata }: Json) => metadata.reelsight.kind === 'paid_segment',
    );
    assert.deepEqual(
      markers.map(({ name, marked_range: range, metadata }: Json) => [
        ...[name, range.start_time.value, metadata.reelsight.corrected],
      ]),
      [
        ['Paid segment: Sony', 200, true],
        ['Paid segment: Pepsi', 750, true],
      ],
    );

    const list = await file('edl', '?frame_rate=25');
    assert.match(list, /Corrected by a person\. This part is sponsored/);
    assert.doesNotMatch(list, /00:00:50:00/);
  });

  test('a link shows them corrected, as soon as they are', async () => {
    const id = await completed();
    const body = { parts: ['brands', 'transcript'], expires_in_days: 7 };
    const { url } = accepted(await owner.post(`/v1/jobs/${id}/shares`, body), 201);
    const token = new URL(url).pathname.split('/').at(-1);
    const paid = async (): Promise<Json[]> =>
      accepted(await subject.stranger.get(`/shared/v1/${token}`), 200).results.paid_segments;
    assert.deepEqual(
      (await paid()).map(({ start }) => start),
      [10, 50],
    );
    await make(id, { kind: 'dismiss', segment: { start: 50 } });
    await make(id, { kind: 'confirm', segment: { start: 10 } });
    assert.deepEqual(await paid(), [
      { ...found().paid_segments?.[0], confidence: 1, corrected: true },
    ]);
  });

  test('the ETag changes with each correction, and comes back when it is undone', async () => {
    const id = await completed();
    for (const path of [`/v1/jobs/${id}?corrected=true`, `/v1/jobs/${id}/exports/jsonl`]) {
      const tag = async () => (await owner.get(path)).headers.get('etag');
      const first = await tag();
      const { correction_id } = await make(id, { kind: 'dismiss', segment: { start: 50 } });
      assert.notEqual(await tag(), first);
      accepted(await owner.delete(pathOf(id, `/${correction_id}`)), 204);
      assert.equal(await tag(), first);
    }
  });

  test('are refused with the field and the reason, and nothing is kept', async () => {
    const id = await completed();
    const segment_new = { start: 30, end: 40 };
    const cases: [body: object, words: string][] = [
      [{ kind: 'dismiss', segment: { start: 11 } }, 'segment: no paid segment begins at 11 s.'],
      [
        { kind: 'dismiss', segment: { start: 10, brand: 'Nike' } },
        'segment: no paid segment of “Nike” begins at 10 s.',
      ],
      [
        { kind: 'move', segment: { start: 10 }, segment_new: { start: 9, end: 61 } },
        'segment_new.end: the video ends at 60 s.',
      ],
      [
        { kind: 'add', segment_new: { start: 40, end: 30 } },
        'segment_new.end: must be after start',
      ],
      [
        { kind: 'add', name: 'SONY', segment_new: { start: 19, end: 30 } },
        'segment_new: it overlaps the paid segment of “Sony” from 10 to 20 s.',
      ],
      [{ kind: 'add', segment_new, segment: { start: 10 } }, 'segment: '],
      [{ kind: 'add' }, 'segment_new: must be given'],
      [{ kind: 'merge', segment: { start: 10 }, new_name: 'Nike' }, 'kind: must be dismiss,'],
      [{ kind: 'dismiss', name: 'Sony', segment: { start: 10 } }, 'name: must not be given'],
      [{ kind: 'dismiss', segment: { start: 10 }, library: true }, 'library: '],
      [{ kind: 'rename', segment: { start: 10 }, new_name: 'Sony' }, 'new_name: that is already'],
      [{ kind: 'move', segment: { start: 'ten' }, segment_new }, 'segment.start: '],
      [{ kind: 'move', segment: { start: 10, end: 20 }, segment_new }, 'segment.end: '],
      [{ kind: 'move', target: 'brand', name: 'Sony' }, 'kind: move is only for paid segments'],
      [{ kind: 'dismiss', target: 'object', segment: { start: 10 } }, 'name: must be given'],
    ];
    for (const [body, words] of cases)
      refused(await ask(id, body), 422, 'VALIDATION_FAILED', words);
    assert.deepEqual(accepted(await owner.get(pathOf(id)), 200), []);

    const { job_id } = await owner.job({ capabilities: ['objects'], objects: ['dog'] });
    const { brands: _, paid_segments: __, ...bare } = found();
    await subject.worker.complete(job_id, { ...bare, objects: [] });
    refused(
      await ask(job_id, { kind: 'add', segment_new }),
      ...([422, 'VALIDATION_FAILED', 'target: the results have no paid segments'] as const),
    );
  });

  test('results that have none take those that people add', async () => {
    const { job_id: id } = await owner.job({ capabilities: ['brands'] });
    const { paid_segments: _, ...silent } = found();
    await subject.worker.complete(id, silent);
    await make(id, { kind: 'add', segment_new: { start: 1, end: 2.5 } });
    assert.deepEqual(await shown(id), ['1–2.5']);
    const answer = await owner.get(`/v1/jobs/${id}/exports/paid-segments.csv`);
    assert.match(answer.text, /\r\n1,2\.5,1\.5,,1,/);
  });

  test('are no part of the scores of engines, nor make a job the truth about brands', async () => {
    const tester = await subject.owner('scale', 1000);
    const evaluation = async () => accepted(await tester.get('/v1/corrections/evaluation'), 200);
    const paid = await completed(tester);
    const checked = await completed(tester);
    const body = { kind: 'dismiss', target: 'paid_segment', segment: { start: 50 } };
    accepted(await tester.post(pathOf(paid), body), 201);
    assert.deepEqual(await evaluation(), { jobs: [], analyses: 0, scores: [] });

    accepted(
      await tester.post(pathOf(checked), { kind: 'dismiss', target: 'brand', name: 'Nike' }),
      201,
    );
    const { jobs, analyses, scores } = await evaluation();
    assert.deepEqual([jobs, analyses], [[checked], 2], 'both analyses are of the same link');
    assert.ok(scores.every(({ target }: Json) => target === 'brand'));
  });
});
