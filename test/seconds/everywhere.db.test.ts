/** A brand's seconds are the same in the API, in every file, for assistants and on the command line. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { aggregateBrands } from '../../server/src/analysis/aggregate-brands.ts';
import { lengthOf, unionOf } from '../../server/src/analysis/spans.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { type Assistant, overHttp } from '../assistants/assistant.ts';
import { reelsight } from '../cli/harness.ts';
import {
  accepted,
  type Json,
  type Owner,
  type Subject,
  startSubject,
} from '../interface/subject.ts';
import {
  csvReadings,
  cvatTracks,
  edlEvents,
  jsonLines,
  labelStudioRegions,
  otioMarkers,
  type Read,
  reportCsv,
} from './files.ts';
import {
  correctedSeconds,
  corrections,
  first,
  firstSeconds,
  type Seconds,
  second,
  secondSeconds,
  together,
} from './made-results.ts';

let subject: Subject;
let owner: Owner;
let assistant: Assistant;

let home: string;
let batch: string;
/** Ids of the jobs of the two videos, `first` and `second`. */
let one: string;
let other: string;

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'reelsight-seconds-'));
  subject = await startSubject({
    REELSIGHT_PLANS: JSON.stringify({
      scale: { max_requests_per_minute: 100_000, burst: 100_000 },
    }),
  });
  owner = await subject.owner('scale', 100_000);
  assistant = await overHttp(subject.service.apiUrl, { 'X-Api-Key': owner.apiKey });
  await subject.makeReports();

  const made = await owner.batch({ capabilities: ['brands'] });
  batch = made.batch_id;
  [one, other] = made.jobs.map(({ job_id }: Json) => job_id);
  await subject.worker.complete(one, first());
  await subject.worker.complete(other, second());
});
after(async () => {
  await assistant?.close();
  await subject?.close();
  await rm(home, { recursive: true, force: true });
});

const data = async (path: string): Promise<Json> => accepted(await owner.get(path), 200);
const text = async (path: string): Promise<string> => {
  const answer = await owner.get(path);
  assert.equal(answer.status, 200, answer.text);
  return answer.text;
};
/** A field of each brand in a list, by the brand's name. */
const listed = (brands: readonly Json[], field: string): Read =>
  Object.fromEntries(brands.map((brand) => [brand.name, brand[field]]));

async function ofJob(id: string, corrected: boolean): Promise<Record<string, Read>> {
  const { results } = await data(`/v1/jobs/${id}?corrected=${corrected}`);
  const spans = (brand: Json) =>
    brand.appearances
      .filter(({ source }: Json) => source === 'visual')
      .map(({ timestamp_start: start, timestamp_end: end }: Json) => ({ start, end }));
  const file = (format: string) => text(`/v1/jobs/${id}/exports/${format}`);

  return {
    results: listed(results.brands, 'total_visible_duration'),
    'results, appearances': Object.fromEntries(
      results.brands.map((brand: Json) => [brand.name, lengthOf(unionOf(spans(brand)))]),
    ),
    exposure: listed((await data(`/v1/jobs/${id}/exposure`)).brands, 'seen_seconds'),
    ...csvReadings(await file('csv'), 'CSV'),
    'JSON Lines': jsonLines(await file('jsonl')),
    EDL: edlEvents(await file('edl')),
    OpenTimelineIO: otioMarkers(await file('otio')),
    CVAT: cvatTracks(await file('cvat')),
    'Label Studio': labelStudioRegions(await file('label-studio')),
  };
}

/** The seconds of the three brands that a list of jobs shows for this job. */
async function chips(id: string): Promise<Read> {
  const items: Json[] = await data('/v1/jobs?limit=100&highlights=true');
  const item = items.find(({ job_id }) => job_id === id);
  return listed(item.highlights.brands, 'seconds');
}

