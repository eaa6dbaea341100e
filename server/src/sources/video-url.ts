/** Parses all common forms of a video link and normalizes them to platform, video id and a single address. */
import { Fault } from '@reelsight/contract';

export const sourcePlatforms = ['youtube', 'tiktok', 'instagram', 'direct'] as const;
export type SourcePlatform = (typeof sourcePlatforms)[number];

export interface VideoUrl {
  readonly platform: SourcePlatform;
  /**
   * The platform's id of the video. For a short link, this is its code, because only the platform knows which video it
   * leads to; for a direct link, it is the URL.
   */
  readonly videoId: string;
  /** Canonical address: without tracking parameters, playlist, time and fragment. */
  readonly url: string;
  /** True if `videoId` is a code that only the platform can resolve. */
  readonly short?: true;
}

export interface VideoUrlOptions {
  /** Hosts allowed in direct links: `host`, `host:port`, or `*.host` for all its subdomains. Empty: no direct links. */
  readonly directHosts?: readonly string[];
}

const maxLength = 2_048;

const readersByHost: ReadonlyMap<string, (url: URL) => VideoUrl> = new Map([
  ['youtube.com', readYoutube],
  ['music.youtube.com', readYoutube],
  ['gaming.youtube.com', readYoutube],
  ['youtube-nocookie.com', readYoutube],
  ['youtubekids.com', readYoutube],
  ['youtu.be', readYoutu],
  ['y2u.be', readYoutu],
  ['tiktok.com', readTiktok],
  ['vm.tiktok.com', readTiktokShort],
  ['vt.tiktok.com', readTiktokShort],
  ['instagram.com', readInstagram],
  ['instagr.am', readInstagram],
]);

/** Parses a link. Throws `Fault('INVALID_URL')`, whose text says what is wrong with the link. Needs no network. */
export function parseVideoUrl(text: string, options: VideoUrlOptions = {}): VideoUrl {
  return readLink(text, options, {
    readers: readersByHost,
    direct: ({ href }) => ({ platform: 'direct', videoId: href, url: href }),
    what: 'a video',
    waysOut: uploadOrDirect,
  });
}

/** The text mentions REELSIGHT_DIRECT_HOSTS, because the operator decides which hosts are allowed. */
const uploadOrDirect = (direct: boolean): string =>
  direct
    ? 'A file from elsewhere can be uploaded (POST /v1/uploads/presign); direct links to media files are on, but not for this host: REELSIGHT_DIRECT_HOSTS lists those that are allowed.'
    : 'A file from elsewhere can be uploaded (POST /v1/uploads/presign); direct links to media files are off on this service: REELSIGHT_DIRECT_HOSTS would allow them.';

export interface LinkReaders<T> {
  /** Readers by host; the hosts are without `www.` and `m.`. */
  readonly readers: ReadonlyMap<string, (url: URL) => T>;
  /** Reader for hosts of direct links. */
  readonly direct: (url: URL) => T;
  /** What the link must lead to, as text for the refusal. */
  readonly what: string;
  /** Returns the advice shown when no reader accepts the link's host. `direct`: whether direct links are on. */
  readonly waysOut: (direct: boolean) => string;
}

/** Passes the link to the reader for its host. Throws `Fault('INVALID_URL')`. */
export function readLink<T>(
  text: string,
  { directHosts = [] }: VideoUrlOptions,
  { readers, direct, what: target, waysOut }: LinkReaders<T>,
): T {
  const url = readForm(text.trim());
  const reader = readers.get(url.hostname.replace(/^(www|m)\./, ''));
  if (reader) {
    if (url.port !== '') refuse('The link must not name a port.');
    return reader(url);
  }

  if (isListed(url.host, directHosts)) return direct(url);
  const advice = waysOut(directHosts.length > 0);

  return refuse(
    `The link must lead to ${target} on YouTube, TikTok or Instagram. ${advice}`,
    url.hostname,
  );
}

/**
 * Checks that apply to every kind of link. The scheme is added if it is missing, and characters are checked first,
 * because the URL parser repairs more than is safe.
 */
