/** Parses the link of a source that keeps getting new videos: a channel, creator, playlist, search or feed. */
import {
  readLink,
  refuse,
  type SourcePlatform,
  segments,
  type VideoUrlOptions,
} from './video-url.ts';

export interface FollowSource {
  readonly platform: SourcePlatform;
  readonly kind: 'channel' | 'playlist' | 'search' | 'feed';
  /** The canonical link, as shown to people. */
  readonly url: string;
  /** Search words, which are passed to yt-dlp instead of a page's address. */
  readonly words?: string;
}

const readersByHost: ReadonlyMap<string, (url: URL) => FollowSource> = new Map([
  ['youtube.com', readYoutube],
  ['tiktok.com', readTiktok],
  ['instagram.com', readInstagram],
]);

/** Throws `Fault('INVALID_URL')`, whose text says what is wrong with the link. Needs no network. */
export function parseFollowSource(text: string, options: VideoUrlOptions = {}): FollowSource {
  return readLink(text, options, {
    readers: readersByHost,
    direct: ({ href }) => ({ platform: 'direct', kind: 'feed', url: href }),
    what: 'a channel, creator, playlist or search',
    waysOut: (direct) =>
      direct
        ? 'Feeds elsewhere are on, but not for this host: REELSIGHT_DIRECT_HOSTS lists those that are allowed.'
        : 'Feeds elsewhere are off on this service: REELSIGHT_DIRECT_HOSTS would allow them.',
  });
}

function readYoutube(url: URL): FollowSource {
  const [first = '', second = '', third = ''] = segments(url);
  const list = url.searchParams.get('list');
  if ((first === 'playlist' || first === 'watch') && list !== null) return youtubePlaylist(list);

  const words = url.searchParams.get('search_query')?.trim();
  if (first === 'results' && words) {
    if (/[\p{Cc}\p{Cs}]/u.test(words)) refuse('The search must not contain control characters.');
    const query = new URLSearchParams({ search_query: words });
    const page = `https://www.youtube.com/results?${query}`;
    return { platform: 'youtube', kind: 'search', url: page, words };
  }

  const channel = first.startsWith('@') ? first : `${first}/${second}`;
  const channelPattern =
    /^(@[\p{L}\p{M}\p{N}_.·-]{3,64}|channel\/UC[\w-]{22}|(c|user)\/[\p{L}\p{M}\p{N}_.-]{1,100})$/u;
  if (!channelPattern.test(decode(channel))) {
    return refuse('The link must lead to a channel, playlist or search of YouTube.');
  }

  const tab = first.startsWith('@') ? second : third;
  const page = ['shorts', 'streams'].includes(tab) ? tab : 'videos';

  return {
    platform: 'youtube',
    kind: 'channel',
    url: `https://www.youtube.com/${channel}/${page}`,
  };
}

/**
 * Complete ids of public lists: playlists (PL), a channel's uploads, videos, shorts and streams (UU…), and albums
 * (OLAK5uy_).
 */
const publicList = /^(PL([\w-]{32}|[0-9A-F]{16})|(UU|UULF|UUSH|UULV)[\w-]{22}|OLAK5uy_[\w-]{33})$/;
/**
 * Watch later, liked videos, history and favourites are private to each viewer; mixes are made for each viewer and
 * never end.
 */
const personalList =
  'The link leads to a list that YouTube keeps for each person, such as watch later, liked videos or a mix. Give the link of a public playlist.';

function youtubePlaylist(id: string): FollowSource {
  if (/^(WL|LL|LM|HL|FL|RD|TL|UL)/.test(id)) return refuse(personalList);
  if (!publicList.test(id)) return refuse('The link has no valid YouTube playlist id.');
  const url = `https://www.youtube.com/playlist?list=${id}`;
  return { platform: 'youtube', kind: 'playlist', url };
}

function readTiktok(url: URL): FollowSource {
  const [first = '', second = ''] = segments(url);
  if (first === 'tag' && tagName.test(decode(second))) {
    return { platform: 'tiktok', kind: 'search', url: `https://www.tiktok.com/tag/${second}` };
  }

  if (!/^@[\w.-]{2,24}$/.test(first) || second !== '') {
    return refuse("The link must lead to a creator's page or a tag of TikTok.");
  }

  return { platform: 'tiktok', kind: 'channel', url: `https://www.tiktok.com/${first}` };
}

function readInstagram(url: URL): FollowSource {
  const [first = '', second = '', third = ''] = segments(url);
  if (first === 'explore' && second === 'tags' && tagName.test(decode(third))) {
    const page = `https://www.instagram.com/explore/tags/${third}/`;
    return { platform: 'instagram', kind: 'search', url: page };
  }

  // Only pages that list a person's own videos are accepted: what a person saved or archived is
  // private.
  const page = ['', 'reels'].includes(second);
  if (!/^[\w.]{1,30}$/.test(first) || instagramPages.includes(first) || !page) {
    return refuse("The link must lead to a creator's page or a tag of Instagram.");
  }

  return { platform: 'instagram', kind: 'channel', url: `https://www.instagram.com/${first}/` };
}

const tagName = /^[\p{L}\p{M}\p{N}_]{1,100}$/u;

const instagramPages = [
  ...['p', 'reel', 'reels', 'tv', 'stories', 'explore', 'share', 'accounts', 'direct', 'saved'],
  ...['archive', 'your_activity', 'notifications', 'api', 'graphql', 'web', 'about', 'legal'],
];

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return refuse('The link is not a valid web address.');
  }
}
