/** For tests: the real yt-dlp, reading videos of a made-up YouTube. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMediaServer } from './media-server.ts';

/** Path of this machine's yt-dlp; null if there is none. */
export const installedYtdlp = ((): string | null => {
  try {
    return execFileSync('which', ['yt-dlp'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
})();

export interface MadeUpYoutube {
  /** Settings of a service that reads links of this YouTube. */
  readonly settings: Readonly<Record<string, string>>;
  /** From now on says this about a video, or refuses it with this error. */
  say(id: string, about: VideoAbout | Refusal): Promise<void>;
  close(): Promise<void>;
}

export interface MadeUpYoutubeOptions {
  /** The file that every video is. */
  readonly media: string;
  /** Other files by name, such as captions. */
  readonly files?: Readonly<Record<string, string>>;
  /**
   * What YouTube says about each video, by its id, in the form of yt-dlp. `urlOf`: address of one of the other files.
   */
  readonly videos: (urlOf: (name: string) => string) => Readonly<Record<string, VideoAbout>>;
}

interface VideoAbout {
  readonly [field: string]: unknown;
  readonly language?: string;
}

export async function startMadeUpYoutube(options: MadeUpYoutubeOptions): Promise<MadeUpYoutube> {
  const folder = await mkdtemp(join(tmpdir(), 'reelsight-youtube-'));
  const server = await startMediaServer({ 'video.mp4': options.media, ...options.files });
  const proxy = forwardProxy();
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));

  const urlOf = (name: string): string => `${server.url}/file/${name}`;
  const infos = new Map<string, VideoInfo | Refusal>(
    Object.entries(options.videos(urlOf)).map(([id, about]) => [id, infoOf(id, about, urlOf)]),
  );
  const program = join(folder, 'yt-dlp');
  const write = () => writeFile(program, scriptOf(infos), { mode: 0o755 });
  await write();

  return {
    settings: {
      PATH: process.env.PATH ?? '',
      REELSIGHT_YTDLP: program,
      REELSIGHT_YTDLP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    },
    say: async (id, about) => {
      infos.set(id, typeof about === 'string' ? about : infoOf(id, about, urlOf));
      await write();
    },
    close: async () => {
      await server.close();
      await new Promise((resolve) => proxy.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What yt-dlp prints after the id of a video that it could not read. */
type Refusal = string;

interface VideoInfo extends VideoAbout {
  readonly id: string;
}

function infoOf(id: string, about: VideoAbout, urlOf: (name: string) => string): VideoInfo {
  const { language } = about;
  const format = { format_id: '18', ext: 'mp4', vcodec: 'avc1', acodec: 'mp4a', height: 360 };
  return {
    title: id,
    duration: 12,
    extractor: 'youtube',
    extractor_key: 'Youtube',
    webpage_url: `https://www.youtube.com/watch?v=${id}`,
    formats: [{ ...format, url: urlOf('video.mp4'), ...(language && { language }) }],
    ...about,
    id,
  };
}

/**
 * A program that runs the real yt-dlp with a description of the video as the platform would give it. The program is a
 * single file, because the sandbox shows no other.
 */
function scriptOf(infos: ReadonlyMap<string, VideoInfo | Refusal>): string {
  const cases = [...infos].map(([id, info]) =>
    typeof info === 'string'
      ? `${id}) echo 'ERROR: [youtube] ${id}: ${info}' >&2; exit 1;;`
      : `${id}) cat > info.json <<'INFO'\n${JSON.stringify(info)}\nINFO\n;;`,
  );
  return `#!/bin/sh
for last; do :; done
case "\${last##*v=}" in
${cases.join('\n')}
esac
exec ${installedYtdlp} --load-info-json "$PWD/info.json" "$@"
`;
}

/** A proxy: takes requests whose target is a complete address. */
function forwardProxy(): Server {
  return createServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    const onward = request(url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
}
