/** What people say about paid segments, and what follows for their payers from what they say about brands. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCorrection, type PaidSegment, type Results } from '@reelsight/contract';
import fc from 'fast-check';
import { cpuMs } from '../../testing/cpu-time.ts';
import { brand } from '../../testing/exported.ts';
import { correctedResults } from './corrected.ts';
import { mostAddedSegments } from './paid-segments.ts';
import { payerBefore, refusalOf } from './refusal.ts';
import type { Said } from './things.ts';

const wholeOf = (durationSeconds: number | null) => ({ durationSeconds, part: {} });

const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
const evidence = [{ timestamp: 10, source: 'speech' as const, quote: 'sponsored by Sony' }];

const found = (): Results => ({
  brands: [brand('Sony', [[1, 3]]), brand('Nike', [[0, 4]])],
  paid_segments: [
    { start: 10, end: 20, brand: 'Sony', confidence: 0.6, evidence },
    { start: 10, end: 40, brand: 'Nike', confidence: 0.7, evidence },
    { start: 50, end: 60, confidence: 0.5, evidence },
  ],
  meta,
});

let count = 0;
function said(fields: Partial<Said> & Pick<Said, 'kind'>): Said {
  count += 1;
  return { correction_id: `cor_${count}`, target: 'paid_segment', name: '', ...fields };
}
const ofBrand = (fields: Partial<Said> & Pick<Said, 'kind' | 'name'>): Said =>
  said({ target: 'brand', ...fields });

const segmentsOf = (...corrections: Said[]): PaidSegment[] =>
  correctedResults(found(), corrections).paid_segments ?? [];
/** `10–20 Sony` */
const shown = (...corrections: Said[]): string[] =>
  segmentsOf(...corrections).map(({ start, end, brand: payer }) =>
    [`${start}–${end}`, ...(payer === undefined ? [] : [payer])].join(' '),
  );
const asFound = ['10–20 Sony', '10–40 Nike', '50–60'];

describe('Corrected disclosures', () => {
  const results: Results = {
    ...found(),
    disclosures: [
      {
        sign: 'said',
        timestamp: 9,
        duration_seconds: 2,
        quote: 'Sponsored by Sony.',
        confidence: 0.9,
        brand: 'Sony',
      },
      { sign: 'hashtag', timestamp: 0, quote: '#ad', confidence: 0.8 },
    ],
  };
  const recordsOf = (...corrections: Said[]) =>
    correctedResults(results, corrections).brands?.map(({ name, disclosure }) => [
      name,
      disclosure?.paid,
      disclosure?.disclosed,
      disclosure?.paid_seconds,
    ]);

  test('follow the brand that they name, and so does its record', () => {
    const renamed = ofBrand({ kind: 'rename', name: 'Sony', new_name: 'Sonos' });
    const { disclosures } = correctedResults(results, [renamed]);
    assert.deepEqual(
      disclosures?.map(({ brand: payer }) => payer),
      ['Sonos', undefined],
    );
    assert.deepEqual(recordsOf(renamed), [
      ['Sonos', 'paid', true, 10],
      ['Nike', 'paid', false, 30],
    ]);
  });

  test('name nobody once their brand is dismissed', () => {
    const dismissed = ofBrand({ kind: 'dismiss', name: 'Sony' });
    const corrected = correctedResults(results, [dismissed]);
    assert.deepEqual(
      corrected.disclosures?.map(({ brand: payer }) => payer),
      [undefined, undefined],
    );
    const [nike] = corrected.brands ?? [];
    assert.equal(nike?.disclosure?.signs.length, 2);
    assert.equal(nike?.disclosure?.disclosed, false);
  });

  test('stay, while the record of a brand follows its paid segments', () => {
    const none = said({ kind: 'dismiss', segment: { start: 10, brand: 'Nike' } });
    const moved = said({
      kind: 'move',
      segment: { start: 10, brand: 'Sony' },
      segment_new: { start: 10, end: 25 },
    });
    assert.deepEqual(recordsOf(none, moved), [
      ['Sony', 'paid', true, 15],
      ['Nike', 'not_known', false, 0],
    ]);
    assert.equal(correctedResults(results, [none]).disclosures, results.disclosures);
  });
});

