/**
 * The search that every page has, in a real browser: results while typing, use by keyboard, and moments exact to the
 * second.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page, Request } from 'playwright-core';
import sharp from 'sharp';
import {
  type EmbeddingServer,
  openEmbeddingServer,
} from '../../server/testing/engines/embedding-server.ts';
import { installTinyPictureText } from '../../server/testing/engines/tiny-clip-model.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import {
  ada,
  assertAccessible,
  openBrowser,
  signIn,
  type Visit,
  visit,
  withoutBrowser,
  workspaceOf,
} from './browser.ts';
import { rareWord } from './rare-word.ts';
import { ended, makeJob, openStage, type Stage, uploadSample } from './stage.ts';

describe('search over all videos', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let visitor: Visit;
  let page: Page;
  let job: string;
  /** A word that is in only one segment of the transcript, and the time at which it is said. */
  let said: { word: string; start: number };
  /** Words from two different sentences, so that no passage contains all of them. */
  let apart: string;
  let model: EmbeddingServer;
  /** Folder of a model that knows pictures and words, but of both only colours. */
  let models: string;
  const go = (path: string) => page.goto(stage.service.apiUrl + path);
  const dialog = () => page.getByRole('dialog', { name: 'Search videos' });
  const field = () => dialog().getByRole('combobox', { name: 'Search videos' });
  const options = () => dialog().getByRole('listbox', { name: 'Results' }).getByRole('option');

  /** A picture of the job's video. */
  async function pictureOfJob(): Promise<Buffer> {
    const workspace = await workspaceOf(page);
    const path = `/console/v1/workspaces/${workspace}/v1/frames/${job}/thumbnail.jpg`;
    const answer = await page.request.get(stage.service.apiUrl + path);
    assert.equal(answer.status(), 200, path);
    return answer.body();
  }

  before(async () => {
    model = await openEmbeddingServer();
    models = await mkdtemp(join(tmpdir(), 'reelsight-models-'));
    await installTinyPictureText(models);
    const env = {
      REELSIGHT_AI_URL: model.url,
      REELSIGHT_AI_EMBEDDING_MODEL: 'meanings',
      REELSIGHT_MODELS_DIR: models,
    };
    stage = await openStage({ env });

    const key = await uploadSample(stage);
    job = await makeJob(stage, {
      upload_key: key,
      capabilities: ['transcription', 'brands'],
    });

    const { results } = await ended(stage, `/v1/jobs/${job}`);
    said = rareWord(results.transcription.segments);

    const { segments } = results.transcription;
    const words = `${segments[0].text} ${segments.at(-1).text}`.match(/\p{L}+/gu) ?? [];
    apart = words.join(' ').slice(0, 200);
    browser = await openBrowser();
    visitor = await visit(browser);
    page = visitor.page;
    await go('/sign-in');
    await signIn(page, ada);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    assert.ok(await workspaceOf(page));
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
    await model?.[Symbol.asyncDispose]();
    if (models) await rm(models, { recursive: true, force: true });
  });

  test('the slash opens it on every page, words are found as one types, Enter opens the second', async () => {
    for (const path of ['/batches', '/settings', '/jobs']) {
      await go(path);
      await page.getByRole('button', { name: 'Search videos' }).waitFor();
      await page.keyboard.press('/');
      await field().waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    }

    await page.keyboard.press('/');
    await field().waitFor();
    await page.keyboard.type(said.word.slice(0, -1), { delay: 20 });
    await options().filter({ hasText: said.word }).first().waitFor();
    await page.keyboard.type(said.word.slice(-1));
    await dialog()
      .getByRole('status')
      .filter({ hasText: /moment/ })
      .waitFor();
    assert.equal(
      (await options().first().locator('mark').first().textContent())?.toLowerCase(),
      said.word,
    );
    assert.equal(await options().first().getAttribute('aria-selected'), 'true');
    await assertAccessible(page, 'search');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/jobs/${job}`);

    const at = Number(new URL(page.url()).searchParams.get('t'));
    assert.ok(Math.abs(at - said.start) <= 0.1, `${at} for ${said.start}`);
  });

  test('arrows go through the results, the kind narrows them, and what was typed stays', async () => {
    await go('/jobs');
    await page.getByRole('button', { name: 'Search videos' }).click();
    await field().fill('sample');
    await dialog()
      .getByRole('status')
      .filter({ hasText: /found|moment/ })
      .waitFor();
    await field().fill(said.word);
    await options().first().waitFor();

    const count = await options().count();
    await page.keyboard.press('ArrowUp');
    assert.equal(
      await options()
        .nth(count - 1)
        .getAttribute('aria-selected'),
      'true',
    );
    await page.keyboard.press('ArrowDown');
    assert.equal(await options().first().getAttribute('aria-selected'), 'true');
    await dialog().getByLabel('Search in').selectOption('object');
    await dialog().getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    assert.equal(await field().inputValue(), said.word);

    // The browser reports the closing of the dialog only after the key press.
    await page.evaluate(
      `document.querySelector('dialog[open]').close();
       window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));`,
    );
    await field().waitFor();
    await sleep(200);
    assert.ok(await field().isVisible(), 'opened again, it stays open');
    await page.keyboard.press('Escape');
  });

  test('what is found by its meaning is marked, and while the model is away it says so', async () => {
    await go('/jobs');
    await page.getByRole('button', { name: 'Search videos' }).click();
    await waitFor(async () => {
      // Texts are embedded a moment after the job completed, so this repeats the search.
      await field().fill('');
      await field().fill(apart);
      await options().filter({ hasText: 'by meaning' }).first().waitFor({ timeout: 2000 });
    });

    const first = options().filter({ hasText: 'by meaning' }).first();
    assert.match((await first.textContent()) ?? '', /by meaning, (said|title)/);
    assert.equal(await first.locator('mark').count(), 0);
    await assertAccessible(page, 'results by meaning');
    model.respond(() => ({ drop: true }));
    await field().fill(`${said.word} elsewhere`);
    await dialog()
      .getByRole('status')
      .filter({ hasText: 'by words only: the embedding model does not answer' })
      .waitFor();
    await page.keyboard.press('Escape');
    await go('/operator/engines');

    const engine = page.getByRole('region', { name: 'embedding' });
    await engine.getByText('It does not answer, so that searches are by words alone.').waitFor();
    model.respond(null);
  });

  test('a picture finds the moment that looks like it, by keyboard, in the dark and on a phone', async () => {
    const picture = await pictureOfJob();
    await go('/jobs');
    await page.getByRole('button', { name: 'Search videos' }).click();
    await dialog().getByLabel('Picture to search with').setInputFiles({
      name: 'moment.jpg',
      mimeType: 'image/jpeg',
      buffer: picture,
    });
    await dialog().getByText('What looks like this picture').waitFor();
    const first = options().first();
    await first.filter({ hasText: '% alike' }).waitFor();
    assert.equal(await first.getAttribute('aria-selected'), 'true');
    await dialog().getByRole('status').filter({ hasText: 'the most alike first.' }).waitFor();
    await assertAccessible(page, 'results that look alike');

    await page.emulateMedia({ colorScheme: 'dark' });
    await assertAccessible(page, 'results that look alike, in the dark');
    await page.setViewportSize({ width: 360, height: 740 });
    const sideways = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    assert.equal(await page.evaluate(sideways), 0);
    await assertAccessible(page, 'results that look alike, on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });

    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/jobs/${job}`);
    assert.ok(new URL(page.url()).searchParams.get('t'));
  });

  test('a picture is pasted; one that shows nothing says so, and words are a button away', async () => {
    const black = await sharp({
      create: { width: 64, height: 64, channels: 3, background: '#000000' },
    })
      .png()
      .toBuffer();
    await go('/jobs');
    await page.getByRole('button', { name: 'Search videos' }).click();
    await field().waitFor();
    await page.evaluate(`{
      const bytes = Uint8Array.from(atob('${black.toString('base64')}'), (c) => c.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'black.png', { type: 'image/png' }));
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.activeElement.dispatchEvent(event);
    }`);
    await dialog().getByText('shows one colour alone, or noise').waitFor();
    await assertAccessible(page, 'a picture that shows nothing');

    await dialog().getByRole('button', { name: 'Search by words' }).click();
    await field().waitFor();
    await page.keyboard.press('Escape');
  });

  test('pictures that show the typed words are found, by keyboard, in the dark and on a phone', async () => {
    await go('/jobs');
    await page.getByRole('button', { name: 'Search videos' }).click();
    const button = dialog().getByRole('button', { name: 'Pictures that show it' });
    await field().waitFor();
    await field().fill('');
    assert.equal(await button.count(), 0);
    await field().fill('something white');
    await button.waitFor();
    await assertAccessible(page, 'words for a picture');
    await page.setViewportSize({ width: 360, height: 740 });
    await assertAccessible(page, 'words for a picture, on a phone');

    await button.press('Enter');
    await dialog().getByText('What shows “something white”').waitFor();
    await dialog().getByRole('status').filter({ hasText: 'the likeliest first' }).waitFor();
    assert.equal(await options().filter({ hasText: '% alike' }).count(), 0);
    await page.emulateMedia({ colorScheme: 'dark' });
    await assertAccessible(page, 'pictures that show words, in the dark, on a phone');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });

    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/jobs/${job}`);
  });

  test('on the page of a video, the moment that it shows is searched with', async () => {
    await go(`/jobs/${job}?t=1`);
    await page.locator('main video').first().waitFor();
    await page.keyboard.press('Control+k');
    await dialog().getByRole('button', { name: 'Like this moment' }).click();
    await dialog().getByText('What looks like the moment at').waitFor();
    await dialog()
      .getByRole('status')
      .filter({ hasText: /alike first|Nothing looks like it, of \d+ shots/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('a slash in a field is a slash', async () => {
    await go('/jobs');
    const other = page.getByRole('searchbox').first();
    await other.click();
    await page.keyboard.type('a/b');
    assert.equal(await other.inputValue(), 'a/b');
    assert.equal(await dialog().count(), 0);
  });

  test('older searches are given up while one types', async () => {
    const outcomes = new Map<string, string>();
    const wordsOf = (request: Request) => new URL(request.url()).searchParams.get('q') ?? '';
    const failed = (request: Request) => {
      const words = wordsOf(request);
      if (outcomes.has(words)) outcomes.set(words, request.failure()?.errorText ?? '');
    };
    page.on('requestfailed', failed);
    const answered = Promise.withResolvers<void>();
    await page.route('**/v1/search?*', async (route) => {
      const words = wordsOf(route.request());
      outcomes.set(words, 'asked');
      // The first search is held until it is given up.
      if (words === 'one') await answered.promise;
      await route.continue().catch(() => undefined);
    });
    await go('/jobs');
    await page.getByRole('button', { name: 'Search videos' }).waitFor();
    await page.keyboard.press('/');
    await field().fill('one');
    await waitFor(async () => assert.equal(outcomes.get('one'), 'asked'));
    await field().fill('one two three four');
    await dialog()
      .getByRole('status')
      .filter({ hasText: /Nothing|moment/ })
      .waitFor();
    assert.deepEqual(Object.fromEntries(outcomes), {
      one: 'net::ERR_ABORTED',
      'one two three four': 'asked',
    });

    answered.resolve();
    page.off('requestfailed', failed);
    await page.unroute('**/v1/search?*');
  });
});
