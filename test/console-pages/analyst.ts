/** A person at the console whose clicks, key presses and seconds are counted for each step. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

export interface Step {
  readonly name: string;
  readonly clicks: number;
  /** Key presses, including each typed letter. */
  readonly keys: number;
  readonly seconds: number;
}

const desktop = { width: 1280, height: 800 };
const looks = [
  { suffix: '', colorScheme: 'light', size: desktop },
  { suffix: '-dark', colorScheme: 'dark', size: desktop },
  { suffix: '-phone', colorScheme: 'light', size: { width: 390, height: 844 } },
  { suffix: '-phone-dark', colorScheme: 'dark', size: { width: 390, height: 844 } },
] as const;

interface AnalystOptions {
  /** Folder for a picture of each step; without it, none is taken. */
  readonly pictures?: string | undefined;
  /** Begins the name of each picture. */
  readonly prefix?: string;
  /** False for one picture a step, in light on a desktop; otherwise there are also dark and phone pictures. */
  readonly everyLook?: boolean;
}

export class Analyst {
  readonly page: Page;
  readonly steps: Step[] = [];
  readonly #options: AnalystOptions;
  #clicks = 0;
  #keys = 0;

  constructor(page: Page, options: AnalystOptions = {}) {
    this.page = page;
    this.#options = { pictures: process.env.REELSIGHT_TEST_PICTURES, ...options };
  }

  /** `shown`: another page of which to take the picture. */
  async step(name: string, does: () => Promise<unknown>, shown = this.page): Promise<void> {
    const before = { clicks: this.#clicks, keys: this.#keys, at: performance.now() };
    await does();
    this.steps.push({
      name,
      clicks: this.#clicks - before.clicks,
      keys: this.#keys - before.keys,
      seconds: (performance.now() - before.at) / 1000,
    });

    await this.#take(shown, name);
  }

  async click(what: Locator): Promise<void> {
    this.#clicks += 1;
    await what.click();
  }

  /** Choosing from a list counts as two clicks: opening the list and choosing the entry. */
  async select(what: Locator, value: string): Promise<void> {
    this.#clicks += 2;
    await what.selectOption(value);
  }

  /** Counts opening the system's file dialog; what the person does in it is not counted. */
  async attach(what: Locator, files: readonly string[]): Promise<void> {
    this.#clicks += 1;
    await what.setInputFiles([...files]);
  }

  async press(key: string): Promise<void> {
    this.#keys += 1;
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    this.#keys += [...text].length;
    await this.page.keyboard.type(text);
  }

  async fill(what: Locator, text: string): Promise<void> {
    this.#clicks += 1;
    this.#keys += [...text].length;
    await what.fill(text);
  }

  get table(): string {
    const wide = Math.max(...this.steps.map(({ name }) => name.length));
    const lines = this.steps.map(
      ({ name, clicks, keys, seconds }) =>
        `${name.padEnd(wide)}  ${String(clicks).padStart(6)}  ${String(keys).padStart(4)}  ${seconds.toFixed(1).padStart(7)}`,
    );
    return [`${'step'.padEnd(wide)}  clicks  keys  seconds`, ...lines].join('\n');
  }

  async #take(page: Page, name: string): Promise<void> {
    const { pictures, prefix = '', everyLook = true } = this.#options;
    if (!pictures) return;

    await mkdir(pictures, { recursive: true });
    const number = String(this.steps.length).padStart(2, '0');
    const file = `${prefix}${number}-${name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;

    for (const { suffix, colorScheme, size } of everyLook ? looks : looks.slice(0, 1)) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await page.screenshot({ path: join(pictures, `${file}${suffix}.png`) });
    }

    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(desktop);
  }
}
