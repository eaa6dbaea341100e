/** A service with realistic content: analysed videos from files and links, a batch, a Follow, brands, keys. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import {
  type MediaServer,
  ownAddress,
  startMediaServer,
} from '../../server/testing/sources/media-server.ts';
import { Visitor } from '../console/visitor.ts';
import { accepted, type Json } from '../interface/subject.ts';
import { ada, patienceMs } from './browser.ts';

export const sample = fileURLToPath(new URL('../../media/sample.mp4', import.meta.url));

export interface Stage {
  readonly service: TestService;
  /** Serves the sample under all the names of `videos`, and also feeds. */
  readonly media: MediaServer;
  /** Receives webhooks and answers 200; the path `/refuses` answers 500. */
  readonly hooks: { readonly url: string };
  /** The first account's browser, signed in. */
  readonly ada: Visitor;
  readonly workspace: string;
  /** Path below which the workspace's calls are. */
  readonly home: string;
  close(): Promise<void>;
}

const videos = ['morning-show', 'city-tour', 'spring-review', 'episode-1', 'episode-2'] as const;

interface StageOptions {
  /** Files to serve under the names of videos, by name; the sample is served under the others. */
  readonly files?: Readonly<Record<string, string>>;
  /** `api`: no worker runs, so jobs wait until the test changes their state. */
  readonly role?: 'all' | 'api';
  /** Maximum number of frames analysed per second. One is enough for things that are on the screen for seconds. */
  readonly framesPerSecond?: number;
  /** Further settings of the service. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { files = {}, role = 'all', framesPerSecond = 1, env = {} } = options;
  const all = Object.fromEntries(videos.map((name) => [`${name}.mp4`, files[name] ?? sample]));
  const media = await startMediaServer(all, ownAddress());
  const hooks = await startHooks();
  const service = await startTestService({
    PATH: process.env.PATH ?? '',
    REELSIGHT_ROLE: role,
    REELSIGHT_YTDLP: '',
    REELSIGHT_ALLOW_DIRECT_LINKS: 'true',
    REELSIGHT_PRIVATE_LINK_NETWORKS: ownAddress() ?? '',
    REELSIGHT_ALLOW_PRIVATE_WEBHOOKS: 'true',
    REELSIGHT_DIRECT_HOSTS: new URL(media.url).host,
    REELSIGHT_PLANS: JSON.stringify({ scale: { max_fps: framesPerSecond } }),
    ...env,
  });
  const visitor = new Visitor(service.apiUrl);
  await visitor.post('/console/auth/sign-up/email', { ...ada, code: service.firstCode });

  const workspace = (await visitor.session()).workspaces[0].workspace_id;
  return {
    service,
    media,
    hooks: { url: `http://127.0.0.1:${(hooks.address() as AddressInfo).port}` },
    ada: visitor,
    workspace,
    home: `/console/v1/workspaces/${workspace}`,
    async close() {
      await service.close();
      await media.close();
      hooks.closeAllConnections();
      await new Promise((resolve) => hooks.close(resolve));
    },
  };
}

function startHooks(): Promise<Server> {
  const server = createServer((request, response) => {
    request.resume();
    const refuses = request.url?.startsWith('/refuses');
    response.writeHead(refuses ? 500 : 200).end(refuses ? 'not today' : 'thank you');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Items are newest first; the last two are a trailer and a short video. */
export function publishFeed({ media }: Stage, name: string): string {
  const items = [
    { file: 'episode-2', title: 'Episode 2: coffee in Kyoto', seconds: 1260 },
    { file: 'episode-1', title: 'Episode 1: trains', seconds: 1140 },
    { file: 'trailer', title: 'Trailer of the season', seconds: 95 },
    { file: 'short', title: 'A short goodbye', seconds: 18 },
  ].map(
    ({ file, title, seconds }, index) => `<item><title>${title}</title><guid>${file}</guid>
      <pubDate>${new Date(Date.now() - index * 86_400_000).toUTCString()}</pubDate>
      <enclosure url="${media.url}/file/${file}.mp4" type="video/mp4"/>
      <itunes:duration>${seconds}</itunes:duration></item>`,
  );
  media.feeds.set(
    name,
    `<?xml version="1.0"?><rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
     <channel><title>The travelling cup</title>${items.join('')}</channel></rss>`,
  );

  return `${media.url}/feed/${name}`;
}

/** Uploads the sample and returns its key. */
export async function uploadSample({ ada, home }: Stage): Promise<string> {
  const bytes = new Uint8Array(await readFile(sample));
  const terms = { content_type: 'video/mp4', size_bytes: bytes.length };
  const { put_url, key } = accepted(await ada.post(`${home}/v1/uploads/presign`, terms), 200);
  const sent = await fetch(put_url, {
    method: 'PUT',
    headers: { 'Content-Type': 'video/mp4' },
    body: bytes,
  });
  if (!sent.ok) throw new Error(`The upload was refused: ${sent.status}`);

  return key;
}

export async function makeJob(stage: Stage, body: Json): Promise<string> {
  return accepted(await stage.ada.post(`${stage.home}/v1/jobs`, body), 202).job_id;
}

export async function makeBatch(stage: Stage, body: Json): Promise<string> {
  return accepted(await stage.ada.post(`${stage.home}/v1/batch`, body), 202).batch_id;
}

/** Waits until the job or batch has ended, and returns it. */
export async function ended(stage: Stage, path: string): Promise<Json> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const found = accepted(await stage.ada.get(`${stage.home}${path}`), 200);
    if (!['pending', 'processing'].includes(found.status)) return found;
    if (Date.now() > until) throw new Error(`${path} is still ${found.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
