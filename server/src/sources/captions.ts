/** Captions that a platform has for a video: finds which of them match the speech, and reads their text. */
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanLanguage } from '@reelsight/contract/clean-text';
import type { Cue } from './caption-file.ts';
import { aboutIn, cuesIn } from './caption-reader.ts';
import type { RawInfo } from './metadata.ts';
import type { VideoUrl } from './video-url.ts';
import type { Ytdlp } from './ytdlp.ts';

export interface CaptionWish {
  /** The caller's hint for the spoken language, BCP 47; null: use the language that the platform states. */
  readonly language: string | null;
  /** Whether the platform's machine-made captions are acceptable for a language (BCP 47). */
  readonly automatic: (language: string) => boolean;
}

export interface PlatformCaptions {
  readonly platform: string;
  /** BCP 47, as stated by the platform. */
  readonly language: string;
  /** True if the captions were made by a machine, or may have been. */
  readonly automatic: boolean;
  readonly cues: readonly Cue[];
}

/** Written next to a download. A second run of yt-dlp reads this file, so that the platform is not asked again. */
export const aboutFile = 'about.info.json';
export const aboutArguments = ['--write-info-json', '--output', 'infojson:about'] as const;

const limitMs = 30_000;
/** Maximum size of a caption file: twice the size of an hour of automatic captions. */
const mostBytes = 2 ** 20;
/** Maximum size of the description: four times that of a page with a thousand formats and languages. */
const mostAboutBytes = 8 * 2 ** 20;

