/** Gets the description of a video from its platform, without downloading the video. */
import type { MetadataResult } from '@reelsight/contract';
import { type Moment, sourceFault } from './failure.ts';
import { infoFields, isLive, type RawInfo, readMetadata, text } from './metadata.ts';
import type { VideoUrl } from './video-url.ts';
import type { Ytdlp } from './ytdlp.ts';

export interface VideoInfo {
  /** The platform's id of the video behind a short link; null for other links, because they contain the id. */
  readonly videoId: string | null;
  /** Id of the video on YouTube, as yt-dlp reports it; null for a video from elsewhere. */
  readonly youtubeId: string | null;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly thumbnailUrl: string | null;
  readonly metadata: MetadataResult;
}

/** Argument that makes yt-dlp print the fields that `readInfo` reads. */
export const infoTemplate = `info %(.{${infoFields.join(',')}})j`;

const notPublic: Readonly<Record<string, 'private' | 'members'>> = {
  private: 'private',
  premium_only: 'members',
  subscriber_only: 'members',
};

/**
 * Parses a line printed according to `infoTemplate`; null for any other line. Throws a Fault for a video that can't be
 * analysed.
 */
export function readInfo(
  line: string,
  video: VideoUrl,
  moment: Moment,
  now: () => Date,
): VideoInfo | null {
  if (!line.startsWith('info {')) return null;

  const raw = JSON.parse(line.slice('info '.length)) as RawInfo;
  if (isLive(raw)) throw sourceFault('live', moment, `live_status ${String(raw.live_status)}`);

  // A video that only the operator's account can see must not be shown to everybody.
  const restriction = notPublic[String(raw.availability)];
  if (restriction) throw sourceFault(restriction, moment, `availability ${raw.availability}`);

  // The generic extractor also reads pages and playlists, and follows the links in them.
  if (video.platform === 'direct' && raw.direct !== true) {
    throw sourceFault('notMedia', moment, 'not a plain file');
  }

  const metadata = readMetadata(raw, now());
  const { title, duration_seconds, thumbnail_url } = metadata;

  return {
    videoId: video.short ? text(raw.id) : null,
    youtubeId: youtubeIdOf(raw),
    title,
    durationSeconds: duration_seconds,
    thumbnailUrl: thumbnail_url,
    metadata,
  };
}

/** The id becomes part of a request, and the program that reports it is not trusted, so its form is checked. */
function youtubeIdOf({ extractor_key: extractor, id }: RawInfo): string | null {
  if (extractor !== 'Youtube' || typeof id !== 'string') return null;
  return /^[A-Za-z0-9_-]{11}$/.test(id) ? id : null;
}

export interface ResolveOptions {
  readonly workspaceId: string;
  readonly moment: Moment;
  readonly signal: AbortSignal;
  readonly now: () => Date;
}

/**
 * Returns title, duration, thumbnail and metadata. Throws a Fault with the code for the given moment; the caller must
 * set a time limit through `signal`.
 */
export async function resolveVideo(
  ytdlp: Ytdlp,
  video: VideoUrl,
  options: ResolveOptions,
): Promise<VideoInfo> {
  const { moment, signal, now, workspaceId } = options;
  let info: VideoInfo | null = null;
  await ytdlp.run({
    video,
    workspaceId,
    arguments: ['--print', infoTemplate],
    moment,
    signal,
    onLine: (line) => {
      info ??= readInfo(line, video, moment, now);
    },
  });

  if (!info) throw sourceFault('noVideo', moment, 'yt-dlp found nothing');
  return info;
}
