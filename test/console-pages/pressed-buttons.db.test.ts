/** A press on a button reaches it, also if the field that it leaves grows by what was typed there. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { withoutBrowser } from './browser.ts';
import { type SignedUp, startSignedUp } from './signed-up.ts';

const long = 'a campaign for spring and summer in all cities of the north';

describe('a press beside a field for several words', { skip: withoutBrowser }, () => {
  let signedUp: SignedUp;
  let page: Page;

  before(async () => {
    signedUp = await startSignedUp();
    page = signedUp.page;
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${signedUp.service.apiUrl}/campaigns`);
    await page.getByRole('button', { name: 'New brand set' }).click();
    await page.getByLabel('Name of the set').fill('Ours');
  });

  after(() => signedUp?.close());

  const rivals = () => page.getByLabel('Rivals');
  const add = () => page.getByRole('button', { name: 'Add brand set' });
  const chips = () => page.getByRole('form').getByRole('button', { name: /^Remove / });
  const middleOf = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true });
    await button.scrollIntoViewIfNeeded();
    const box = await button.boundingBox();
    assert.ok(box);
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };

  test('that is drawn away and released elsewhere keeps what was typed', async () => {
    await rivals().fill('Acme');
    await page.mouse.move(...(await middleOf('Add brand set')));
    await page.mouse.down();
    assert.equal(await chips().count(), 0, 'nothing moves while the button is held');
    await page.mouse.move(5, 5);
    await page.mouse.up();
    await chips().first().waitFor();
  });

  test('arrives where the field grows between press and release', async () => {
    await rivals().fill(long);
    const heightBefore = (await page.getByRole('form').boundingBox())?.height ?? 0;
    await page.mouse.move(...(await middleOf('Add brand set')));
    await page.mouse.down();
    // A person holds a button for a tenth of a second, in which the page is drawn anew.
    await page.waitForTimeout(100);
    const heightHeld = (await page.getByRole('form').boundingBox())?.height ?? 0;
    assert.equal(heightHeld, heightBefore);
    await page.mouse.up();

    await add().waitFor({ state: 'detached' });
    await page.getByText(`Acme, ${long}`).waitFor();
    assert.deepEqual(signedUp.visitor.faults, []);
  });
});
