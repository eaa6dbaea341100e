/** Whatever the corrections and their order, totals match what is shown, and the original results stay unchanged. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { BrandResult, ObjectResult, Results } from '@reelsight/contract';
import fc from 'fast-check';
import { cpuMs } from '../../testing/cpu-time.ts';
import { brand, thing } from '../../testing/exported.ts';
import { identityOf } from '../analysis/name-key.ts';
import { unionSeconds } from '../analysis/spans.ts';
import { correctedResults } from './corrected.ts';
import { refusalOf } from './refusal.ts';
import type { Said } from './things.ts';

const wholeOf = (durationSeconds: number | null) => ({ durationSeconds, part: {} });

const meta = { fps_used: 1, frames_analyzed: 1, engines: {} };
const box = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 };
const far = { x: 0.7, y: 0.7, width: 0.2, height: 0.1 };

let count = 0;
function said(fields: Partial<Said> & Pick<Said, 'kind' | 'name'>): Said {
  count += 1;
  return { correction_id: `cor_${count}`, target: 'brand', ...fields };
}
const detection = (timestamp: number, where = box): BrandResult['frame_detections'][number] => ({
  timestamp,
  confidence: 0.7,
  bounding_box: where,
  source: 'logo',
  verified: false,
});

function found(): Results {
  const sony = brand('Sony', [
    [1, 3],
    [2, 5],
    [10, 12],
  ]);
  const heard = { timestamp: 7, confidence: 0.6, context: 'said', source: 'audio' } as const;
  sony.appearances.splice(2, 0, heard);
  Object.assign(sony, { total_appearances: 4, total_visible_duration: 6 });
  Object.assign(sony.appearances[0] as object, { bounding_box: box });
  Object.assign(sony.appearances[1] as object, { bounding_box: far });
  sony.frame_detections.push(
    ...[detection(1), detection(2), detection(2, far), detection(3, far), detection(4, far)],
    ...[detection(8), detection(10), detection(11)],
  );

  const nike = brand('Nike', [[0, 4]]);
  nike.frame_detections.push(detection(0.5));

  return { brands: [sony, nike], objects: [thing('dog', [], [[3, 6]])], meta } as Results;
}

const names = ({ brands = [] }: Results): string[] => brands.map(({ name }) => name);
const named = ({ brands = [] }: Results, name: string): BrandResult => {
  const one = brands.find((brand) => brand.name === name);
  assert.ok(one, `${name} is shown`);
  return one;
};

describe('Corrected results', () => {
  test('brands may be merged into one that appears more often than a call can take arguments', () => {
    const spansFrom = (first: number) =>
      Array.from({ length: 70_000 }, (_, index) => [first + index, first + index + 0.5] as const);
    const results = {
      brands: [brand('Sony', spansFrom(0)), brand('Nike', spansFrom(70_000))],
      meta,
    };
    const merge = said({ kind: 'merge', name: 'Nike', new_name: 'Sony' });
    const sony = named(correctedResults(results as Results, [merge]), 'Sony');
    assert.deepEqual(
      [sony.total_appearances, sony.first_seen, sony.last_seen],
      [140_000, 0, 139_999.5],
    );
  });

  test('a dismissed brand is gone, and the others are the very same', () => {
    const results = found();
    const corrected = correctedResults(results, [said({ kind: 'dismiss', name: 'sony' })]);
    assert.deepEqual(names(corrected), ['Nike']);
    assert.equal(corrected.brands?.[0], results.brands?.[1]);
    assert.equal(corrected.objects, results.objects);
  });

  test('a dismissed appearance takes its own detections along', () => {
    const first = { timestamp: 1 };
    const corrected = correctedResults(found(), [
      said({ kind: 'dismiss', name: 'Sony', appearance: first }),
    ]);
    const sony = named(corrected, 'Sony');

    assert.deepEqual(
      sony.frame_detections.map(({ timestamp }) => timestamp),
      [2, 3, 4, 8, 10, 11],
    );
    assert.deepEqual([sony.total_appearances, sony.first_seen], [3, 2]);
    assert.equal(sony.total_visible_duration, 5);
    assert.equal(sony.corrected, true);
    assert.ok(sony.appearances.every((appearance) => appearance.corrected === undefined));
  });

  test('renamed and merged: seconds are those of the union', () => {
    const corrected = correctedResults(found(), [
      said({ kind: 'merge', name: 'Sony', new_name: 'NIKE' }),
    ]);
    assert.deepEqual(names(corrected), ['Nike']);

    const nike = named(corrected, 'Nike');
    assert.equal(nike.total_visible_duration, 7);
    assert.deepEqual([nike.first_seen, nike.last_seen, nike.total_appearances], [0, 12, 5]);
    assert.equal(nike.frame_detections.length, 9);
    assert.equal(nike.appearances.filter((appearance) => appearance.corrected).length, 4);

    const moved = correctedResults(found(), [
      said({ kind: 'rename', name: 'Sony', new_name: 'Sonos', appearance: { timestamp: 10 } }),
    ]);
    assert.deepEqual(names(moved).sort(), ['Nike', 'Sonos', 'Sony']);
    assert.deepEqual(
      named(moved, 'Sonos').frame_detections.map(({ timestamp }) => timestamp),
      [10, 11],
    );
  });

  test('names in which another mark makes another word are two', () => {
    const dark = (): Results => ({ brands: [brand('काला', [[1, 3]])], meta }) as Results;
    const other = said({ kind: 'dismiss', name: 'काली' });
    assert.match(refusalOf(dark(), [], other, wholeOf(60)) ?? '', /no brand “काली”/);

    const results = dark();
    assert.equal(correctedResults(results, [other]), results);

    const added = { start: 5, end: 6, source: 'visual' as const };
    const both = said({ kind: 'add', name: 'काली', appearance_added: added });
    assert.deepEqual(names(correctedResults(dark(), [both])), ['काला', 'काली']);
  });

  describe('what was said while names were compared without any mark', () => {
    const dark = (): Results =>
      ({ brands: [brand('काला', [[1, 3]]), brand('Nike', [[2, 4]])], meta }) as Results;
    const then = (fields: Partial<Said> & Pick<Said, 'kind' | 'name'>): Said =>
      said({ ...fields, by_former_names: true });
    const corrected = (...made: Said[]) => correctedResults(dark(), made);

    test('is still about the same brand', () => {
      assert.deepEqual(names(corrected(then({ kind: 'dismiss', name: 'काली' }))), ['Nike']);
      const confirmed = corrected(then({ kind: 'confirm', name: 'काली' }));
      assert.deepEqual(names(confirmed), ['काला', 'Nike']);
      assert.equal(named(confirmed, 'काला').appearances[0]?.confidence, 1);
    });

    test('merges with the same brand, while a rename is as it was written', () => {
      const asked = { name: 'Nike', new_name: 'काली' };
      assert.deepEqual(names(corrected(then({ kind: 'merge', ...asked }))), ['काला']);
      assert.deepEqual(names(corrected(then({ kind: 'rename', ...asked }))), ['काला', 'काली']);
    });

    test('prefers the brand of the very name', () => {
      const added = { start: 5, end: 6, source: 'visual' as const };
      const both = then({ kind: 'add', name: 'काली', appearance_added: added });
      assert.deepEqual(names(corrected(both, then({ kind: 'dismiss', name: 'काली' }))), [
        ...['काला', 'Nike'],
      ]);
    });
  });

  test('names that differ in case, accents or punctuation are one thing', () => {
    const asked = (fields: Partial<Said> & Pick<Said, 'kind' | 'name'>) => {
      const one = said(fields);
      assert.equal(refusalOf(found(), [], one, wholeOf(60)), null);
      return correctedResults(found(), [one]);
    };

    for (const kind of ['rename', 'merge'] as const) {
      const joined = asked({ kind, name: 'Sony', new_name: 'Nikè!' });
      assert.deepEqual(names(joined), ['Nike']);
      assert.equal(named(joined, 'Nike').total_visible_duration, 7);
    }

    const added = { start: 3, end: 6, box, source: 'visual' as const };
    const more = asked({ kind: 'add', name: 'NI-KE', appearance_added: added });
    assert.deepEqual(names(more), ['Sony', 'Nike']);
    assert.equal(named(more, 'Nike').total_visible_duration, 6);
    assert.deepEqual(names(asked({ kind: 'dismiss', name: 'So ny' })), ['Nike']);
    assert.deepEqual(names(asked({ kind: 'rename', name: 'sony', new_name: 'So-Ny' })), [
      'So-Ny',
      'Nike',
    ]);
  });

  test('an added brand has the drawn box as its detection; a confirmed one is certain', () => {
    const added = { start: 20, end: 22.5, timestamp: 21, box, source: 'visual' as const };
    const corrected = correctedResults(found(), [
      said({ kind: 'add', name: 'Pepsi', appearance_added: added }),
      said({ kind: 'confirm', name: 'Nike' }),
    ]);
    const pepsi = named(corrected, 'Pepsi');

    assert.equal(pepsi.total_visible_duration, 2.5);
    assert.deepEqual(pepsi.frame_detections, [
      { timestamp: 21, confidence: 1, bounding_box: box, source: 'person', verified: true },
    ]);
    assert.equal(named(corrected, 'Nike').appearances[0]?.confidence, 1);
    assert.equal(named(corrected, 'Nike').frame_detections[0]?.verified, true);
  });

  test('the last of two people stands, though neither saw what the other said', () => {
    const one = said({ kind: 'rename', name: 'Sony', new_name: 'Sonos' });
    const other = said({ kind: 'rename', name: 'Sony', new_name: 'Sonic' });
    assert.deepEqual(names(correctedResults(found(), [one, other])).sort(), ['Nike', 'Sonic']);
    assert.deepEqual(names(correctedResults(found(), [other, one])).sort(), ['Nike', 'Sonos']);

    const gone = said({ kind: 'dismiss', name: 'Sony' });
    const right = said({ kind: 'confirm', name: 'SONY' });
    assert.deepEqual(names(correctedResults(found(), [gone, right])), ['Sony', 'Nike']);
    assert.deepEqual(names(correctedResults(found(), [one, right])), ['Sony', 'Nike']);
  });

  test('an object that was added is not one that was missed', () => {
    const results = { ...found(), meta: { ...meta, objects_not_found: ['cat', 'cow'] } };
    const added = { start: 1, end: 2, box, source: 'visual' as const };
    const corrected = correctedResults(results, [
      said({ kind: 'add', target: 'object', name: 'Cat', appearance_added: added }),
    ]);
    assert.deepEqual(corrected.meta.objects_not_found, ['cow']);

    const [dog, cat] = corrected.objects as [ObjectResult, ObjectResult];
    assert.equal(dog, results.objects?.[0]);
    assert.deepEqual(
      [cat.category, cat.total_visible_duration, cat.frames.length],
      ['other', 1, 1],
    );
  });

  test('refused is what names nothing that is shown or was found', () => {
    const results = found();
    const asked = (fields: Partial<Said> & Pick<Said, 'kind' | 'name'>, made: Said[] = []) =>
      refusalOf(results, made, said(fields), wholeOf(30));
    assert.match(asked({ kind: 'dismiss', name: 'Puma' }) ?? '', /^name: /);
    assert.match(
      asked({ kind: 'dismiss', name: 'Sony', appearance: { timestamp: 4 } }) ?? '',
      /^appearance: /,
    );
    assert.match(asked({ kind: 'merge', name: 'Sony', new_name: 'Puma' }) ?? '', /^new_name: /);
    assert.match(asked({ kind: 'merge', name: 'Sony', new_name: 'sony' }) ?? '', /^new_name: /);

    const renamed = said({ kind: 'rename', name: 'Nike', new_name: 'Puma' });
    assert.equal(asked({ kind: 'merge', name: 'Sony', new_name: 'Puma' }, [renamed]), null);
    assert.equal(asked({ kind: 'rename', name: 'Sony', new_name: 'SONY' }), null);

    const late = { start: 29, end: 31, box, source: 'visual' as const };
    assert.match(
      asked({ kind: 'add', name: 'Puma', appearance_added: late }) ?? '',
      /^appearance_added.end: /,
    );

    const { objects: _, ...brandsOnly } = results;
    const object = said({ kind: 'dismiss', target: 'object', name: 'dog' });
    assert.match(refusalOf(brandsOnly as Results, [], object, wholeOf(30)) ?? '', /^target: /);
  });
});

const anyName = fc.constantFrom('Sony', 'SONY', 'Nike', 'Puma', 'Sonos', 'ソニー');
const anyTime = fc.constantFrom(0, 1, 2, 7, 10, 20);
const anySaid = fc
  .record({
    kind: fc.constantFrom('dismiss', 'rename', 'merge', 'add', 'confirm'),
    target: fc.constantFrom('brand', 'brand', 'object'),
    name: anyName,
    newName: anyName,
    at: fc.option(anyTime),
    start: anyTime,
    seen: fc.boolean(),
  })
  .map(({ kind, target, name, newName, at, start, seen }) =>
    said({
      kind: kind as Said['kind'],
      target: target as Said['target'],
      name,
      ...((kind === 'rename' || kind === 'merge') && { new_name: newName }),
      ...(kind !== 'add' && at !== null && { appearance: { timestamp: at } }),
      ...(kind === 'add' && {
        appearance_added:
          seen || target === 'object'
            ? { start, end: start + 1.5, box, source: 'visual' as const }
            : { start, end: start + 1, source: 'audio' as const },
      }),
    }),
  );

describe('Any sequence of corrections', () => {
  test('leaves consistent totals and changes nothing that was found', () => {
    fc.assert(
      fc.property(fc.array(anySaid, { maxLength: 12 }), (all) => {
        const results = found();
        const before = structuredClone(results);
        const corrected = correctedResults(results, all);

        assert.deepEqual(results, before);
        const shown = names(corrected).map(identityOf);
        assert.equal(new Set(shown).size, shown.length, 'one entry a name');
        for (const brand of corrected.brands ?? []) checkTotals(brand, brand.frame_detections);
        for (const object of corrected.objects ?? []) checkTotals(object, object.frames);
      }),
      { numRuns: 2000 },
    );
  });

  test('undone one by one, in any order, ends with exactly what was found', () => {
    fc.assert(
      fc.property(fc.array(anySaid, { maxLength: 8 }), fc.nat(), (all, seed) => {
        const results = found();
        let left = all;
        while (left.length > 0) {
          left = left.toSpliced(seed % left.length, 1);
          correctedResults(results, left);
        }

        assert.equal(correctedResults(results, left), results);
        assert.deepEqual(results, found());
      }),
      { numRuns: 500 },
    );
  });

  test('what is accepted has an effect that one can see', () => {
    fc.assert(
      fc.property(fc.array(anySaid, { maxLength: 6 }), anySaid, (all, last) => {
        const results = found();
        const made: Said[] = [];
        for (const one of all)
          if (refusalOf(results, made, one, wholeOf(60)) === null) made.push(one);

        if (refusalOf(results, made, last, wholeOf(60)) !== null) return;
        const corrected = correctedResults(results, [...made, last]);
        assert.notEqual(corrected, results);

        if (last.target === 'brand' && last.kind === 'dismiss' && !last.appearance)
          assert.ok(!names(corrected).map(identityOf).includes(identityOf(last.name)));

        const now = last.new_name ?? (last.kind === 'dismiss' ? null : last.name);
        if (now !== null && last.target === 'brand')
          assert.ok(names(corrected).map(identityOf).includes(identityOf(now)), `${now} is shown`);
      }),
      { numRuns: 2000 },
    );
  });
});

function checkTotals(
  one: BrandResult | ObjectResult,
  detections: readonly { readonly timestamp: number }[],
): void {
  const { appearances } = one as BrandResult;
  assert.equal(one.total_appearances, appearances.length);
  assert.ok(appearances.length > 0);

  const spans = appearances.flatMap(({ timestamp_start: start, timestamp_end: end }) =>
    start === undefined || end === undefined ? [] : [{ start, end }],
  );

  if (one.corrected) {
    assert.ok(Math.abs((one.total_visible_duration ?? 0) - unionSeconds(spans)) < 0.001);
    assert.equal(one.total_visible_duration === undefined, spans.length === 0);
  }

  const starts = appearances.map(
    (appearance) => appearance.timestamp_start ?? appearance.timestamp,
  );
  assert.deepEqual(
    starts,
    starts.toSorted((a, b) => a - b),
  );

  if (one.corrected) assert.equal(one.first_seen, starts[0]);
  const times = detections.map(({ timestamp }) => timestamp);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
}

test('a thousand corrections of three thousand appearances take no time', () => {
  const spans = Array.from({ length: 3000 }, (_, k) => [k / 10, k / 10 + 2] as const);
  const results = { ...found(), brands: [brand('Sony', spans), brand('Nike', spans)] };
  const all = Array.from({ length: 1000 }, (_, k) =>
    k % 2 === 0
      ? said({ kind: 'dismiss', name: 'Sony', appearance: { timestamp: k / 10 } })
      : said({ kind: 'rename', name: 'Nike', new_name: 'Puma', appearance: { timestamp: k / 10 } }),
  );
  const began = cpuMs();
  const corrected = correctedResults(results, all);
  const spent = cpuMs() - began;

  assert.ok(spent < 3000, `${spent} ms`);
  assert.equal(named(corrected, 'Sony').total_appearances, 2500);
  assert.equal(named(corrected, 'Puma').total_appearances, 500);
});

test('what a thousand corrections cost does not grow with the appearances of each', () => {
  const spans = Array.from({ length: 10_000 }, (_, k) => [k / 10, k / 10 + 2] as const);
  const results = { ...found(), brands: [brand('Sony', spans), brand('Nike', spans)] };
  const all = Array.from({ length: 1000 }, (_, k) =>
    said({ kind: 'rename', name: k === 0 ? 'Sony' : `Name ${k}`, new_name: `Name ${k + 1}` }),
  );
  const began = cpuMs();
  const corrected = correctedResults(results, all);
  const spent = cpuMs() - began;

  // It took 8 s when every correction looked at every appearance.
  assert.ok(spent < 1500, `${spent} ms`);
  assert.equal(named(corrected, 'Name 1000').total_appearances, 10_000);
});

test('names are folded once, not once for each correction of each appearance', (t) => {
  const spans = Array.from({ length: 1000 }, (_, k) => [k, k + 1] as const);
  const results = { ...found(), brands: [brand('Sony', spans), brand('Nike', spans)] };
  const all = Array.from({ length: 100 }, (_, k) =>
    said({ kind: 'rename', name: k === 0 ? 'Sony' : `Name ${k}`, new_name: `Name ${k + 1}` }),
  );
  const normalize = t.mock.method(String.prototype, 'normalize');
  const corrected = correctedResults(results, all);
  const asked = { kind: 'confirm', target: 'brand', name: 'Name 100' } as const;
  assert.equal(refusalOf(results, all, asked, wholeOf(null)), null);

  const folds = normalize.mock.callCount();
  normalize.mock.restore();
  assert.equal(named(corrected, 'Name 100').total_appearances, 1000);
  assert.ok(folds < 10_000, `${folds} names folded`);
});
