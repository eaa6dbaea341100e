/** Possible brands on the page of a job, decided on by keys and buttons, and then counted in earlier videos. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BrandResult, Results } from '@reelsight/contract';
import type { Browser, Page } from 'playwright-core';
import { keepRecounting } from '../../server/src/jobs/recounts.ts';
import { brand } from '../../server/testing/exported.ts';
import { libraryDeps } from '../../server/testing/library-deps.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { accepted, type Json, Worker } from '../interface/subject.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
} from './browser.ts';
import { openStage, type Stage, uploadSample } from './stage.ts';

const box = { x: 0.2, y: 0.3, width: 0.3, height: 0.08 };
const possible = (text: string, start: number, fields = {}) => ({
  text,
  confidence: 0.8,
  reasons: ['stands_alone'],
  total_appearances: 1,
  total_visible_duration: 2,
  first_seen: start,
  last_seen: start + 2,
  appearances: [
    {
      text,
      timestamp: start + 1,
      timestamp_start: start,
      timestamp_end: start + 2,
      visible_duration: 2,
      confidence: 0.95,
      bounding_box: box,
    },
  ],
  ...fields,
});

function results(
  texts: readonly ReturnType<typeof possible>[],
  unsure: readonly BrandResult[] = [],
): Results {
  return {
    brands: unsure,
    possible_brands: texts,
    paid_segments: [],
    on_screen_text: texts.map(({ text, first_seen, last_seen }) => ({
      text,
      start: first_seen,
      end: last_seen,
      bounding_box: box,
      confidence: 0.95,
    })),
    meta: { fps_used: 2, frames_analyzed: 100, engines: {}, texts_read: 14 },
  } as unknown as Results;
}

describe('possible brands', { skip: withoutBrowser }, () => {
  const stop = new AbortController();
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  let unsureJob: string;
  let recounting: Promise<void>;
  const list = () => page.getByRole('list', { name: 'Possible brands' });
  const texts = async () =>
    (await list().locator('strong').allTextContents()).map((text) => text.trim());
  const brandNames = async (id = job): Promise<string[]> => {
    const { results: shown } = accepted(
      await stage.ada.get(`${stage.home}/v1/jobs/${id}?corrected=true`),
      200,
    );
    return shown.brands.map(({ name }: Json) => name);
  };

  before(async () => {
    stage = await openStage({ role: 'api' });
    const worker = new Worker(stage.service.domain);
    const add = async (found: Results) => {
      const upload_key = await uploadSample(stage);
      const body = { upload_key, upload_filename: 'Shelf.mp4', capabilities: ['brands'] };
      const { job_id } = accepted(await stage.ada.post(`${stage.home}/v1/jobs`, body), 202);
      await worker.complete(job_id, found);
      return job_id;
    };

    await add(results([possible('ALPRO', 3)]));
    const sony = brand('Sony', [
      [1, 2],
      [5, 6],
      [9, 10],
    ]);
    for (const [index, confidence] of [0.95, 0.6, 0.7].entries())
      Object.assign(sony.appearances[index] as object, { confidence });
    unsureJob = await add(results([], [sony]));
    job = await add(
      results([
        possible('ALPRO', 1),
        possible('brano', 5, { reasons: ['near_known_name'], near: 'Bravo' }),
        possible('EXIT', 9),
        possible('arla.com', 12, { reasons: ['web_address'] }),
      ]),
    );

    recounting = keepRecounting(libraryDeps(stage.service.domain), stop.signal);

    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/jobs/${job}`);
  });

  after(async () => {
    stop.abort();
    await recounting;
    await browser?.close();
    await stage?.close();
  });

  test('a video without a known brand says what was read, and leads to what may be one', async () => {
    const numbers = page.getByRole('list', { name: 'In numbers' });
    await numbers.getByText('No known brand').waitFor();
    await numbers.getByText('14 texts read').waitFor();
    await page.getByText('No known brand was seen or heard, 14 texts read').waitFor();
    await assertAccessible(page, 'no known brand');

    await page.getByRole('button', { name: '4 texts may be brands' }).click();
    await list().waitFor();
    assert.deepEqual(await texts(), ['ALPRO', 'brano', 'EXIT', 'arla.com']);
    await list().getByText('nearly “Bravo”').waitFor();
    await assertAccessible(page, 'possible brands');
  });

  test('all are decided on by keys alone: yes, name it, no', async () => {
    await list().getByRole('button', { name: 'ALPRO' }).first().focus();
    await page.keyboard.press('y');
    await waitFor(async () => assert.deepEqual(await texts(), ['brano', 'EXIT', 'arla.com']));
    await waitFor(async () => assert.deepEqual(await brandNames(), ['ALPRO']));

    const isFocused = (name: string) =>
      waitFor(async () =>
        assert.match(await page.evaluate('document.activeElement.textContent'), new RegExp(name)),
      );
    await isFocused('brano');
    await page.keyboard.press('r');
    const name = page.getByLabel('Brand of “brano”');
    await waitFor(async () => assert.equal(await name.inputValue(), 'Bravo'));
    await assertAccessible(page, 'naming a possible brand');
    await name.press('Enter');
    await waitFor(async () => assert.deepEqual(await texts(), ['EXIT', 'arla.com']));
    await waitFor(async () => assert.deepEqual(await brandNames(), ['ALPRO', 'Bravo']));

    await isFocused('EXIT');
    await page.keyboard.press('n');
    await waitFor(async () => assert.deepEqual(await texts(), ['arla.com']));
    await page.getByText('“EXIT” is not a brand').waitFor();

    const library = accepted(await stage.ada.get(`${stage.home}/v1/brands`), 200);
    assert.deepEqual(
      library.map((entry: Json) => [entry.name, entry.aliases, entry.exclude]),
      [
        ['ALPRO', [], false],
        ['Bravo', ['brano'], false],
        ['EXIT', [], true],
      ],
    );
  });

  test('what is undone comes back', async () => {
    await page
      .getByRole('region', { name: 'Corrections' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await waitFor(async () => assert.deepEqual(await texts(), ['EXIT', 'arla.com']));
    await list().getByRole('button', { name: 'Not a brand: EXIT' }).click();
    await waitFor(async () => assert.deepEqual(await texts(), ['arla.com']));
  });

  test('a brand that was added is counted in earlier videos, and that is undone in the library', async () => {
    const offer = page.getByText('May be named in 1 earlier video.');
    await offer.waitFor();
    await assertAccessible(page, 'offer of a recount');
    await page.getByRole('button', { name: 'Look and count it too' }).click();
    await page.getByText('Counted in 1 earlier video (1 appearance).').waitFor();

    const { data: rows } = (await stage.ada.get(`${stage.home}/v1/jobs`)).json;
    const earlier = rows.find(({ job_id: id }: Json) => id !== job && id !== unsureJob).job_id;
    assert.deepEqual(await brandNames(earlier), ['ALPRO']);

    await page.goto(`${stage.service.apiUrl}/brands`);
    await page.getByRole('button', { name: 'Edit ALPRO' }).click();
    await page.getByText('Counted in 1 earlier video').waitFor();
    await assertAccessible(page, 'recount in the library');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('May be named in 1 earlier video.').waitFor();
    await waitFor(async () => assert.deepEqual(await brandNames(earlier), []));
    assert.deepEqual(visitor.faults, []);
  });

  test('a page that is left for one that loads slowly does not come back', async () => {
    await page.goto(`${stage.service.apiUrl}/jobs/${unsureJob}?tab=review`);
    const unsure = page.getByRole('list', { name: 'Unsure appearances' });
    let isAsked = false;
    // Longer than the page waits until it writes the second that is shown into its address.
    await page.route(/campaigns-page/, async (route) => {
      isAsked = true;
      await new Promise((resolve) => setTimeout(resolve, 2000));
      await route.continue();
    });
    await unsure.getByRole('button', { name: 'Sony' }).first().click();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    assert.ok(isAsked, 'the code of the page was loaded late');
    assert.equal(new URL(page.url()).pathname, '/campaigns');
  });

  test('unsure appearances are in the same queue', async () => {
    await page.goto(`${stage.service.apiUrl}/jobs/${unsureJob}?tab=review`);
    const unsure = page.getByRole('list', { name: 'Unsure appearances' });
    await unsure.getByText('Sony').first().waitFor();
    assert.equal(await unsure.getByRole('listitem').count(), 2);
    await assertAccessible(page, 'unsure appearances');

    await unsure.getByRole('button', { name: 'Sony' }).first().focus();
    await page.keyboard.press('n');
    await waitFor(async () => assert.equal(await unsure.getByRole('listitem').count(), 1));
    await page.keyboard.press('y');
    await page.getByText('Everything is decided on').waitFor();

    await waitFor(async () => {
      const shown = accepted(
        await stage.ada.get(`${stage.home}/v1/jobs/${unsureJob}?corrected=true`),
        200,
      );
      const [sony] = shown.results.brands;
      assert.deepEqual(
        sony.appearances.map(({ confidence }: Json) => confidence),
        [0.95, 1],
      );
    });
    assert.deepEqual(visitor.faults, []);
  });
});
