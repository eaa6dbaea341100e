/**
 * A real browser on a real service, for tests of the console's pages. Without Chromium, the tests are skipped and say
 * why.
 */
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

/** Why the suite is skipped; false if it is not. */
export const withoutBrowser: string | false =
  program === undefined &&
  'no Chromium: install it (Debian: apt-get install chromium) or name it by REELSIGHT_TEST_CHROMIUM';

/** Longest wait for any state of a page, on the slowest machine. */
export const patienceMs = Number(process.env.REELSIGHT_TEST_PATIENCE_MS ?? 240_000);

/** `more`: further command-line arguments for Chromium. */
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
  /** Faults that the page reported: errors, and blocked scripts and styles. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

/** Opens a page as a new visitor: without cookies or stored data, unless `options` contains some. */
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
    // A failed request is only an answer of the service, which the page reports in its own words.
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

/**
 * Creates the first account of a service with the link that its start printed. Afterwards, the first page of the
 * console is open.
 */
export async function signUpFirst(page: Page, link: string | null, person = ada): Promise<void> {
  assert.ok(link, 'there is an account already');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
  await page.getByLabel('Your name').fill(person.name);
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('heading', { name: 'Analyse' }).waitFor();
}

export async function signIn(page: Page, person = ada): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Id of the signed-in person's workspace. */
export async function workspaceOf(page: Page): Promise<string> {
  const answer = (await page.evaluate(() =>
    fetch('/console/v1/session').then((response) => response.json()),
  )) as { data: { workspaces: { workspace_id: string }[] } };
  const id = answer.data.workspaces[0]?.workspace_id;
  assert.ok(id, 'the session has no workspace');
  return id;
}

/**
 * Waits until an expression is true in the page. Evaluates it again and again from outside, because the page's policy
 * forbids evaluation in the page.
 */
export async function untilTrue(page: Page, expression: string): Promise<void> {
  await waitFor(async () => assert.ok(await page.evaluate(expression), expression), patienceMs);
}

/** Waits until the video's position is between these two seconds. */
export async function videoIsAt(page: Page, from: number, to: number): Promise<void> {
  const second = `(document.querySelector('video')?.currentTime ?? -1)`;
  await untilTrue(page, `${second} >= ${from} && ${second} <= ${to}`);
}

/** Rules about colours, which are all that the dark scheme changes. */
const colourRules = ['color-contrast', 'link-in-text-block'];
const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];

/** Fails if axe finds a violation of WCAG AA, in light or dark, on desktop or phone. */
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
