/**
 * What an analyst works with on four Mondays: a real service on its embedded database, restarted on each Monday, a
 * browser, a channel whose feed grows, a mail server and a receiver that answers as Slack does.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import {
  type Received,
  startMailServer,
  type TestMailServer,
} from '../../server/testing/mail/mail-server.ts';
import { type ServiceProcesses, serviceProcesses } from '../../server/testing/service-process.ts';
import {
  type MediaServer,
  ownAddress,
  startMediaServer,
} from '../../server/testing/sources/media-server.ts';
import { type Receiver, startReceiver } from '../../server/testing/webhooks/receiver.ts';
import { Analyst, type Step } from '../../test/console-pages/analyst.ts';
import { ada, openBrowser, type Visit, visit } from '../../test/console-pages/browser.ts';
import type { Json } from '../../test/interface/subject.ts';
import { sharedDir } from '../real/truth.ts';
import { analystZone, clockEnvironment } from './clock.ts';

const dayMs = 86_400_000;
/** Longest wait for mail or a message. A scheduled report has to be counted and drawn before. */
const patienceMs = 300_000;

/** Asks again and again until there is a value. */
export async function poll<Value>(what: string, read: () => Value | undefined): Promise<Value> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (performance.now() > untilMs) throw new Error(`There was not ${what}.`);
    await sleep(50);
  }
}

/** Videos of the channel, by the name in its feed. */
const channelVideos = ['spoken-brands', 'talk', 'portrait', 'vfr'] as const;
export type ChannelVideo = (typeof channelVideos)[number];

export const realVideo = (name: string): string => join(sharedDir, 'real', 'video', name);
export const madeVideo = (name: string): string => join(sharedDir, 'media', name);

export interface Episode {
  readonly video: ChannelVideo;
  readonly title: string;
  readonly published: Date;
}

/** In the week before the third Monday, the channel publishes nothing. */
const episodes = {
  1: { video: 'portrait', title: 'Phones of the year' },
  2: { video: 'talk', title: 'What we drink' },
  4: { video: 'spoken-brands', title: 'Prices this morning' },
} as const;

export interface PlayedMonday {
  readonly steps: readonly Step[];
  /** Errors that pages reported, and answers of the service with a status of 400 or more. */
  readonly faults: readonly string[];
}

interface DeskParts {
  readonly browser: Browser;
  readonly mail: TestMailServer;
  readonly slack: Receiver;
  readonly media: MediaServer;
  readonly folder: string;
  readonly pictures: string;
  readonly library: string;
  readonly environment: Record<string, string>;
  readonly service: ServiceProcesses;
}

/** Everything that the steps of a Monday use. */
export class Desk {
  /** What later steps need from earlier ones, such as addresses of pages. */
  readonly notes = new Map<string, string>();
  readonly browser: Browser;
  readonly mail: TestMailServer;
  readonly slack: Receiver;
  readonly media: MediaServer;
  /** Folder of what the service stores, and of the browser's session. */
  readonly folder: string;
  /** Folder for pictures, downloads and messages. */
  readonly pictures: string;
  readonly #library: string;
  readonly #environment: Record<string, string> = {};
  readonly #service: ServiceProcesses;
  #visit: Visit | null = null;
  #analyst: Analyst | null = null;
  #faults: string[] = [];
  #clockAheadMs = 0;

  constructor(made: DeskParts) {
    this.browser = made.browser;
    this.mail = made.mail;
    this.slack = made.slack;
    this.media = made.media;
    this.folder = made.folder;
    this.pictures = made.pictures;
    this.#library = made.library;
    this.#environment = made.environment;
    this.#service = made.service;
  }

  static async open(library: string, pictures: string): Promise<Desk> {
    const folder = await mkdtemp(join(tmpdir(), 'reelsight-mondays-'));
    await mkdir(pictures, { recursive: true });

    const files = Object.fromEntries(
      channelVideos.map((name) => [`${name}.mp4`, madeVideo(`${name}.mp4`)]),
    );
    const media = await startMediaServer(files, ownAddress());
    const mail = await startMailServer();
    const slack = await startReceiver((response) => response.end('ok'));
    const environment: Record<string, string> = {
      REELSIGHT_YTDLP: '',
      REELSIGHT_ALLOW_DIRECT_LINKS: 'true',
      REELSIGHT_DIRECT_HOSTS: new URL(media.url).host,
      REELSIGHT_PRIVATE_LINK_NETWORKS: ownAddress() ?? '',
      REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
      REELSIGHT_SMTP_URL: mail.url,
      REELSIGHT_MAIL_FROM: 'Reelsight <reelsight@example.com>',
      REELSIGHT_MAIL_PAUSE_MINUTES: '1',
    };
    // The environment is read at each start, so the clock of the next Monday is set by changing it.
    const service = await serviceProcesses({
      dataDir: join(folder, 'data'),
      env: environment,
    });
    const browser = await openBrowser();

    return new Desk({
      browser,
      mail,
      slack,
      media,
      folder,
      pictures,
      library,
      environment,
      service,
    });
  }