describe('Corrected paid segments', () => {
  test('one that is none is gone, and the others are the very same', () => {
    const results = found();
    const correction = said({ kind: 'dismiss', segment: { start: 10.001, brand: 'sony' } });
    const corrected = correctedResults(results, [correction]);
    assert.deepEqual(corrected.paid_segments, results.paid_segments?.slice(1));
    assert.equal(corrected.paid_segments?.[0], results.paid_segments?.[1]);
    assert.equal(corrected.brands, results.brands);
  });

  test('all that begin at the same second are meant unless the payer tells them apart', () => {
    assert.deepEqual(shown(said({ kind: 'dismiss', segment: { start: 10 } })), ['50–60']);
  });

  test('one that is confirmed is sure, and keeps its words', () => {
    const [segment] = segmentsOf(said({ kind: 'confirm', segment: { start: 10, brand: 'Sony' } }));
    assert.deepEqual(segment, { ...found().paid_segments?.[0], confidence: 1, corrected: true });
  });

  test('one that was missed has no words, and is in its place in time', () => {
    const segments = segmentsOf(said({ kind: 'add', segment_new: { start: 45, end: 48.5 } }));
    assert.deepEqual(segments[2], {
      start: 45,
      end: 48.5,
      confidence: 1,
      evidence: [],
      corrected: true,
    });
    assert.equal(segments.length, 4);
    // A payer that the results have is spelled as they spell it.
    const named = said({ kind: 'add', name: 'SONY', segment_new: { start: 0, end: 5 } });
    assert.deepEqual(shown(named)[0], '0–5 Sony');
  });

  test('one goes from and to other seconds, and is meant by those before and after', () => {
    const moved = said({
      kind: 'move',
      segment: { start: 50 },
      segment_new: { start: 2, end: 8.25 },
    });
    assert.deepEqual(shown(moved), ['2–8.25', '10–20 Sony', '10–40 Nike']);
    for (const start of [2, 50]) {
      const dismissed = said({ kind: 'dismiss', segment: { start } });
      assert.deepEqual(shown(moved, dismissed), ['10–20 Sony', '10–40 Nike']);
    }
  });

  test('the last one about a segment stands; to confirm it as found takes back the others', () => {
    const sony = { start: 10, brand: 'Sony' };
    const earlier = [
      said({ kind: 'rename', segment: sony, new_name: 'Canon' }),
      said({
        kind: 'move',
        segment: { start: 10, brand: 'Canon' },
        segment_new: { start: 11, end: 12 },
      }),
      said({ kind: 'dismiss', segment: { start: 11 } }),
    ];
    assert.deepEqual(shown(...earlier), ['10–40 Nike', '50–60']);
    assert.deepEqual(shown(...earlier, said({ kind: 'confirm', segment: { start: 11 } })), [
      '10–40 Nike',
      '11–12 Canon',
      '50–60',
    ]);
    assert.deepEqual(shown(...earlier, said({ kind: 'confirm', segment: sony })), asFound);
  });

  test('one without a segment has no effect', () => {
    const results = found();
    const gone = said({ kind: 'dismiss', segment: { start: 12 } });
    assert.equal(correctedResults(results, [gone]), results);
  });

  test('results without paid segments have those that people add, if brands were looked for', () => {
    const added = said({ kind: 'add', segment_new: { start: 1, end: 2 } });
    const { paid_segments: _, ...older } = found();
    assert.equal(correctedResults(older, [added]).paid_segments?.length, 1);
    assert.equal(correctedResults(older, []), older);

    const bare = { meta };
    assert.equal(correctedResults(bare, [added]), bare);
    assert.match(refusalOf(bare, [], added, wholeOf(60)) ?? '', /^target: .*no paid segments/);
  });
});

