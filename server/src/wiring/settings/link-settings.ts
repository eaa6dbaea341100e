/** Settings for links: the program that reads them, and which addresses they may lead to. */
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

const releases = {
  updates: setting(
    'REELSIGHT_LINKS_UPDATE',
    kind.oneOf(['daily', 'weekly', 'off']),
    'weekly',
    'How often this process looks for a new yt-dlp by itself. It is also looked for when many links of a platform fail. `off`: only by `reelsight links update`. Without effect while REELSIGHT_YTDLP is set.',
  ),
  mirror: setting(
    'REELSIGHT_LINKS_MIRROR',
    kind.address,
    null,
    'Address that serves the releases of yt-dlp under the same paths as GitHub, /releases/latest/download/…; for networks without Internet access, or https://github.com/yt-dlp/yt-dlp-nightly-builds. Unset: https://github.com/yt-dlp/yt-dlp. The signature is checked in any case.',
  ),
  keyFile: setting(
    'REELSIGHT_LINKS_KEY',
    kind.text,
    null,
    'File with the OpenPGP key (RSA) that signs the releases of REELSIGHT_LINKS_MIRROR, if they are builds of your own. Unset: the key of the yt-dlp project.',
  ),
  canary: setting(
    'REELSIGHT_LINKS_CANARY',
    kind.address,
    null,
    'Link to a public video that a new yt-dlp must be able to read before it is used, unless the one in use can not read it either. Unset: a new yt-dlp is tried without the network only.',
  ),
};

export const sources = {
  program: setting(
    'REELSIGHT_YTDLP',
    kind.text,
    null,
    'Program that reads and downloads links of platforms. Unset: the yt-dlp that `reelsight links update` keeps in the data folder; default while there is none: yt-dlp on PATH.',
  ),
  releases,
  extractorArguments: setting(
    'REELSIGHT_YTDLP_EXTRACTOR_ARGS',
    kind.extractorArguments,
    '',
    'Values for --extractor-args of yt-dlp, separated by blanks, such as youtube:player_client=tv,web. Used for platforms, not for direct links. Other users of the machine can read them in the list of processes.',
  ),
  pluginsDir: setting(
    'REELSIGHT_YTDLP_PLUGINS',
    kind.text,
    null,
    'Folder with plugins of yt-dlp, such as the one for REELSIGHT_YTDLP_TOKEN_PROVIDER. Its code runs in the sandbox of yt-dlp; where there is none, with the rights of this service.',
  ),
  tokenProvider: setting(
    'REELSIGHT_YTDLP_TOKEN_PROVIDER',
    kind.address,
    null,
    'Address of a bgutil HTTP server, such as http://127.0.0.1:4416, that gives yt-dlp the proof-of-origin tokens YouTube asks for. Needs its plugin in REELSIGHT_YTDLP_PLUGINS.',
  ),
  cookiesFile: setting(
    'REELSIGHT_YTDLP_COOKIES',
    kind.text,
    null,
    'Cookie file of a throw-away account for yt-dlp. It is used for single public videos that a platform shows only after sign-in.',
  ),
  proxy: secretSetting(
    'REELSIGHT_YTDLP_PROXY',
    kind.text,
    null,
    'Proxy for yt-dlp. If it is an http proxy, its releases are fetched through it too, unless there is a REELSIGHT_LINKS_MIRROR, and YouTube is asked through it for its label, unless there is a REELSIGHT_YOUTUBE_API_URL.',
  ),
  youtube: {
    key: secretSetting(
      'REELSIGHT_YOUTUBE_API_KEY',
      kind.text,
      null,
      'Key for the YouTube Data API v3. Workers then ask YouTube, once for each download from it, whether it labels the video as containing paid promotion (`paid_promotion` of the metadata, and a disclosure with the sign `platform`). It needs nothing but the right to read public videos. Unset: YouTube is not asked.',
    ),
    address: setting(
      'REELSIGHT_YOUTUBE_API_URL',
      kind.address,
      null,
      'Address that answers /videos as that interface does, such as a proxy of your own; the key is sent to it. Unset: https://www.googleapis.com/youtube/v3.',
    ),
  },
  pausedPlatforms: setting(
    'REELSIGHT_PAUSED_PLATFORMS',
    kind.list,
    '',
    'Platforms whose new jobs are refused, separated by commas.',
  ),
  allowDirect: setting(
    'REELSIGHT_ALLOW_DIRECT_LINKS',
    kind.flag,
    'false',
    'Accept links to media files.',
  ),
  directHosts: setting(
    'REELSIGHT_DIRECT_HOSTS',
    kind.list,
    '',
    'Hosts of direct links, separated by commas.',
  ),
  privateNetworks: setting(
    'REELSIGHT_PRIVATE_LINK_NETWORKS',
    kind.networks,
    '',
    'Networks that direct links may reach although they are not public, such as 10.20.0.0/16 for your media servers, separated by commas. Loopback, link-local and metadata addresses and the ports of this service are never allowed.',
  ),
  download: {
    maxBytes: setting(
      'REELSIGHT_MAX_SOURCE_MB',
      kind.megabytes,
      '4096',
      'Size in MB of the largest download of a link.',
    ),
    heightPixels: setting(
      'REELSIGHT_SOURCE_HEIGHT',
      kind.count,
      '720',
      'Preferred picture height of a download, in pixels.',
    ),
    leastRate: {
      bytesPerSecond: setting(
        'REELSIGHT_SOURCE_LEAST_KB_PER_SECOND',
        kind.kilobytes,
        '16',
        'A download of a link that is slower than this fails (PLATFORM_UNAVAILABLE), unless the video plays at fewer bytes a second and is sent at half of these at least. 0: no minimum.',
      ),
      overMs: setting(
        'REELSIGHT_SOURCE_LEAST_OVER_SECONDS',
        kind.seconds,
        '60',
        'Seconds over which that rate is averaged.',
      ),
    },
  },
};