  get page(): Page {
    assert.ok(this.#visit, 'no Monday has begun');
    return this.#visit.page;
  }

  get analyst(): Analyst {
    assert.ok(this.#analyst, 'no Monday has begun');
    return this.#analyst;
  }

  /** The address under which the console is open. */
  get origin(): string {
    return new URL(this.firstAccountUrl).origin;
  }

  /** The time on the clock of the service. */
  get now(): Date {
    return new Date(Date.now() + this.#clockAheadMs);
  }

  /** Address of the page for the first account. */
  get firstAccountUrl(): string {
    const line = this.#service.log.find(({ msg }) => msg.startsWith('Create the first account'));
    assert.ok(line, 'the service announced no first account');
    return line.msg.slice(line.msg.indexOf('http'));
  }

  /** Starts the service at this time of the played weeks, and opens the browser as it was left. */
  async begin(monday: number, start: Date): Promise<void> {
    this.#clockAheadMs = start.getTime() - Date.now();
    Object.assign(this.#environment, clockEnvironment(this.#library, this.#clockAheadMs));
    await this.#service.start();

    const state = join(this.folder, 'browser.json');
    this.#faults = [];
    this.#visit = await this.visit(existsSync(state) ? { storageState: state } : {});
    this.#analyst = new Analyst(this.#visit.page, {
      pictures: this.pictures,
      prefix: `${monday}-`,
      everyLook: false,
    });
  }

  /** Opens a page on the clock of the service. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const visitor = await visit(this.browser, {
      acceptDownloads: true,
      viewport: { width: 1280, height: 800 },
      permissions: ['clipboard-read', 'clipboard-write'],
      timezoneId: analystZone,
      ...options,
    });
    await visitor.page.context().clock.install({ time: this.now });
    visitor.page.setDefaultTimeout(60_000);
    visitor.page.on('response', (response) => {
      if (response.status() >= 400)
        this.#faults.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });

    return visitor;
  }

  /** Ends the Monday: the browser and the service are closed. */
  async end(): Promise<PlayedMonday> {
    const played = {
      steps: this.analyst.steps,
      faults: [...(this.#visit?.faults ?? []), ...this.#faults],
    };
    await this.page.context().storageState({ path: join(this.folder, 'browser.json') });
    await this.#visit?.close();
    await this.#service.kill(this.#service.parts);
    await this.#keepMessages();

    return played;
  }

  /** Writes what was mailed and posted so far beside the pictures, as it arrived. */
  async #keepMessages(): Promise<void> {
    for (const [index, { raw }] of this.mail.received.entries())
      await writeFile(join(this.pictures, `mail-${index + 1}.eml`), raw);
    const posts = this.slack.received.map(({ body }) => body);
    await writeFile(join(this.pictures, 'slack.txt'), posts.join('\n'));
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.#service.kill(this.#service.parts);
    await this.mail.close();
    await this.slack[Symbol.asyncDispose]();
    await this.media.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The episode of the channel that comes out in the week before this Monday. */
  episode(monday: keyof typeof episodes): Episode {
    return { ...episodes[monday], published: new Date(this.now.getTime() - 3 * dayMs) };
  }

  /** Publishes these episodes of the channel, the newest first, and returns the address of its feed. */
  publish(episodes: readonly Episode[]): string {
    const items = episodes.map(
      ({ video, title, published }) => `<item><title>${title}</title><guid>${title}</guid>
        <pubDate>${published.toUTCString()}</pubDate>
        <enclosure url="${this.media.url}/file/${video}.mp4" type="video/mp4"/></item>`,
    );
    this.media.feeds.set(
      'channel',
      `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
       <channel><title>Market report</title>${items.join('')}</channel></rss>`,
    );

    return `${this.media.url}/feed/channel`;
  }

  /** Takes a picture of the whole page of another visitor. */
  async picture(page: Page, name: string): Promise<void> {
    await page.screenshot({ path: join(this.pictures, `${name}.png`), fullPage: true });
  }

  /** The answer of a call of the workspace, with the session of the browser. */
  async read(path: string): Promise<Json> {
    const answer = async (address: string) => {
      const response = await this.page.request.get(new URL(address, this.page.url()).href);
      return ((await response.json()) as Json).data;
    };
    const { workspaces } = await answer('/console/v1/session');
    return answer(`/console/v1/workspaces/${workspaces[0].workspace_id}${path}`);
  }

  /** Waits until the job of the video with this name has completed, and returns its row. */
  async ended(title: string): Promise<Json> {
    const untilMs = performance.now() + patienceMs;
    for (;;) {
      const jobs: Json[] = await this.read('/v1/jobs');
      const job = jobs.find((row) => row.video_title === title);
      if (job?.status === 'completed') return job;
      if (performance.now() > untilMs) throw new Error(`${title} did not complete.`);
      await sleep(200);
    }
  }

  /** Waits for a mail whose text or subject fits. */
  mailWith(pattern: RegExp): Promise<Received> {
    // Long headers are folded in `raw`, so that a name in a subject may be in two lines there.
    return poll(`a mail with ${pattern}`, () =>
      this.mail.received.find(({ head, raw }) => pattern.test(head) || pattern.test(raw)),
    );
  }

  /** Opens a page of the console, and signs in if the session of the last Monday is over. */
  async signIn(path: string): Promise<string | undefined> {
    const { page, analyst } = this;
    await page.goto(`${this.origin}${path}`);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    const email = page.getByLabel('E-mail');
    await navigation.or(email).waitFor();
    if (await navigation.isVisible()) return 'still signed in';

    await analyst.fill(email, ada.email);
    await analyst.fill(page.getByLabel('Password'), ada.password);
    await analyst.press('Enter');
    await navigation.waitFor();
    return undefined;
  }

  /** Goes to a page by the navigation. */
  async goTo(label: string): Promise<void> {
    await this.analyst.click(
      this.page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: label }),
    );
  }
}

/** One thing that the analyst wants on a Monday. */
export interface PlayedStep {
  readonly name: string;
  /** Ends when what was wanted is on the screen; a text to which it resolves is a remark for the table. */
  readonly does: (desk: Desk) => Promise<unknown>;
}
