/** Converts the metadata of a video from yt-dlp to the form that the API uses. */
import type { MetadataResult } from '@reelsight/contract';
import { cleanLanguage, cleanText } from '@reelsight/contract/clean-text';

/**
 * The fields requested from yt-dlp. Only these are requested, because its complete output can contain a megabyte of
 * formats.
 */
export const infoFields = [
  ...['id', 'title', 'description', 'channel', 'uploader', 'creator', 'channel_url'],
  ...['uploader_url', 'timestamp', 'release_timestamp', 'upload_date', 'duration', 'thumbnail'],
  ...['language', 'tags', 'categories', 'chapters', 'view_count', 'like_count', 'comment_count'],
  ...['width', 'height', 'fps', 'ext', 'vcodec', 'acodec', 'filesize', 'filesize_approx'],
  ...['live_status', 'is_live', 'direct', 'extractor_key', 'availability'],
] as const;

export type RawInfo = Readonly<Record<string, unknown>>;

/**
 * Returns metadata as defined in interface.md "Metadata". A value is null if yt-dlp does not know it or returns
 * another type than documented.
 */
export function readMetadata(raw: RawInfo, fetchedAt: Date): MetadataResult {
  const codec = (value: unknown) => (value === 'none' ? null : text(value));
  return {
    title: text(raw.title),
    description: text(raw.description, mostDescription),
    author: text(raw.channel) ?? text(raw.uploader) ?? text(raw.creator),
    author_url: webAddress(raw.channel_url) ?? webAddress(raw.uploader_url),
    published_at: publishedAt(raw),
    duration_seconds: amount(raw.duration),
    thumbnail_url: webAddress(raw.thumbnail),
    language: cleanLanguage(text(raw.language) ?? ''),
    tags: texts(raw.tags),
    categories: texts(raw.categories),
    chapters: chapters(raw.chapters),
    view_count: count(raw.view_count),
    like_count: count(raw.like_count),
    comment_count: count(raw.comment_count),
    width: count(raw.width),
    height: count(raw.height),
    fps: amount(raw.fps),
    container: text(raw.ext),
    video_codec: codec(raw.vcodec),
    audio_codec: codec(raw.acodec),
    has_audio: raw.acodec === 'none' ? false : text(raw.acodec) === null ? null : true,
    size_bytes: count(raw.filesize) ?? count(raw.filesize_approx),
    fetched_at: fetchedAt.toISOString(),
  };
}

/** True for a live stream that is running or scheduled, or whose recording is not complete yet. */
export function isLive(raw: RawInfo): boolean {
  const status = text(raw.live_status) ?? '';
  return raw.is_live === true || ['is_live', 'is_upcoming', 'post_live'].includes(status);
}

function publishedAt(raw: RawInfo): string | null {
  const seconds = amount(raw.timestamp) ?? amount(raw.release_timestamp);
  const day = /^(\d{4})(\d{2})(\d{2})$/.exec(text(raw.upload_date) ?? '');
  const date =
    seconds !== null ? new Date(seconds * 1000) : new Date(day?.slice(1).join('-') ?? '');
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function chapters(value: unknown): MetadataResult['chapters'] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, mostOfList).flatMap((chapter: RawInfo | null) => {
    const start = amount(chapter?.start_time);
    const end = amount(chapter?.end_time);
    const title = text(chapter?.title);
    return start === null || end === null || title === null ? [] : [{ start, end, title }];
  });
}

/** Maximum lengths, all higher than the limits of the platforms. */
const mostCharacters = 1000;
const mostDescription = 20_000;
const mostAddress = 4096;
const mostOfList = 1000;

/** Returns cleaned text; null if the value is not text or is empty. */
export function text(value: unknown, maxCharacters = mostCharacters): string | null {
  return typeof value === 'string' ? cleanText(value, maxCharacters) || null : null;
}

function texts(value: unknown): string[] {
  return Array.isArray(value)
    ? value.slice(0, mostOfList).flatMap((entry) => text(entry) ?? [])
    : [];
}

function amount(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

function count(value: unknown): number | null {
  const number = amount(value);
  return number === null ? null : Math.round(number);
}

function webAddress(value: unknown): string | null {
  const address = text(value, mostAddress);
  return address !== null && /^https?:\/\//i.test(address) ? address : null;
}
