/**
 * Many videos with named brands as one flow: from the form over the batch to its newest analyses, on the page and by
 * what is created.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import type { Browser, Page } from 'playwright-core';
import { brand } from '../../server/testing/exported.ts';
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
import { openStage, type Stage } from './stage.ts';

const meta = { fps_used: 2, frames_analyzed: 100, engines: {} };
const resultsOf = (name: string): Results =>
  ({ brands: [brand(name, [[1, 4]])], meta }) as unknown as Results;

describe('many videos with named brands', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let worker: Worker;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let urls: string[];
  const asked = async (id: string): Promise<Json> =>
    accepted(await stage.ada.get(`${stage.home}/v1/jobs/${id}`), 200);

  const compared = (name: string) =>
    page
      .getByRole('table', { name: 'Brand comparison' })
      .getByRole('row')
      .filter({ hasText: name });

  before(async () => {
    stage = await openStage({ role: 'api' });
    worker = new Worker(stage.service.domain);
    urls = ['morning-show', 'city-tour'].map((name) => `${stage.media.url}/file/${name}.mp4`);
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('the form keeps the names, says what becomes of them, and what this server can’t answer', async () => {
    await page.goto(stage.service.apiUrl);
    await page.getByLabel('Links').fill(urls.join('\n'));

    const brands = page.getByRole('textbox', { name: 'Brands' });
    for (const name of ['Nike', 'Adidas']) {
      await brands.fill(name);
      await brands.press('Enter');
    }

    await page
      .getByText('What you named is kept as the preset “Nike, Adidas”, by which all 2 videos')
      .waitFor();
    await page.getByText(/About \d+ credits? for 2 videos/).waitFor();

    const together = page.getByRole('textbox', { name: 'Questions over all videos' });
    await page.getByText('No language model here: only totals of brands').waitFor();
    await together.fill('Which brand is shown longest?');
    await together.press('Enter');
    await assertAccessible(page, 'many videos with named brands');

    await page.getByLabel('Name of the group').fill(' Spring campaign ');
    await page.getByRole('button', { name: 'Analyse 2 videos' }).click();
    await page.getByRole('heading', { name: 'Spring campaign' }).waitFor();
    await page.goto(`${stage.service.apiUrl}/analyse`);
    assert.equal(await page.getByLabel('Name of the group').count(), 0, 'not for a single video');
  });

  test('every job of the batch looks for them, and the preset is used again', async () => {
    const { data: batches } = (await stage.ada.get(`${stage.home}/v1/batch`)).json;
    const batch = accepted(
      await stage.ada.get(`${stage.home}/v1/batch/${batches[0].batch_id}`),
      200,
    );
    for (const { job_id: id } of batch.jobs)
      assert.deepEqual((await asked(id)).brands, ['Nike', 'Adidas']);

    await page.goto(stage.service.apiUrl);
    await page.getByLabel('Links').fill(urls.join('\n'));
    await page.getByRole('button', { name: 'Nike, Adidas', exact: true }).click();
    await page.getByRole('button', { name: 'Analyse 2 videos' }).click();
    await page.getByRole('heading', { name: 'Group of 2 videos' }).waitFor();

    const presets = accepted(await stage.ada.get(`${stage.home}/v1/presets`), 200);
    const own = presets.filter(({ built_in: isBuiltIn }: Json) => !isBuiltIn);
    assert.deepEqual(
      own.map(({ name, brands }: Json) => [name, brands]),
      [['Nike, Adidas', ['Nike', 'Adidas']]],
    );

    const { data: both } = (await stage.ada.get(`${stage.home}/v1/batch`)).json;
    const second = accepted(await stage.ada.get(`${stage.home}/v1/batch/${both[0].batch_id}`), 200);
    assert.notEqual(second.batch_id, batch.batch_id);
    assert.deepEqual((await asked(second.jobs[0].job_id)).brands, ['Nike', 'Adidas']);
  });

  test('a video that was analysed again is offered to the batch', async () => {
    const { data: batches } = (await stage.ada.get(`${stage.home}/v1/batch`)).json;
    const id = batches[0].batch_id;
    const { jobs } = accepted(await stage.ada.get(`${stage.home}/v1/batch/${id}`), 200);
    for (const { job_id } of jobs) await worker.complete(job_id, resultsOf('Nike'));

    const capabilities = jobs.length > 0 ? (await asked(jobs[0].job_id)).capabilities : [];
    const body = { url: urls[0], capabilities };
    const again = accepted(await stage.ada.post(`${stage.home}/v1/jobs`, body), 202).job_id;
    await worker.complete(again, resultsOf('Puma'));

    await page.goto(`${stage.service.apiUrl}/batches/${id}?tab=brands`);
    await page.getByText('1 video was analysed again later.').waitFor();
    await compared('Nike').waitFor();
    assert.equal(await compared('Puma').count(), 0);
    await assertAccessible(page, 'batch with a newer analysis');

    await page.getByRole('button', { name: 'Count the newest' }).click();
    await compared('Puma').waitFor();
    assert.match(page.url(), /newest=1/);
    await page.getByRole('button', { name: 'Count the group as it was' }).click();
    await page.getByText('1 video was analysed again later.').waitFor();
    assert.deepEqual(visitor.faults, []);
  });
});
