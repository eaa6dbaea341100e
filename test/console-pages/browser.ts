/** A real browser on a real service, for the tests of the console's pages. Without Chromium they are skipped, with the reason. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import axe, { type RunOnly } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { waitFor } from '../../server/testing/wait-for.ts';

const places = [
  process.env.REELSIGHT_TEST_CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const program = places.find((place) => place !== '' && existsSync(place));

/** False, or why the suite is skipped. */
export const withoutBrowser: string | false =
  program === undefined &&
  'no Chromium: install it (Debian: apt-get install chromium) or name it by REELSIGHT_TEST_CHROMIUM';

/** Longest any state may take to come, on the slowest machine. */
export const patienceMs = Number(process.env.REELSIGHT_TEST_PATIENCE_MS ?? 240_000);

/** `more`: arguments of its command line. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    ...(program && { executablePath: program }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  });
}

export interface Visit {
  readonly page: Page;
  /** What went wrong in the page: errors, refused scripts and styles. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** A visitor of her own: no cookie, nothing remembered, unless `options` brings some. */
export async function visit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    ...options,
  });
  context.setDefaultTimeout(patienceMs);

  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    // A refused call is an answer; the page says it in its own words.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
      faults.push(message.text());
  });

  return { page, faults, close: () => context.close() };
}

export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export const ada: Person = {
  name: 'Ada Analyst',
  email: 'ada@example.com',
  password: 'a quiet walk in town',
};

/** The first account of a service by the link its start printed; then the page is the first one. */
export async function signUpFirst(page: Page, link: string | null, person = ada): Promise<void> {
  assert.ok(link, 'there is an account already');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Make the first account' }).waitFor();
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Become the operator' }).click();

  await page.getByRole('heading', { name: 'Analyse' }).waitFor();
}

export async function signIn(page: Page, person = ada): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Id of the workspace that the signed-in person has. */
export async function workspaceOf(page: Page): Promise<string> {
  const answer = (await page.evaluate(() =>
    fetch('/console/v1/session').then((response) => response.json()),
  )) as { data: { workspaces: { workspace_id: string }[] } };
  const id = answer.data.workspaces[0]?.workspace_id;
  assert.ok(id, 'the session has no workspace');
  return id;
}

/** Waits until an expression is true in the page, which may not evaluate it again by itself: its policy forbids that. */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await waitFor(async () => assert.ok(await page.evaluate(expression), expression), patienceMs);
}

/** Waits until the video stands between two seconds. */
export async function videoIsAt(page: Page, from: number, to: number): Promise<void> {
  const second = `(document.querySelector('video')?.currentTime ?? -1)`;
  await untilTrue(page, `${second} >= ${from} && ${second} <= ${to}`);
}

/** Rules that look at colours, which are all that the dark scheme changes. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Fails with what axe finds against WCAG AA, in light and dark, on desktop and phone. */
export async function assertAccessible(page: Page, what: string): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 };
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const rules: RunOnly =
        colorScheme === 'light'
          ? { type: 'tag', values: allRules }
          : { type: 'rule', values: colourRules };
      const found = await violations(page, rules);
      assert.deepEqual(found, [], `${what}, ${colorScheme}, ${size.width} px`);
    }
  }

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width, height });
}

async function violations(page: Page, runOnly: RunOnly): Promise<string[]> {
  const isThere = await page.evaluate('"axe" in globalThis');
  if (!isThere) await page.evaluate(axe.source);

  return page.evaluate(async (rules) => {
    const runner = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations: found } = await runner.run({ runOnly: rules, resultTypes: ['violations'] });
    return found.flatMap(({ id, nodes }) =>
      nodes
        .slice(0, 5)
        .map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
  }, runOnly);
}
