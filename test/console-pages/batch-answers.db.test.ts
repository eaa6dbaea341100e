/** The page of a group whose videos were asked questions leads to their answers as one table. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Results } from '@reelsight/contract';
import type { Browser, Page } from 'playwright-core';
import { accepted, Worker } from '../interface/subject.ts';
import { ada, assertAccessible, openBrowser, signIn, visit, withoutBrowser } from './browser.ts';
import { openStage, type Stage } from './stage.ts';

const results = {
  query_results: [
    {
      query: 'Which drink is bought?',
      answer: 'tea',
      value: 'tea',
      fields: [],
      answered: true,
      outcome: 'answered',
      confidence: 0.9,
      evidence: [{ timestamp: 1, source: 'speech', quote: 'a cup of tea' }],
    },
  ],
  meta: { fps_used: 2, frames_analyzed: 100, engines: {} },
} as unknown as Results;

describe('a group that was asked questions', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let page: Page;

  before(async () => {
    stage = await openStage({ role: 'api' });
    browser = await openBrowser();
    page = (await visit(browser)).page;
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  test('has its answers as a table, and no report of brands', async () => {
    const batch = accepted(
      await stage.ada.post(`${stage.home}/v1/batch`, {
        urls: ['morning-show', 'city-tour'].map((name) => `${stage.media.url}/file/${name}.mp4`),
        capabilities: ['custom_query'],
        shaped_queries: [{ query: 'Which drink is bought?', choices: ['tea', 'coffee'] }],
      }),
      202,
    );
    const worker = new Worker(stage.service.domain);
    for (const { job_id } of batch.jobs) await worker.complete(job_id, results);

    await page.goto(`${stage.service.apiUrl}/batches/${batch.batch_id}`);
    const link = page.getByRole('link', { name: 'Answers as a table' });
    await link.waitFor();
    assert.equal(await page.getByRole('button', { name: 'Report' }).count(), 0);
    await assertAccessible(page, 'group of questions');

    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const table = await readFile(await download.path(), 'utf8');
    assert.match(table, /^\uFEFFvideo,external_id,job_id,Which drink is bought\?\r\n/);
    assert.equal(table.match(/,tea\r\n/g)?.length, 2);
  });
});
