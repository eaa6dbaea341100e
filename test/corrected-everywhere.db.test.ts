/**
 * One correction appears everywhere: exposure, reports, files, search, lists and batches show the same seconds, to
 * within 0.05 s.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Results } from '@reelsight/contract';
import { unionSeconds } from '../server/src/analysis/spans.ts';
import { finishBatch } from '../server/src/jobs/finish-batch.ts';
import { readConfig } from '../server/src/wiring/settings/config.ts';
import { engineSettings } from '../server/src/wiring/settings/engine-settings.ts';
import { brand } from '../server/testing/exported.ts';
import { waitFor } from '../server/testing/wait-for.ts';
import { sharedSubject } from './interface/shared-subject.ts';
import { accepted, type Json, type Owner, type Subject } from './interface/subject.ts';

let subject: Subject;
let owner: Owner;

before(async () => {
  subject = await sharedSubject();
  await subject.makeReports();
});
after(() => subject.close());

/** Seconds of each brand, by name. */
type Seconds = Readonly<Record<string, number>>;

const box = { x: 0.1, y: 0.2, width: 0.2, height: 0.1 };
const meta = { fps_used: 2, frames_analyzed: 100, engines: {} };

function found(...brands: [name: string, ...spans: [number, number][]][]): Results {
  return {
    meta,
    brands: brands.map(([name, ...spans]) => ({
      ...brand(name, spans),
      total_visible_duration: unionSeconds(spans.map(([start, end]) => ({ start, end }))),
    })),
  };
}

/** The findings in the video that is corrected, and those in the other video of its batch. */
const asFound = found(
  ['Panasonic', [1, 3], [2.4, 5.15]],
  ['Nike', [0, 4]],
  ['Apex', [10, 12.5], [30, 31]],
);
const other = found(['Nike', [2, 4]], ['Zebra', [5, 6.5]]);

async function batchOfTwo(): Promise<{ batch: string; id: string }> {
  const { batch_id: batch } = await owner.batch({
    capabilities: ['brands'],
    aggregate: { enabled: true, queries: ['Which brands are shown?'] },
  });
  const { jobs } = await owner.readBatch(batch);
  const ids: string[] = jobs.map(({ job_id }: Json) => job_id);
  const { domain } = subject;

  for (const [index, id] of ids.entries())
    await subject.worker.complete(id, [asFound, other][index]);
  const settings = engineSettings(
    readConfig({ REELSIGHT_DATA_DIR: subject.service.dataDir, PATH: process.env.PATH }),
  );
  const task = { id: 'task', data: { batchId: batch }, triedAgain: false };
  await finishBatch(
    { domain, engines: () => ({ settings, revoke: () => undefined }), log: () => undefined },
    { ...task, signal: new AbortController().signal },
  );

  return { batch, id: ids[0] as string };
}

const read = async (path: string): Promise<Json> => accepted(await owner.get(path), 200);
const named = (all: Json[], seconds: (one: Json) => number | undefined): Seconds =>
  Object.fromEntries(all.map((one) => [one.name, seconds(one) ?? 0]));

async function reported(id: string): Promise<{ json: Json; csv: string }> {
  const body = { job_ids: [id], formats: ['json', 'csv'] };
  const { report_id } = accepted(await owner.post('/v1/reports', body), 202);
  const report = await waitFor(async () => {
    const one = await read(`/v1/reports/${report_id}`);
    assert.equal(one.status, 'ready');
    return one;
  });
  const text = async (format: string): Promise<string> => {
    const { url } = report.files.find((file: Json) => file.format === format);
    const answer = await fetch(subject.service.apiUrl + url, { headers: owner.headers });
    assert.equal(answer.status, 200);
    return answer.text();
  };

  return { json: JSON.parse(await text('json')), csv: await text('csv') };
}

