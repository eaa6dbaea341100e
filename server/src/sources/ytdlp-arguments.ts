/** The options for every run of yt-dlp, depending on what the installed version supports. */
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourcePlatform, VideoUrl } from './video-url.ts';

/**
 * Extractors that may run for each platform. The other extractors of yt-dlp's 1,800 never run, whatever a link turns
 * out to lead to.
 */
export const extractorsByPlatform: Readonly<Record<SourcePlatform, string>> = {
  youtube: 'youtube',
  tiktok: 'tiktok,vm.tiktok',
  instagram: 'instagram',
  direct: 'generic',
};

/**
 * Extractors for public pages that list videos; none of them shows what the operator's account watched, liked or
 * follows.
 */
const listers: Readonly<Record<SourcePlatform, string>> = {
  youtube: 'youtube:tab,youtube:playlist,youtube:search:date',
  tiktok: 'tiktok:user,tiktok:tag',
  instagram: 'instagram:user,instagram:tag',
  direct: 'generic',
};

/** From this version on, yt-dlp needs a JavaScript runtime for YouTube; the service's own Node is used. */
export const needsJavascript = '2025.11.12';
/**
 * From this version on, plugins can supply the tokens that YouTube requires, and the plugins' folder can be specified.
 */
const takesTokens = '2025.05.22';

export interface PlatformOptions {
  /** Values of `--extractor-args`, used only for platforms. */
  readonly extractorArguments: readonly string[];
  /** Folder with plugins; used only with versions that accept a plugin folder. */
  readonly pluginsDir: string | null;
  /** Address at which the token plugin finds its provider during this run; null if there is none. */
  readonly tokenProvider: string | null;
}

export interface RunTerms {
  readonly video: Pick<VideoUrl, 'platform' | 'url'>;
  /** Number of entries to read if the link is a list; absent if the link is one video. */
  readonly list?: number | undefined;
  readonly version: string;
  readonly cacheDir: string | undefined;
  readonly platform: PlatformOptions;
}

export function commonArguments({ video, list, version, cacheDir, platform }: RunTerms): string[] {
  // Links shared from Instagram's app are redirects, which only the generic extractor follows.
  const shared = video.platform === 'instagram' && video.url.includes('/share/');
  return [
    '--ignore-config',
    ...(cacheDir ? ['--cache-dir', cacheDir] : ['--no-cache-dir']),
    ...javascriptArguments(version),
    ...(list === undefined
      ? ['--use-extractors', `${extractorsByPlatform[video.platform]}${shared ? ',generic' : ''}`]
      : ['--use-extractors', listers[video.platform], '--flat-playlist']),
    ...(list === undefined ? ['--no-playlist'] : ['--yes-playlist']),
    ...['--playlist-items', `1:${list ?? 1}`, '--no-exec', '--no-colors', '--no-warnings'],
    ...['--socket-timeout', '20', '--retries', '3', '--fragment-retries', '3'],
    ...['--abort-on-unavailable-fragments', '--no-mtime'],
    ...(video.platform === 'direct' ? [] : platformArguments(version, video, platform)),
  ];
}

export const javascriptArguments = (version: string): string[] =>
  version >= needsJavascript ? ['--js-runtimes', `node:${process.execPath}`] : [];

function platformArguments(
  version: string,
  { platform }: RunTerms['video'],
  { extractorArguments, pluginsDir, tokenProvider }: PlatformOptions,
): string[] {
  const extractorOptions = [...extractorArguments];
  if (tokenProvider !== null && platform === 'youtube')
    extractorOptions.push(`youtubepot-bgutilhttp:base_url=${tokenProvider}`);
  return [
    ...(pluginsDir !== null && version >= takesTokens ? ['--plugin-dirs', pluginsDir] : []),
    ...extractorOptions.flatMap((option) => ['--extractor-args', option]),
  ];
}

/**
 * Makes yt-dlp use a copy of the cookies: it writes them back, and several runs would write to the same file at once.
 */
export async function cookieArguments(cookiesFile: string | null, home: string): Promise<string[]> {
  if (cookiesFile === null) return [];
  const cookies = join(home, 'cookies.txt');
  await copyFile(cookiesFile, cookies);
  return ['--cookies', cookies];
}