export interface CaptionOptions {
  readonly video: VideoUrl;
  readonly workspaceId: string;
  /** The folder that contains `aboutFile`. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/**
 * Fetches captions; null if none are suitable. Throws a Fault if the platform does not deliver captions that it lists.
 */
export async function fetchCaptions(
  ytdlp: Ytdlp,
  wish: CaptionWish,
  { video, workspaceId, folder, signal }: CaptionOptions,
): Promise<PlatformCaptions | null> {
  const about = join(folder, aboutFile);
  const text = await textOf(about, mostAboutBytes);
  const raw = text === null ? null : await aboutIn(text, signal);
  const chosen = raw && chooseCaptions(raw, video.platform, wish);
  if (!chosen) return null;

  const { key, list, ...track } = chosen;
  await ytdlp.run({
    video,
    workspaceId,
    folder,
    moment: 'job',
    onLine: () => undefined,
    arguments: [
      ...['--load-info-json', about, '--skip-download', '--ignore-no-formats-error'],
      list === 'subtitles' ? '--write-subs' : '--write-auto-subs',
      ...['--sub-langs', key, '--sub-format', 'json3/vtt', '--output', 'subtitle:captions'],
    ],
    signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
  });

  const file = await takeText(folder);
  const cues = file === null ? [] : await cuesIn(file, signal);

  return cues.length === 0 ? null : { platform: video.platform, ...track, cues };
}

/** Reads and removes the caption file that yt-dlp wrote; null if there is none, or if its size or format is wrong. */
async function takeText(folder: string): Promise<string | null> {
  const names = await readdir(folder);
  const name = names.find((fileName) => /^captions\..*\.(?:json3|vtt)$/.test(fileName));
  if (!name) return null;
  const path = join(folder, name);
  const text = await textOf(path, mostBytes);
  await rm(path, { force: true, recursive: true });
  return text;
}

/**
 * Reads a file. Returns null for a link and for a file that is too large, because the program that wrote it is not
 * trusted.
 */
async function textOf(path: string, maxBytes: number): Promise<string | null> {
  const stats = await lstat(path).catch(() => null);
  return stats?.isFile() && stats.size <= maxBytes ? readFile(path, 'utf8') : null;
}

interface Chosen {
  /** Key in the list, which is yt-dlp's name for the language. */
  readonly key: string;
  readonly list: 'subtitles' | 'automatic_captions';
  readonly language: string;
  readonly automatic: boolean;
}

/** Platforms on which captions in `subtitles` are written by people; elsewhere a machine may have made them. */
const writtenByPeople: readonly string[] = ['youtube'];

/**
 * Chooses captions in the spoken language, preferring captions written by people; captions in any other language are
 * translations. Null if none are acceptable, or if the spoken language is not known.
 */
export function chooseCaptions(raw: RawInfo, platform: string, wish: CaptionWish): Chosen | null {
  const subtitles = languagesOf(raw.subtitles);
  const automatic = languagesOf(raw.automatic_captions);
  const spoken = wish.language ?? spokenLanguage(raw, automatic);
  if (spoken === null) return null;

  const byPeople = writtenByPeople.includes(platform);
  const choices = [
    { list: 'subtitles', keys: subtitles, automatic: !byPeople },
    { list: 'automatic_captions', keys: automatic, automatic: true },
  ] as const;
  for (const { list, keys, automatic: byMachine } of choices) {
    const key = closest(keys, spoken);
    const language = key && languageOf(key);
    if (!key || !language) continue;
    if (!byMachine || wish.automatic(language))
      return { key, list, language, automatic: byMachine };
  }

  return null;
}

/**
 * The language that the platform states, or else that of its preferred sound track, or else that of its original
 * automatic captions.
 */
function spokenLanguage(raw: RawInfo, automatic: readonly string[]): string | null {
  const statedLanguage = typeof raw.language === 'string' ? cleanLanguage(raw.language) : null;
  const originalKey = automatic.find((key) => key.endsWith(originalMark));
  return (
    statedLanguage ??
    trackLanguage(raw.formats) ??
    originalKey?.slice(0, -originalMark.length) ??
    null
  );
}

interface Format {
  readonly language?: unknown;
  /** Highest for the original sound track, lower for dubbed tracks. */
  readonly language_preference?: unknown;
}

/** Language of the preferred sound tracks; null unless they all have the same language. */
function trackLanguage(formats: unknown): string | null {
  if (!Array.isArray(formats)) return null;

  const tracks = formats.flatMap((format: Format | null) => {
    const language = typeof format?.language === 'string' ? cleanLanguage(format.language) : null;
    return language ? [{ language, preference: Number(format?.language_preference ?? -1) }] : [];
  });
  const best = Math.max(...tracks.map(({ preference }) => preference));
  const languages = new Set(
    tracks.filter(({ preference }) => preference === best).map(({ language }) => language),
  );

  return languages.size === 1 ? ([...languages][0] ?? null) : null;
}

const originalMark = '-orig';

/** Lists the names of the languages. yt-dlp treats names as regular expressions, so only plain names are used. */
function languagesOf(list: unknown): string[] {
  if (typeof list !== 'object' || list === null) return [];
  return Object.keys(list)
    .filter((key) => languageOf(key) !== null)
    .slice(0, 1000);
}

/** `en-orig` means English, and so does TikTok's `eng-US`. Null if the key is not a language: live chat, comments. */
function languageOf(key: string): string | null {
  const plain = key.endsWith(originalMark) ? key.slice(0, -originalMark.length) : key;
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/.test(plain)) return null;
  try {
    return new Intl.Locale(plain).toString();
  } catch {
    return null;
  }
}

const primary = (language: string): string => {
  try {
    return new Intl.Locale(language).language;
  } catch {
    return language.toLowerCase();
  }
};

/**
 * Prefers the original automatic captions, then captions with exactly the tag of the spoken language, then others in
 * that language; never a translation from another language.
 */
function closest(keys: readonly string[], spoken: string): string | undefined {
  const sameLanguageKeys = keys.filter((key) => primary(languageOf(key) ?? '') === primary(spoken));
  return (
    sameLanguageKeys.find((key) => key.endsWith(originalMark)) ??
    sameLanguageKeys.find((key) => key.toLowerCase() === spoken.toLowerCase()) ??
    sameLanguageKeys.find((key) => key.toLowerCase() === primary(spoken)) ??
    sameLanguageKeys[0]
  );
}
