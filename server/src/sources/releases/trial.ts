/**
 * Tries a yt-dlp before it is used: it must start on this machine, accept the options that the service passes, and
 * fetch a file from this machine.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@reelsight/contract';
import { untilAborted } from '../../network/until-aborted.ts';
import { downloadVideo } from '../download.ts';
import { resolveVideo } from '../video-info.ts';
import { parseVideoUrl } from '../video-url.ts';
import { Ytdlp, type YtdlpOptions, type YtdlpProgram } from '../ytdlp.ts';
import { extractorsByPlatform, javascriptArguments } from '../ytdlp-arguments.ts';
import { ReleaseFault } from './release-fault.ts';

export interface Tried {
  readonly version: string;
  /** For example `node-24.21.0, yt_dlp_ejs-0.8.0`; null if it found no runtime, or no solver for it. */
  readonly javascript: string | null;
}

export type TrialOptions = Omit<
  YtdlpOptions,
  'program' | 'onEnded' | 'cookiesFile' | 'extraArguments'
>;

const askMs = 60_000;
const fetchMs = 60_000;
const workspaceId = 'trial';

const within = (ms: number, signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ms)]);

/** Throws ReleaseFault `unfit` with the program's message if it does not work, or the signal's reason. */
export async function tryProgram(
  program: YtdlpProgram,
  options: TrialOptions,
  signal: AbortSignal,
): Promise<Tried> {
  const ytdlp = new Ytdlp({ ...options, program: async () => program });
  try {
    const version = await untilAborted(ytdlp.version(), signal);
    await checkExtractors(ytdlp, signal);
    const javascript = await findJavascript(ytdlp, version, signal);
    await fetchFromHere(program, options, signal);
    return { version, javascript };
  } catch (error) {
    signal.throwIfAborted();
    const message = error instanceof Fault ? error.detail : (error as Error).message;
    throw new ReleaseFault('unfit', lastLine(message));
  }
}

const lastLine = (message: string): string =>
  message.trim().split('\n').at(-1)?.slice(0, 500) ?? '';

/**
 * Checks that every platform's extractor exists under its expected name; if one is missing, every link of its platform
 * would fail.
 */
async function checkExtractors(ytdlp: Ytdlp, signal: AbortSignal): Promise<void> {
  const { ended: exit, lines } = await ytdlp.ask(['--list-extractors'], within(askMs, signal));
  if (exit.code !== 0) throw new Error(exit.stderr);
  const knownNames = new Set(lines.map((line) => line.trim().toLowerCase()));
  const requiredNames = Object.values(extractorsByPlatform).map(
    (names) => names.split(',')[0] ?? '',
  );
  const missing = requiredNames.filter((name) => !knownNames.has(name));
  if (missing.length > 0) throw new Error(`it no longer knows ${missing.join(', ')}`);
}

/** Finds out what yt-dlp reports about the JavaScript runtime it was given; older versions need none. */
async function findJavascript(
  ytdlp: Ytdlp,
  version: string,
  signal: AbortSignal,
): Promise<string | null> {
  const jsArguments = javascriptArguments(version);
  if (jsArguments.length === 0) return null;

  const { ended: exit, lines } = await ytdlp.ask(
    [...jsArguments, '--verbose', '--simulate'],
    within(askMs, signal),
  );
  const output = `${lines.join('\n')}\n${exit.stderr}`;
  const runtime = /JS runtimes: (node-[\w.]+)/.exec(output)?.[1];
  const solver = /Optional libraries:.*?\b(yt_dlp_ejs-[\w.]+)/.exec(output)?.[1];

  return runtime && solver ? `${runtime}, ${solver}` : null;
}

/** Tests every option of a job's download, and the path through the guard, without leaving this machine. */
async function fetchFromHere(
  program: YtdlpProgram,
  options: TrialOptions,
  stop: AbortSignal,
): Promise<void> {
  const content = randomBytes(64 * 1024);
  const path = `/${randomUUID()}/trial.mp4`;
  const server = createServer((request, response) => serve(request, response, path, content));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const { port } = server.address() as AddressInfo;
  const allowDirect = (address: string, to: number) => address === '127.0.0.1' && to === port;
  try {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'reelsight-trial-'));
    const host = `127.0.0.1:${port}`;
    const video = parseVideoUrl(`http://${host}${path}`, { directHosts: [host] });
    const ytdlp = new Ytdlp({ ...options, program: async () => program, allowDirect });
    const signal = within(fetchMs, stop);
    const limits = { looks: true, maxBytes: 2 * content.length, now: () => new Date() };
    const downloadOptions = { video, workspaceId, folder: folder.path, signal, ...limits };
    const { path: fetchedPath } = await downloadVideo(ytdlp, downloadOptions);
    if (!content.equals(await readFile(fetchedPath))) throw new Error('it fetched other bytes');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function serve(
  { url, method }: IncomingMessage,
  response: ServerResponse,
  path: string,
  content: Buffer,
): void {
  if (url !== path) return void response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': 'video/mp4', 'Content-Length': content.length });
  response.end(method === 'HEAD' ? undefined : content);
}

/** Whether a program can read a public video; needs network access. */
export async function reads(
  program: YtdlpProgram,
  options: TrialOptions,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  const ytdlp = new Ytdlp({ ...options, program: async () => program });
  const asking = {
    moment: 'job',
    signal: within(fetchMs, signal),
    now: () => new Date(),
    workspaceId,
  } as const;
  return resolveVideo(ytdlp, parseVideoUrl(url, { directHosts: [] }), asking).then(
    () => true,
    () => signal.throwIfAborted() ?? false,
  );
}