describe('Who pays', () => {
  test('has the name of its brand, however that is corrected as a whole', () => {
    const renamed = ofBrand({ kind: 'rename', name: 'sony', new_name: 'Sonos' });
    assert.deepEqual(shown(renamed), ['10–20 Sonos', '10–40 Nike', '50–60']);
    assert.equal(segmentsOf(renamed)[0]?.corrected, true);
    assert.equal(segmentsOf(renamed)[0]?.confidence, 0.6, 'nobody said that it is one');

    const merged = ofBrand({ kind: 'merge', name: 'Sonos', new_name: 'Nike' });
    assert.deepEqual(shown(renamed, merged), ['10–20 Nike', '10–40 Nike', '50–60']);

    const dismissed = ofBrand({ kind: 'dismiss', name: 'Sony' });
    assert.deepEqual(shown(dismissed), ['10–20', '10–40 Nike', '50–60']);
    assert.deepEqual(shown(dismissed, ofBrand({ kind: 'confirm', name: 'Sony' })), asFound);
  });

  test('stays where one appearance alone was corrected, or its brand was confirmed', () => {
    const one = ofBrand({ kind: 'dismiss', name: 'Nike', appearance: { timestamp: 2 } });
    const sure = ofBrand({ kind: 'confirm', name: 'Sony' });
    for (const correction of [one, sure])
      assert.deepEqual(segmentsOf(correction), found().paid_segments);
  });

  test('is the one that a person named, until that brand is corrected', () => {
    const segment = { start: 10, brand: 'Sony' };
    const payer = said({ kind: 'rename', segment, new_name: 'nike' });
    assert.deepEqual(shown(payer)[0], '10–20 Nike');
    assert.equal(segmentsOf(payer)[0]?.confidence, 1);

    const formerBrand = ofBrand({ kind: 'rename', name: 'Sony', new_name: 'Sonos' });
    assert.deepEqual(shown(payer, formerBrand)[0], '10–20 Nike');
    const itsBrand = ofBrand({ kind: 'rename', name: 'Nike', new_name: 'Nikon' });
    assert.deepEqual(shown(payer, itsBrand).slice(0, 2), ['10–20 Nikon', '10–40 Nikon']);
    // The segment is meant by any name that its payer had.
    for (const brand of ['Nikon', 'Nike']) {
      const dismissed = said({ kind: 'dismiss', segment: { start: 10, brand } });
      assert.deepEqual(shown(payer, itsBrand, dismissed), ['50–60']);
    }
  });

  test('is none of the brands, and changes none of them', () => {
    const results = found();
    const payer = said({ kind: 'rename', segment: { start: 50 }, new_name: 'Pepsi' });
    const corrected = correctedResults(results, [payer]);
    assert.equal(corrected.brands, results.brands);
    assert.match(
      refusalOf(results, [payer], ofBrand({ kind: 'confirm', name: 'Pepsi' }), wholeOf(60)) ?? '',
      /no brand “Pepsi”/,
    );

    // Corrections of another brand build only that brand anew.
    const dismissed = ofBrand({ kind: 'dismiss', name: 'Sony' });
    const { brands } = correctedResults(results, [payer, dismissed]);
    assert.equal(brands?.[0], results.brands?.[1]);
  });

  test('is looked up under names of corrections from before marks counted only among brands', () => {
    const results = {
      ...found(),
      brands: [brand('Citroën', [[1, 3]])],
      paid_segments: [{ start: 1, end: 2, brand: 'Citroen', confidence: 0.5, evidence }],
    };
    const former = ofBrand({
      kind: 'rename',
      name: 'Citroen',
      new_name: 'Peugeot',
      by_former_names: true,
    });
    assert.deepEqual(
      correctedResults(results, [former]).brands?.map(({ name }) => name),
      ['Peugeot'],
    );
  });
});