/** From a file with one row per appearance: the seconds of each brand, as the union of its rows. */
function rowSeconds(csv: string): Seconds {
  const [head = '', ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n');
  const columns = head.split(',');
  const cell = (line: string, ...names: string[]): string =>
    line.split(',')[columns.findIndex((column) => names.includes(column))] ?? '';
  const starts = ['start', 'start_seconds'];
  const rows = lines.filter((line) => cell(line, ...starts) !== '');
  const byName = Map.groupBy(rows, (line) => cell(line, 'brand', 'name'));
  const spanOf = (line: string) => ({
    start: Number(cell(line, ...starts)),
    end: Number(cell(line, 'end', 'end_seconds')),
  });

  return Object.fromEntries(
    [...byName].map(([name, own]) => [name, unionSeconds(own.map(spanOf))]),
  );
}

function recordSeconds(lines: string): Seconds {
  const records: Json[] = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const byName = Map.groupBy(
    records.filter(({ type }) => type === 'appearance'),
    ({ name }) => name,
  );
  const spanOf = ({ timestamp_start: start, timestamp_end: end }: Json) => ({ start, end });

  return Object.fromEntries(
    [...byName].map(([name, own]) => [name, unionSeconds(own.map(spanOf))]),
  );
}

/** Every figure of seconds that the service gives for the corrected video. */
async function everywhere(id: string): Promise<Record<string, Seconds>> {
  const exposure = await read(`/v1/jobs/${id}/exposure`);
  const asked = accepted(await owner.post('/v1/exposure', { job_ids: [id] }), 200);
  const corrected = await read(`/v1/jobs/${id}?corrected=true`);
  const { json, csv } = await reported(id);
  const exported = await owner.get(`/v1/jobs/${id}/exports/csv`);
  const { text: lines } = await owner.get(`/v1/jobs/${id}/exports/jsonl`);
  const lane = (one: Json) =>
    unionSeconds(one.seen.map(([start, end]: [number, number]) => ({ start, end })));

  return {
    exposure: named(exposure.brands, ({ seen_seconds }) => seen_seconds),
    'exposure of many': named(asked.brands, ({ seen_seconds }) => seen_seconds),
    results: named(corrected.results.brands, (one) => one.total_visible_duration),
    report: named(json.exposure.brands, ({ seen_seconds }) => seen_seconds),
    'lanes of the report': named(json.videos[0].brands, lane),
    'CSV of the report': rowSeconds(csv),
    CSV: rowSeconds(exported.text),
    'JSON Lines': recordSeconds(lines),
  };
}

function isSame(is: Seconds, expected: Seconds, where: string): void {
  assert.deepEqual(Object.keys(is).sort(), Object.keys(expected).sort(), where);
  for (const [name, seconds] of Object.entries(expected))
    assert.ok(
      Math.abs((is[name] ?? 0) - seconds) <= 0.05,
      `${where}: ${name} has ${is[name]} s, not ${seconds} s`,
    );
}

async function brandsInSearch(id: string, names: readonly string[]): Promise<string[]> {
  const isThere = async (name: string): Promise<boolean> => {
    const query = new URLSearchParams({ q: `"${name}"`, brand: name, kinds: 'brand', job_id: id });
    return (await read(`/v1/search?${query}`)).length > 0;
  };
  const there = await Promise.all(names.map(isThere));
  return names.filter((_, index) => there[index]);
}

const ofOther: Seconds = { Nike: 2, Zebra: 1.5 };
const sumsOf = (own: Seconds): Seconds =>
  Object.fromEntries(
    [...new Set([...Object.keys(own), ...Object.keys(ofOther)])].map((name) => [
      name,
      (own[name] ?? 0) + (ofOther[name] ?? 0),
    ]),
  );

const foundSeconds: Seconds = { Panasonic: 4.15, Nike: 4, Apex: 3.5 };
const allNames = ['Panasonic', 'Nike', 'Apex', 'Tektronix', 'Pepsi'];
const drawn = { start: 20, end: 22.4, timestamp: 21, box, source: 'visual' };

const cases: readonly { title: string; said: object; expected: Seconds; same?: true }[] = [
  {
    title: 'a brand that is dismissed is gone',
    said: { kind: 'dismiss', name: 'Nike' },
    expected: { Panasonic: 4.15, Apex: 3.5 },
  },
  {
    title: 'one appearance that is dismissed takes its own seconds',
    said: { kind: 'dismiss', name: 'Panasonic', appearance: { timestamp: 2.4 } },
    expected: { Panasonic: 2, Nike: 4, Apex: 3.5 },
  },
  {
    title: 'a brand that is renamed keeps its seconds',
    said: { kind: 'rename', name: 'Panasonic', new_name: 'Tektronix' },
    expected: { Tektronix: 4.15, Nike: 4, Apex: 3.5 },
  },
  {
    title: 'one appearance that is renamed moves',
    said: { kind: 'rename', name: 'Apex', new_name: 'Tektronix', appearance: { timestamp: 30 } },
    expected: { Panasonic: 4.15, Nike: 4, Apex: 2.5, Tektronix: 1 },
  },
  {
    title: 'two that are merged have the seconds of their union',
    said: { kind: 'merge', name: 'Panasonic', new_name: 'Nike' },
    expected: { Nike: 5.15, Apex: 3.5 },
  },
  {
    title: 'one that is renamed to another spelling of a brand joins it',
    said: { kind: 'rename', name: 'Panasonic', new_name: 'NIKÉ' },
    expected: { Nike: 5.15, Apex: 3.5 },
  },
  {
    title: 'what is added counts, to a new brand',
    said: { kind: 'add', name: 'Pepsi', appearance_added: drawn },
    expected: { ...foundSeconds, Pepsi: 2.4 },
  },
  {
    title: 'and to one that was there',
    said: { kind: 'add', name: 'nike', appearance_added: { ...drawn, start: 3.5, timestamp: 4 } },
    expected: { ...foundSeconds, Nike: 22.4 },
  },
  {
    title: 'what is confirmed has the same seconds',
    said: { kind: 'confirm', name: 'Apex' },
    expected: foundSeconds,
  },
];

describe('A correction, and its undoing', () => {
  let made: { batch: string; id: string };
  // Each test uses its own workspace, because all calls together would exceed the rate limit of one.
  beforeEach(async () => {
    owner = await subject.owner('scale', 1000);
    made = await batchOfTwo();
  });

  const aggregateOf = async (query: string): Promise<Json> =>
    (await read(`/v1/batch/${made.batch}${query}`)).aggregate_results;

  async function check(expected: Seconds, isCorrected: boolean): Promise<void> {
    for (const [where, is] of Object.entries(await everywhere(made.id))) {
      isSame(is, expected, where);
    }

    const aggregate = await aggregateOf('?corrected=true');
    isSame(
      named(aggregate.brands, (one) => one.total_visible_duration),
      sumsOf(expected),
      'aggregate',
    );
    assert.equal(aggregate.corrected, isCorrected || undefined);

    const { brands } = await read(`/v1/batch/${made.batch}/exposure`);
    isSame(
      named(brands, ({ seen_seconds }) => seen_seconds),
      sumsOf(expected),
      'exposure of the batch',
    );

    const own = allNames.filter((name) => expected[name] !== undefined);
    await waitFor(async () =>
      assert.deepEqual((await brandsInSearch(made.id, allNames)).sort(), own.sort(), 'search'),
    );

    const rows = await read(`/v1/batch/${made.batch}?corrected=false`);
    const asWas = rows.aggregate_results;
    isSame(
      named(asWas.brands, (one) => one.total_visible_duration),
      sumsOf(foundSeconds),
      'as found',
    );
    assert.equal(asWas.corrected, undefined);
  }

  test('as found, all places agree', () => check(foundSeconds, false));

  for (const { title, said, expected } of cases)
    test(title, async () => {
      const path = `/v1/jobs/${made.id}/corrections`;
      const asked = { target: 'brand', ...said };
      const { correction_id } = accepted(await owner.post(path, asked), 201);
      try {
        await check(expected, true);
      } finally {
        accepted(await owner.delete(`${path}/${correction_id}`), 204);
      }

      await check(foundSeconds, false);
    });

  test('what a person changed is marked everywhere, and nothing else is', async () => {
    const { id } = made;
    const add = async (said: object) =>
      accepted(await owner.post(`/v1/jobs/${id}/corrections`, { target: 'brand', ...said }), 201);
    const marked = (all: Json[]) =>
      all.filter(({ corrected }) => corrected === true).map(({ name }) => name);
    const hits = async (name: string): Promise<Json[]> =>
      read(`/v1/search?${new URLSearchParams({ q: name, kinds: 'brand', job_id: id })}`);

    assert.deepEqual(marked((await read(`/v1/jobs/${id}/exposure`)).brands), []);
    // The earlier correction has been undone, but search reads this only a moment later.
    await waitFor(async () => {
      const before = await hits('Apex');
      assert.ok(before.length > 0);
      assert.ok(before.every(({ corrected }) => corrected === undefined));
    });

    await add({ kind: 'confirm', name: 'Apex', appearance: { timestamp: 30 } });
    await add({ kind: 'add', name: 'Pepsi', appearance_added: drawn });

    const changed = ['Apex', 'Pepsi'];
    const results = (await read(`/v1/jobs/${id}?corrected=true`)).results;
    assert.deepEqual(marked(results.brands).sort(), changed);

    for (const least of [0, 0.3]) {
      const { brands } = await read(`/v1/jobs/${id}/exposure?min_confidence=${least}`);
      assert.deepEqual(marked(brands).sort(), changed);
    }

    const batch = await read(`/v1/batch/${made.batch}/exposure`);
    assert.deepEqual(marked(batch.brands).sort(), changed);

    const { json } = await reported(id);
    assert.deepEqual(marked(json.exposure.brands).sort(), changed);

    await waitFor(async () => {
      assert.deepEqual(
        (await hits('Apex')).map(({ start, corrected }) => [start, corrected]).sort(),
        [
          [10, undefined],
          [30, true],
        ],
      );
      assert.deepEqual(
        (await hits('Pepsi')).map(({ corrected }) => corrected),
        [true],
      );
    });

    const rows = (await owner.get(`/v1/jobs/${id}/exports/csv`)).text.trim().split('\r\n');
    const changedRows = rows.filter((row) => row.endsWith(',true')).map((row) => row.split(',')[1]);
    assert.deepEqual(changedRows.sort(), changed);

    const { tracks } = JSON.parse(
      (await owner.get(`/v1/jobs/${id}/exports/otio?frame_rate=25`)).text,
    );
    const [clip] = tracks.children[0].children;
    assert.deepEqual(
      clip.markers
        .filter(({ metadata }: Json) => metadata.reelsight.corrected)
        .map(({ name }: Json) => name)
        .sort(),
      changed,
    );

    const timeline = (await owner.get(`/v1/jobs/${id}/exports/edl?frame_rate=25`)).text;
    assert.equal(timeline.split('Corrected by a person.').length - 1, 2);
  });

  test('corrections of one job at a time are in memory, however many ask for a corrected batch', async (t) => {
    const said = { kind: 'dismiss', target: 'brand', name: 'Apex' };
    accepted(await owner.post(`/v1/jobs/${made.id}/corrections`, said), 201);
    const { db } = subject.domain;
    const { query } = db;
    let reading = 0;
    let most = 0;
    t.mock.method(db, 'query', async (...statement: Parameters<typeof query>) => {
      const [, params, name] = statement;
      if (name !== 'corrections of jobs') return query(...statement);
      const [ids] = params as [readonly string[]];
      reading += ids.length;
      most = Math.max(most, reading);
      // Longer than it takes to ask for the next one.
      await sleep(20);
      const rows = await query(...statement);
      reading -= ids.length;
      return rows;
    });

    const reads = Array.from({ length: 6 }, () =>
      owner.get(`/v1/batch/${made.batch}?corrected=true`),
    );
    for (const answer of await Promise.all(reads)) accepted(answer, 200);
    // What follows a correction in the background reads them too.
    assert.ok(most >= 1 && most <= 3, `${most} at once`);
    accepted(await owner.get('/v1/corrections/evaluation'), 200);
    assert.ok(most <= 3, `${most} at once`);
  });

  test('the tag of a corrected batch changes with each correction, that of the batch as found does not', async () => {
    const tag = async (query: string) =>
      (await owner.get(`/v1/batch/${made.batch}${query}`)).headers.get('etag');
    const first = [await tag(''), await tag('?corrected=true')];
    const path = `/v1/jobs/${made.id}/corrections`;
    const said = { kind: 'dismiss', target: 'brand', name: 'Apex' };
    const { correction_id } = accepted(await owner.post(path, said), 201);
    const plain = await tag('');
    const corrected = await tag('?corrected=true');

    assert.equal(plain, first[0]);
    assert.notEqual(corrected, first[1]);

    const headers = { 'If-None-Match': corrected ?? '' };
    const again = await owner.call('GET', `/v1/batch/${made.batch}?corrected=true`, { headers });
    assert.equal(again.status, 304);
    accepted(await owner.delete(`${path}/${correction_id}`), 204);
    assert.equal(await tag('?corrected=true'), first[1]);
  });
});
