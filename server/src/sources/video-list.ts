/** Lists the current videos of a channel, playlist, search or feed, newest first, without a request for each video. */
import { Fault } from '@reelsight/contract';
import type { FollowSource } from './follow-source.ts';
import { type RawInfo, text } from './metadata.ts';
import type { VideoUrl } from './video-url.ts';
import type { Ytdlp } from './ytdlp.ts';

export interface ListedVideo {
  readonly video: VideoUrl;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  /** True for a live stream that is running or scheduled. */
  readonly live: boolean;
  /** Title of the channel, playlist or feed that lists the video. */
  readonly sourceTitle: string | null;
}

export interface ListOptions {
  readonly workspaceId: string;
  /** Number of newest videos to list. */
  readonly count: number;
  /**
   * Parses an entry's link. If the link is not that of a supported video, this throws a Fault and the entry is left
   * out.
   */
  readonly parse: (url: string) => VideoUrl;
  readonly signal: AbortSignal;
}

const entryLine = 'entry ';
const fields = 'url,webpage_url,title,duration,timestamp,live_status,playlist_title';

/** Throws a Fault with the code for the moment `job`; the caller must set a time limit through `signal`. */
export async function listVideos(
  ytdlp: Ytdlp,
  source: FollowSource,
  { count, parse, signal, workspaceId }: ListOptions,
): Promise<ListedVideo[]> {
  const listed = new Map<string, ListedVideo>();
  await ytdlp.run({
    video: { platform: source.platform, url: targetOf(source, count) },
    workspaceId,
    list: count,
    arguments: ['--print', `${entryLine}%(.{${fields}})j`],
    moment: 'job',
    signal,
    onLine: (line) => {
      if (!line.startsWith(entryLine)) return;
      const entry = readEntry(JSON.parse(line.slice(entryLine.length)) as RawInfo, parse);
      if (entry && !listed.has(entry.video.videoId)) listed.set(entry.video.videoId, entry);
    },
  });

  const videos = [...listed.values()];
  // Feeds and playlists have their own order, which is kept if any date is missing.
  const dated = videos.every(({ publishedAt }) => publishedAt !== null);
  const time = ({ publishedAt }: ListedVideo) => publishedAt?.getTime() ?? 0;

  return dated ? videos.sort((a, b) => time(b) - time(a)) : videos;
}

/** Searches are sorted by date, because a search by relevance would miss new videos. */
const targetOf = ({ url, words }: FollowSource, count: number): string =>
  words === undefined ? url : `ytsearchdate${count}:${words}`;

function readEntry(raw: RawInfo, parse: (url: string) => VideoUrl): ListedVideo | null {
  const link = raw.url ?? raw.webpage_url;
  const video = typeof link === 'string' ? parsed(link, parse) : null;
  if (!video) return null;

  const number = (value: unknown) => (typeof value === 'number' && value > 0 ? value : null);
  const seconds = number(raw.timestamp);

  return {
    video,
    title: text(raw.title),
    durationSeconds: number(raw.duration),
    publishedAt: seconds === null ? null : new Date(seconds * 1000),
    live: raw.live_status === 'is_live' || raw.live_status === 'is_upcoming',
    sourceTitle: text(raw.playlist_title),
  };
}

function parsed(link: string, parse: (url: string) => VideoUrl): VideoUrl | null {
  try {
    return parse(link);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}