describe('Corrections of paid segments are refused', () => {
  const refused = (fields: Partial<Said> & Pick<Said, 'kind'>, earlier: Said[] = []): string =>
    refusalOf(found(), earlier, said(fields), wholeOf(60)) ?? '';

  test('if no such segment is shown, or it is not clear which is meant', () => {
    assert.match(refused({ kind: 'dismiss', segment: { start: 12 } }), /^segment: no paid segment/);
    assert.match(
      refused({ kind: 'confirm', segment: { start: 10, brand: 'Pepsi' } }),
      /^segment: no paid segment of “Pepsi” begins at 10 s\.$/,
    );
    const segment_new = { start: 41, end: 42 };
    assert.match(refused({ kind: 'move', segment: { start: 10 }, segment_new }), /^segment: 2 /);
    assert.equal(refused({ kind: 'move', segment: { start: 10, brand: 'Nike' }, segment_new }), '');
  });

  test('if the video ends before', () => {
    const segment_new = { start: 55, end: 60.1 };
    for (const fields of [{ kind: 'add' }, { kind: 'move', segment: { start: 50 } }] as const)
      assert.match(
        refused({ ...fields, segment_new }),
        /^segment_new\.end: the video ends at 60 s/,
      );
  });

  test('if another segment of the same payer overlaps, or one whose payer is unknown', () => {
    const inside = { start: 15, end: 18 };
    const add = (name: string, segment_new = inside) => refused({ kind: 'add', name, segment_new });
    assert.match(add('SONY'), /^segment_new: .*“Sony” from 10 to 20 s/);
    assert.match(add(''), /^segment_new: /);
    assert.match(add('Pepsi', { start: 45, end: 51 }), /the paid segment from 50 to 60 s/);
    assert.equal(add('Pepsi'), '', 'two sponsors at the same time');
    assert.equal(add('Sony', { start: 20, end: 30 }), '', 'one after the other');
    assert.equal(
      refused({ kind: 'add', name: 'Sony', segment_new: inside }, [
        said({ kind: 'dismiss', segment: { start: 10, brand: 'Sony' } }),
      ]),
      '',
      'the other one is none',
    );

    const sony = { start: 10, brand: 'Sony' };
    assert.match(
      refused({ kind: 'rename', segment: sony, new_name: 'NIKE' }),
      /^new_name: it over/,
    );
    assert.equal(refused({ kind: 'move', segment: sony, segment_new: { start: 9, end: 21 } }), '');
  });

  test('if the payer has that name already', () => {
    const segment = { start: 10, brand: 'sony' };
    assert.match(refused({ kind: 'rename', segment, new_name: 'Sony' }), /^new_name: that is al/);
    assert.equal(refused({ kind: 'rename', segment, new_name: 'SONY' }), '');
  });

  test('if fields are missing, or belong to something else', () => {
    const faultsOf = (body: object): string[] =>
      createCorrection
        .safeParse({ target: 'paid_segment', ...body })
        .error?.issues.map(({ path }) => path.join('.')) ?? [];
    const segment = { start: 10 };
    const segment_new = { start: 1, end: 2 };
    const cases: [body: object, faults: string[]][] = [
      [{ kind: 'add', segment_new }, []],
      [{ kind: 'add', segment_new, name: 'Sony' }, []],
      [{ kind: 'add', segment_new, name: ' ' }, ['name']],
      [{ kind: 'add', segment_new, segment }, ['segment']],
      [{ kind: 'add' }, ['segment_new']],
      [{ kind: 'add', segment_new: { start: 2, end: 2 } }, ['segment_new.end']],
      [{ kind: 'add', segment_new: { start: -1, end: 2 } }, ['segment_new.start']],
      [{ kind: 'add', segment_new: { start: 1 } }, ['segment_new.end']],
      [{ kind: 'dismiss', segment }, []],
      [{ kind: 'dismiss', segment, name: 'Sony' }, ['name']],
      [{ kind: 'dismiss', segment, segment_new }, ['segment_new']],
      [{ kind: 'dismiss' }, ['segment']],
      [{ kind: 'dismiss', segment, library: true }, ['library']],
      [{ kind: 'dismiss', segment, appearance: { timestamp: 1 } }, ['appearance']],
      [{ kind: 'rename', segment }, ['new_name']],
      [{ kind: 'rename', segment, new_name: 'Sony', library: true }, ['library']],
      [{ kind: 'move', segment }, ['segment_new']],
      [{ kind: 'move', segment, segment_new, new_name: 'Sony' }, ['new_name']],
      [{ kind: 'merge', segment, new_name: 'Sony' }, ['kind']],
      [
        { kind: 'move', segment, segment_new, target: 'brand', name: 'Sony' },
        [...['kind', 'segment', 'segment_new']],
      ],
      [{ kind: 'dismiss', target: 'brand' }, ['name']],
      [{ kind: 'dismiss', target: 'brand', name: 'Sony', segment }, ['segment']],
    ];
    for (const [body, faults] of cases)
      assert.deepEqual(faultsOf(body), faults, JSON.stringify(body));
  });
});