async function shared(id: string): Promise<Record<string, Read>> {
  const body = { parts: ['brands', 'exposure'], expires_in_days: 1 };
  const { url } = accepted(await owner.post(`/v1/jobs/${id}/shares`, body), 201);
  const token = new URL(url).pathname.split('/').at(-1);
  const answer = await fetch(`${subject.service.apiUrl}/shared/v1/${token}`);
  const { results, exposure } = ((await answer.json()) as Json).data;

  return {
    'shared results': listed(results.brands, 'total_visible_duration'),
    'shared exposure': listed(exposure.brands, 'seen_seconds'),
  };
}

const run = async (...args: string[]): Promise<string> => {
  const env = { REELSIGHT_URL: subject.service.apiUrl, REELSIGHT_API_KEY: owner.apiKey };
  const { code, stdout, stderr } = await reelsight(args, { home, env });
  assert.equal(code, 0, stderr);
  return stdout;
};

/** The first duration on the line of each brand. */
function printed(output: string, names: readonly string[]): Read {
  const lines = output.split('\n');
  return Object.fromEntries(
    names.map((name) => {
      const line = lines.find((each) => each.trimStart().startsWith(name));
      return [name, onClock(line?.slice(line.indexOf(name) + name.length) ?? '')];
    }),
  );
}

/**
 * Reads a duration such as `5.1 s` or `1:05.1`, as reports and the command line write it. A duration shorter than a tenth
 * of a second counts as half a tenth. NaN if there is none.
 */
function onClock(line: string): number {
  const [, less, minutes, onlySeconds, seconds] =
    /(< |&lt; )?(?:(\d+):(\d\d\.\d)|(\d+\.\d) s\b)/.exec(line) ?? [];
  const read = onlySeconds ?? seconds;
  if (read === undefined) return Number.NaN;
  return less ? 0.05 : 60 * Number(minutes ?? 0) + Number(read);
}

async function byOthers(id: string, seconds: Seconds): Promise<Record<string, Read>> {
  const names = Object.keys(seconds);
  const overview = await assistant.ask('job_overview', { job_id: id });
  const exposure = await assistant.ask('brand_exposure', { job_ids: [id] });
  const { brands } = JSON.parse(await run('exposure', id, '--json'));

  return {
    'assistants, overview': listed(overview.from_video.brands, 'visible_seconds'),
    'assistants, exposure': listed(exposure.from_video.brands, 'seen_seconds'),
    'command line, exposure --json': listed(brands, 'seen_seconds'),
    'command line, exposure': printed(await run('exposure', id), names),
    'command line, jobs get': printed(await run('jobs', 'get', id), names),
  };
}

/** The seconds that search returns for each name. */
async function found(id: string, seconds: Seconds): Promise<Read> {
  const read: Read = {};

  for (const name of Object.keys(seconds)) {
    const q = encodeURIComponent(`"${name}"`);
    const hits = await waitFor(async () => {
      const all: Json[] = await data(`/v1/search?q=${q}&job_id=${id}&kinds=brand&limit=100`);
      const own = all.filter(({ brand }) => brand === name);
      assert.ok(own.length > 0, name);
      return own;
    });
    read[name] = lengthOf(unionOf(hits as { start: number; end: number }[]));
  }

  return read;
}

async function report(t: TestContext, body: object): Promise<Record<string, Read>> {
  const { report_id } = accepted(await owner.post('/v1/reports', body), 202);
  const { files } = await waitFor(async () => {
    const made = await data(`/v1/reports/${report_id}`);
    assert.equal(made.status, 'ready');
    return made;
  });
  const url = (format: string) => files.find((file: Json) => file.format === format).url;
  const json = JSON.parse(await text(url('json')));
  const html = await text(url('html'));

  return {
    'report, JSON': listed(json.exposure.brands, 'seen_seconds'),
    'report, CSV': reportCsv(await text(url('csv'))),
    'report, HTML': fromHtml(html, json.exposure.brands),
    ...(await fromPdf(t, url('pdf'))),
  };
}

/** Reads the seconds in the cell after each cell that contains a brand's name. */
function fromHtml(html: string, brands: readonly Json[]): Read {
  return Object.fromEntries(
    brands.map(({ name }: Json) => {
      const rows = html
        .split('<tr')
        .slice(1)
        .map((row) => row.split('</tr>')[0] ?? '')
        .filter((row) => row.includes(`>${name}<`));
      const seconds = rows.map((row) => onClock(row.slice(row.indexOf(`>${name}<`))));
      return [name, seconds.find((value) => !Number.isNaN(value)) ?? Number.NaN];
    }),
  );
}