function readForm(text: string): URL {
  if (text.length > maxLength) refuse(`The link must have at most ${maxLength} characters.`);
  if (/[\s\\\p{Cc}\p{Cf}\p{Cs}]/u.test(text)) refuse('The link must not contain blanks.');

  const complete = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  const [, scheme, authority] = /^(https?):\/\/([^/?#]+)/i.exec(complete) ?? [];
  if (scheme === undefined || authority === undefined) {
    refuse('The link must be a web address that starts with https://.');
  }

  if (authority.includes('@')) refuse('The link must not contain a user name or password.');
  const url = URL.parse(complete);
  if (!url) return refuse('The link is not a valid web address.');

  url.hostname = url.hostname.replace(/\.$/, '');
  url.hash = '';

  return url;
}

function isListed(host: string, list: readonly string[]): boolean {
  return list.some((entry) => {
    const name = entry.trim().toLowerCase();
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name;
  });
}

function readYoutube(url: URL): VideoUrl {
  const [kind = '', rest = ''] = segments(url);
  if (kind === 'attribution_link') {
    const inner = URL.parse(url.searchParams.get('u') ?? '', 'https://www.youtube.com');
    if (inner && segments(inner)[0] === 'watch') return readYoutube(inner);
  }

  if (['shorts', 'live', 'embed', 'v', 'e'].includes(kind)) return youtube(rest);
  if (kind === 'watch' && rest !== '') return youtube(rest);

  if (['', 'watch', 'watch_popup'].includes(kind) && url.searchParams.has('v')) {
    return youtube(url.searchParams.get('v') ?? '');
  }

  if (url.searchParams.has('list')) {
    return refuse('The link leads to a playlist. Give the link of one video.');
  }

  if (kind === 'clip') return refuse('The link leads to a clip. Give the link of its video.');
  return refuse('The link leads to a page of YouTube that is not one video.');
}

function readYoutu(url: URL): VideoUrl {
  return youtube(segments(url)[0] ?? '');
}

function youtube(id: string): VideoUrl {
  if (id === 'videoseries')
    return refuse('The link leads to a playlist. Give the link of one video.');
  if (!/^[A-Za-z0-9_-]{11}$/.test(id)) return refuse('The link has no valid YouTube video id.');
  return { platform: 'youtube', videoId: id, url: `https://www.youtube.com/watch?v=${id}` };
}

function readTiktok(url: URL): VideoUrl {
  const path = segments(url);
  const [user = '', kind, id = ''] = path;
  if (user.startsWith('@') && kind === 'video') return tiktok(id, user);

  if (user.startsWith('@') && kind === 'photo') {
    return refuse('The link leads to photos. Give the link of a video.');
  }

  if (user.startsWith('@') && kind === 'live') {
    return refuse('The link leads to a live stream, which can not be analysed.');
  }

  if (user === 't') return readTiktokShort(new URL(`/${kind ?? ''}`, url));
  // Matches embeds, players, and the older forms of shared links.
  const videoPattern =
    /^(?:(?:i18n\/)?share\/video|embed(?:\/v\d)?|player\/v\d|v)\/(\d+)(?:\.html)?$/;
  const match = videoPattern.exec(path.join('/'));
  if (match?.[1]) return tiktok(match[1], '@');

  return refuse('The link leads to a page of TikTok that is not one video.');
}

function tiktok(id: string, user: string): VideoUrl {
  const valid = /^\d{1,25}$/.test(id) && /^@[\w.-]*$/.test(user);
  if (!valid) return refuse('The link has no valid TikTok video id.');
  return { platform: 'tiktok', videoId: id, url: `https://www.tiktok.com/${user}/video/${id}` };
}

function readTiktokShort(url: URL): VideoUrl {
  const code = segments(url)[0] ?? '';
  if (!/^[A-Za-z0-9]{5,20}$/.test(code)) return refuse('The link has no valid TikTok short code.');
  return { platform: 'tiktok', videoId: code, url: `https://vm.tiktok.com/${code}/`, short: true };
}

function readInstagram(url: URL): VideoUrl {
  const path = segments(url);
  if (path[0] === 'stories') {
    return refuse('The link leads to a story, which only shows after signing in.');
  }

  if (path[0] === 'share') {
    const code = path.at(-1) ?? '';
    const kind = path.length > 2 && path[1] === 'p' ? 'p' : 'reel';
    return { ...instagram(code, `share/${kind}/${code}/`), short: true };
  }

  // In links shared from the app, the author's name comes first.
  const index = path.findIndex((segment) => ['p', 'reel', 'reels', 'tv'].includes(segment));
  const code = path[index + 1];
  if (index < 0 || index > 1 || code === undefined || code === 'audio') {
    return refuse('The link leads to a page of Instagram that is not one video.');
  }

  const kind = path[index]?.startsWith('reel') ? 'reel' : 'p';
  return instagram(code, `${kind}/${code}/`);
}

function instagram(code: string, path: string): VideoUrl {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(code)) return refuse('The link has no valid Instagram code.');
  return { platform: 'instagram', videoId: code, url: `https://www.instagram.com/${path}` };
}

export function segments(url: URL): string[] {
  return url.pathname.split('/').filter((segment) => segment !== '');
}

export function refuse(text: string, detail = text): never {
  throw new Fault('INVALID_URL', detail, { text });
}