test('a correction is listed with who paid before it', () => {
  const payer = ofBrand({ kind: 'rename', name: 'Sony', new_name: 'Sonos' });
  const meant = said({ kind: 'dismiss', segment: { start: 10, brand: 'Sony' } });
  assert.equal(payerBefore(found(), [payer], meant), 'Sonos');
  assert.equal(
    payerBefore(found(), [], said({ kind: 'dismiss', segment: { start: 50 } })),
    undefined,
  );
});

const anySaid = fc.oneof(
  fc.record({
    kind: fc.constantFrom('dismiss' as const, 'confirm' as const),
    segment: fc.record({ start: fc.constantFrom(5, 10, 50) }),
  }),
  fc.record({
    kind: fc.constant('move' as const),
    segment: fc.record({
      start: fc.constantFrom(5, 10, 50),
      brand: fc.constantFrom('Sony', 'Nike', undefined),
    }),
    segment_new: fc.constantFrom({ start: 5, end: 9 }, { start: 30, end: 52 }),
  }),
  fc.record({
    kind: fc.constant('rename' as const),
    segment: fc.record({ start: fc.constantFrom(5, 10, 50) }),
    new_name: fc.constantFrom('Sony', 'Canon'),
  }),
  fc.record({
    kind: fc.constant('add' as const),
    name: fc.constantFrom('', 'Sony', 'Canon'),
    segment_new: fc.constantFrom({ start: 5, end: 9 }, { start: 20, end: 30 }),
  }),
  fc.record({
    kind: fc.constantFrom('dismiss' as const, 'confirm' as const),
    target: fc.constant('brand' as const),
    name: fc.constantFrom('Sony', 'Nike'),
  }),
);

test('after any corrections that are accepted, each can be seen, and undone nothing is left', () => {
  fc.assert(
    fc.property(fc.array(anySaid, { maxLength: 8 }), (all) => {
      const results = found();
      const made: Said[] = [];
      for (const fields of all) {
        const correction = said(fields);
        if (refusalOf(results, made, correction, wholeOf(60)) !== null) continue;
        made.push(correction);

        const { paid_segments: segments = [] } = correctedResults(results, made);
        const starts = segments.map(({ start }) => start);
        assert.deepEqual(
          starts,
          starts.toSorted((a, b) => a - b),
        );
        const { target, segment, segment_new: span, new_name: payer } = correction;
        if (target !== 'paid_segment') continue;

        const at = span?.start ?? segment?.start;
        const there = segments.filter(({ start, corrected }) => start === at && corrected);
        if (correction.kind === 'dismiss') assert.ok(!starts.includes(segment?.start ?? -1));
        else if (span) assert.ok(there.some(({ end }) => end === span.end));
        else if (correction.kind === 'confirm') assert.ok(there.length > 0);
        else assert.ok(segments.some(({ brand }) => brand === payer));
      }

      assert.deepEqual(results, found());
      assert.equal(correctedResults(results, []), results);
    }),
    { numRuns: 1000 },
  );
});

describe('Corrections of many paid segments', () => {
  const adds = Array.from({ length: mostAddedSegments }, (_, index) =>
    said({ kind: 'add', name: `Payer ${index}`, segment_new: { start: 70, end: 90 } }),
  );

  test('cost no more than their number', () => {
    const renames = Array.from({ length: 900 }, (_, index) =>
      said({ kind: 'rename', segment: { start: 70 }, new_name: index % 2 === 0 ? 'X' : 'Y' }),
    );
    const results: Results = { ...found(), disclosures: [] };
    const began = cpuMs();
    const { paid_segments: segments = [] } = correctedResults(results, [...adds, ...renames]);
    assert.ok(cpuMs() - began < 2000, `${cpuMs() - began} ms`);
    assert.equal(segments.length, 3 + mostAddedSegments);
    assert.ok(segments.slice(3).every(({ brand: payer }) => payer === 'Y'));
  });

  test('one more than may be added is refused, and so is one payer for several at a second', () => {
    const results = found();
    const more = { kind: 'add', name: 'Z', segment_new: { start: 91, end: 92 } } as const;
    assert.match(
      refusalOf(results, adds, said(more), wholeOf(null)) ?? '',
      /have added 100 paid segments/,
    );
    const rename = { kind: 'rename', segment: { start: 70 }, new_name: 'X' } as const;
    assert.match(
      refusalOf(results, adds, said(rename), wholeOf(null)) ?? '',
      /^segment: 100 paid segments/,
    );
  });
});