async function fromPdf(t: TestContext, url: string): Promise<Record<string, Read>> {
  const answer = await fetch(subject.service.apiUrl + url, { headers: owner.headers });
  const input = Buffer.from(await answer.arrayBuffer());
  const { stdout, error } = spawnSync('pdftotext', ['-layout', '-', '-'], {
    input,
    encoding: 'utf8',
  });
  if (error) {
    t.skip('pdftotext is not installed (poppler-utils): the PDF was not read');
    return {};
  }

  return { 'report, PDF': printed(stdout, ['Sony', 'Nike', 'Pepsi', 'Coca-Cola']) };
}

/** Checks that every source has these seconds and no other brands. With `some`, a source may leave brands out. */
function same(readings: Record<string, Read>, seconds: Seconds, some = false): void {
  const wrong = Object.entries(readings).flatMap(([where, read]) =>
    Object.entries(seconds).flatMap(([name, should]) => {
      const is = read[name];
      if (is === undefined && some) return [];
      return is !== undefined && Math.abs(is - should) <= 0.05 + 1e-9
        ? []
        : [`${where}: ${name} ${is} for ${should}`];
    }),
  );

  const others = Object.entries(readings).flatMap(([where, read]) =>
    Object.keys(read)
      .filter((name) => !(name in seconds))
      .map((name) => `${where}: ${name}`),
  );
  assert.deepEqual([...wrong, ...others], []);
}

describe('a brand’s seconds', () => {
  for (const corrected of [false, true]) {
    const own = corrected ? correctedSeconds : firstSeconds;
    describe(corrected ? 'as people corrected them' : 'as found', () => {
      if (corrected)
        before(async () => {
          for (const body of corrections)
            accepted(await owner.post(`/v1/jobs/${one}/corrections`, body), 201);
        });

      test('of a job: results, exposure and every file', async () => {
        same(await ofJob(one, corrected), own);
        same(await ofJob(other, corrected), secondSeconds);
      });

      test('for assistants and on the command line', async () => {
        same(await byOthers(one, own), own);
      });

      test('behind a link, in reports and in search', async (t) => {
        same(await shared(one), own);
        const { 'report, PDF': pdf, ...made } = await report(t, { job_ids: [one] });
        same(made, own);
        if (pdf) same({ pdf }, own, true);
        same({ search: await found(one, own) }, own);
      });

      test('in lists, which name the longest', async () => {
        const read = await waitFor(async () => {
          const three = await chips(one);
          const wanted = Object.entries(own).toSorted((a, b) => b[1] - a[1]);
          assert.deepEqual(
            Object.keys(three).sort(),
            wanted
              .slice(0, 3)
              .map(([name]) => name)
              .sort(),
          );

          return three;
        });
        same({ chips: read }, own, true);
      });

      test('of both videos: exposure, files and reports', async (t) => {
        const both = together(own);
        const inBatch = await data(`/v1/batch/${batch}/exposure`);
        const chosen = accepted(await owner.post('/v1/exposure', { job_ids: [one, other] }), 200);
        const brands = JSON.parse(await run('exposure', '--batch', batch, '--json')).brands;
        const {
          'report, PDF': _,
          'report, CSV': __,
          ...made
        } = await report(t, { batch_id: batch });

        same(
          {
            'exposure of the batch': listed(inBatch.brands, 'seen_seconds'),
            'exposure of two jobs': listed(chosen.brands, 'seen_seconds'),
            'command line, exposure --batch': listed(brands, 'seen_seconds'),
            ...made,
          },
          both,
        );
      });
    });
  }

  test('of the brands of a batch, as its aggregate has them', () => {
    const rows = aggregateBrands([
      { job_id: 'job_1', ...first() },
      { job_id: 'job_2', ...second() },
    ]);
    same({ aggregate: listed(rows, 'total_visible_duration') }, together(firstSeconds));
  });
});
