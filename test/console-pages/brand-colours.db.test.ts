/**
 * A brand has the same colour everywhere in a workspace: on every page, for every member, in a share and in a report.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { chosenTones, slotOfKey, toneOf } from '../../contract/src/brand-colours.ts';
import { waitFor } from '../../server/testing/wait-for.ts';
import { Visitor } from '../console/visitor.ts';
import { accepted } from '../interface/subject.ts';
import { ada, openBrowser, type Person, signIn, visit, withoutBrowser } from './browser.ts';
import { ended, makeJob, openStage, type Stage, uploadSample } from './stage.ts';

const bob: Person = { name: 'Bob', email: 'bob@example.com', password: 'a loud run in the fields' };

/** The part of a DOM node that these tests read. */
interface Shown {
  readonly nextSibling: Shown | null;
  readonly style: { readonly color: string };
  readonly textContent: string;
}

interface Globals {
  readonly document: { querySelectorAll(selector: string): Iterable<Shown> };
  getComputedStyle(one: Shown): { readonly color: string; readonly backgroundColor: string };
}

/** Colours of the coloured marks in front of this name, as `rgb(…)`. */
const coloursOf = (page: Page, wanted: string): Promise<string[]> =>
  page.evaluate((name) => {
    const { document, getComputedStyle } = globalThis as unknown as Globals;
    const marks = [...document.querySelectorAll('span[aria-hidden][style], i.swatch[style]')];
    return marks.flatMap((mark) => {
      let next = mark.nextSibling;
      while (next && next.textContent.trim() === '') next = next.nextSibling;
      if (next?.textContent.trim() !== name) return [];
      const { color, backgroundColor } = getComputedStyle(mark);
      return [mark.style.color ? color : backgroundColor];
    });
  }, wanted);

describe('the colour of a brand', { skip: withoutBrowser }, () => {
  let stage: Stage;
  let browser: Browser;
  let job: string;
  /** The colour that Google should have. */
  let wanted: string;

  before(async () => {
    stage = await openStage();
    browser = await openBrowser();

    // The colour that Google would get from its name alone already belongs to another brand.
    const own = slotOfKey('google', chosenTones);
    const rival = Array.from({ length: 1000 }, (_, index) => `rival${index}`).find(
      (name) => slotOfKey(name, chosenTones) === own,
    );
    const names = [rival, 'Google'];
    const { slots } = accepted(await stage.ada.post(`${stage.home}/brand-slots`, { names }), 200);
    assert.equal(slots[0], own);

    const hex = toneOf(slots[1]).light;
    const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    wanted = `rgb(${parts.join(', ')})`;
    job = await makeJob(stage, {
      upload_key: await uploadSample(stage),
      capabilities: ['brands'],
    });
    assert.equal((await ended(stage, `/v1/jobs/${job}?results=none`)).status, 'completed');
  });

  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  async function look(page: Page, where: string): Promise<void> {
    await waitFor(async () => {
      const colours = await coloursOf(page, 'Google');
      assert.ok(colours.length > 0, `${where}: no Google`);
      assert.deepEqual([...new Set(colours)], [wanted], where);
    });
  }

  async function lookAround(person: Person, paths: readonly string[]): Promise<void> {
    const { page, faults, close } = await visit(browser);
    await page.goto(`${stage.service.apiUrl}/sign-in`);
    await signIn(page, person);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();

    for (const path of paths) {
      await page.goto(stage.service.apiUrl + path);
      await look(page, `${person.name}, ${path}`);
    }

    assert.deepEqual(faults, []);
    await close();
  }

  test('is the same on each page of the console', async () => {
    await lookAround(ada, [`/jobs/${job}`, '/jobs', `/compare?jobs=${job}`]);
  });

  test('is the same for another member in another browser', async () => {
    const { ada: owner, home } = stage;
    const body = { email: bob.email, role: 'member' };
    const { link } = accepted(await owner.post(`${home}/invitations`, body), 201);
    const token = new URL(link).searchParams.get('token');
    const visitor = new Visitor(stage.service.apiUrl);
    const signedUp = await visitor.post('/console/auth/sign-up/email', {
      ...bob,
      invitation: token,
    });

    assert.equal(signedUp.status, 200, signedUp.text);
    await lookAround(bob, [`/compare?jobs=${job}`, '/jobs', `/jobs/${job}`]);
  });

  test('is the same by a link and in a report', async () => {
    const { ada: owner, home, service } = stage;
    const { page, close } = await visit(browser);
    const share = { parts: ['brands', 'exposure'], expires_in_days: 7 };
    const { url } = accepted(await owner.post(`${home}/v1/jobs/${job}/shares`, share), 201);
    await page.goto(service.apiUrl + new URL(url).pathname);
    await look(page, 'shared page');

    const order = { job_ids: [job], formats: ['html'] };
    const { report_id: id } = accepted(await owner.post(`${home}/v1/reports`, order), 202);
    await ended(stage, `/v1/reports/${id}`);

    const file = await owner.get(`${home}/v1/reports/${id}/files/html`);
    await close();

    // The content security policy of the service's pages does not apply to a file.
    const paper = await visit(browser);
    await paper.page.setContent(file.text);
    await look(paper.page, 'report');
    await paper.close();
  });
});
