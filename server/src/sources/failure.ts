/**
 * Determines from yt-dlp's output why a source could not be read. Lists the error code and the advice for each reason.
 */
import { type ErrorCode, Fault } from '@reelsight/contract';

export interface Failure {
  /** Error code with which a job fails. */
  readonly job: ErrorCode;
  /** Code that a worker gets instead of `job` if it should retry before the job fails. */
  readonly retried?: ErrorCode;
  /**
   * Error code at submission, if it differs from `job`. Set for reasons that make it certain that no such public video
   * exists.
   */
  readonly submit?: ErrorCode;
  /** Where the cause lies: this video (permanent), the platform (temporary), or this service. */
  readonly about: 'video' | 'platform' | 'service';
  /** Advice for the user; it must not contain a host, path or command line. */
  readonly text: string;
  /** The same where a channel, playlist or feed was read and not a video; absent if `text` fits both. */
  readonly listText?: string;
  /** Advice for the operator, for `reelsight doctor`. */
  readonly operator: string;
  /**
   * Whether the platform may show a public video only to people who are signed in, so that a retry with cookies is
   * worthwhile.
   */
  readonly signedIn?: true;
  /** Whether the cause may be a change of the platform that yt-dlp does not support yet. */
  readonly breaks?: true;
  /** Matches yt-dlp's error lines for this reason. Absent if the reason is found in another way. */
  readonly pattern?: RegExp;
}

/**
 * The reasons in the order in which they are tried: a line may match several, so the more specific ones come first.
 * The wording is that of yt-dlp and the platforms, 2023 to 2026.
 */
const table = {
  diskFull: {
    job: 'EXTRACTION_FAILED',
    retried: 'STORAGE_FULL',
    about: 'service',
    text: 'The service has no disk space left for this video. Try again later.',
    operator:
      'Free space in REELSIGHT_DATA_DIR, or lower REELSIGHT_MAX_SOURCE_MB or REELSIGHT_MEDIA_DAYS.',
    pattern: /No space left on device|Disk quota exceeded|Errno 28|Errno 122/,
  },
  live: {
    job: 'EXTRACTION_FAILED',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'A live or coming stream can not be analysed. Submit it again when its recording is there.',
    operator: 'Nothing: it can be submitted again when its recording is there.',
    pattern:
      /live event (will begin|has ended)|Premieres (in|on|shortly)|premiere will begin|This live stream (is offline|recording is not available)|is not currently live|We're processing this video/i,
  },
  region: {
    job: 'PLATFORM_403',
    about: 'video',
    text: 'The video is not available in the country of this service. Upload the file instead.',
    operator: 'Route yt-dlp through another country with REELSIGHT_YTDLP_PROXY.',
    pattern:
      /not (made this video )?available (in|from) your (country|location|region)|blocked (it )?in your country|geo[ -]?restrict|This video is available in |available in your region/i,
  },
  age: {
    job: 'PLATFORM_403',
    about: 'video',
    text: 'The video is age-restricted and only shows after signing in. Upload the file instead.',
    operator: 'Give cookies of a throw-away account of age with REELSIGHT_YTDLP_COOKIES.',
    signedIn: true,
    pattern:
      /confirm your age|age[- ]restricted|must be 18|not be comfortable for some audiences|inappropriate for some users/i,
  },
  members: {
    job: 'PLATFORM_403',
    about: 'video',
    text: 'The video is for members or buyers only. Upload the file instead.',
    operator: 'Nothing: what only members see is not fetched, whatever the account of the cookies.',
    pattern:
      /members[- ]only|Join this channel|requires payment|available to (music )?premium|Premium members|Rental|subscriber[- ]only/i,
  },
  private: {
    job: 'PLATFORM_403',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'The video is private. Make it public or unlisted, or upload the file.',
    operator: 'Nothing: private videos are not fetched, whatever the account of the cookies.',
    pattern: /private video|video is private|account is private|do not have permission to view/i,
  },
  rateLimited: {
    job: 'PLATFORM_RATE_LIMITED',
    about: 'platform',
    text: 'The video platform is limiting requests of this service. Try again in some minutes.',
    operator:
      'Wait, the platform gets no requests for 10 minutes; if it happens often, run fewer jobs at once or set REELSIGHT_YTDLP_PROXY.',
    pattern:
      /HTTP Error 429|Too Many Requests|rate-limited by YouTube|try again later\. Your account/i,
  },
  signIn: {
    job: 'PLATFORM_403',
    about: 'platform',
    text: 'The platform asks this service to sign in before it shows the video. Try again later, or upload the file.',
    operator:
      'Run `reelsight links update`; then set REELSIGHT_YTDLP_TOKEN_PROVIDER, REELSIGHT_YTDLP_COOKIES to those of a throw-away account, or REELSIGHT_YTDLP_PROXY to an address the platform does not distrust.',
    signedIn: true,
    breaks: true,
    pattern:
      /not a bot|Sign in to|log ?in (to|for|is)|login (is )?required|requiring login|Log into an account|--cookies|empty media response|IP address is blocked|IP is likely being blocked|HTTP Error 401/i,
  },
  drm: {
    job: 'EXTRACTION_FAILED',
    about: 'video',
    text: 'The video is protected against copying. Upload a file that is not.',
    operator: 'Nothing: protected videos are not fetched.',
    pattern: /DRM/,
  },
  noVideo: {
    job: 'EXTRACTION_FAILED',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'There is no video behind the link.',
    operator: 'Nothing: the link leads to pictures or text.',
    pattern: /no video in this post/i,
  },
  gone: {
    job: 'EXTRACTION_FAILED',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'The platform says that there is no such video, or that it was removed. Check the link.',
    listText:
      'The platform says that there is no such channel, playlist or feed, or that it was removed. Check its link; videos analysed before stay.',
    operator: 'Nothing if a browser shows the same; else run `reelsight links update`.',
    pattern:
      /Video unavailable|video (is|was) (no longer|not) available|video (is|was) not available|Video not available|has been (removed|terminated|deleted)|does not exist|content (is not|isn.t) available|HTTP Error 4(04|10)/i,
  },
  forbidden: {
    job: 'PLATFORM_403',
    about: 'platform',
    text: 'The platform refused access to the video. Try again later, or upload the file.',
    operator:
      'Run `reelsight links update`, as the usual cause is a change of the platform; then set REELSIGHT_YTDLP_PROXY.',
    breaks: true,
    pattern: /HTTP Error 403|403[: ]+Forbidden/i,
  },
  unreachable: {
    job: 'PLATFORM_UNAVAILABLE',
    about: 'platform',
    text: 'The video platform cannot be reached at the moment. Try again later.',
    operator:
      'Check that this machine reaches the platform by name, https and REELSIGHT_YTDLP_PROXY if set.',
    pattern:
      /HTTP Error 5\d\d|urlopen error|timed? ?out|Connection (refused|reset|aborted)|Name or service not known|getaddrinfo failed|Failed to resolve|Network is unreachable|No route to host|Temporary failure|Remote end closed|IncompleteRead|bytes read|expected \d+ bytes|CERTIFICATE_VERIFY_FAILED|SSL:|Tunnel connection failed|Unable to connect to proxy|Did not get any data/i,
  },
  stalled: {
    job: 'PLATFORM_UNAVAILABLE',
    about: 'platform',
    text: 'The platform stopped sending the video. Try again later.',
    operator: 'Check the line of this machine; some proxies cut long downloads.',
  },
  tooSlow: {
    job: 'PLATFORM_UNAVAILABLE',
    about: 'platform',
    text: 'The platform sends the video too slowly for this service to wait for it. Try again later, or upload the file instead.',
    operator:
      'Check the line of this machine; lower REELSIGHT_SOURCE_LEAST_KB_PER_SECOND if it is slow itself.',
  },
  privateAddress: {
    job: 'EXTRACTION_FAILED',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'The link leads to an address that is not public. Upload the file instead.',
    operator:
      'List the network in REELSIGHT_PRIVATE_LINK_NETWORKS if direct links into it are intended.',
  },
  otherScheme: {
    job: 'EXTRACTION_FAILED',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'The link leads on to an address of another kind than that of web pages, such as FTP. Upload the file instead.',
    operator: 'Nothing: a link is followed by http and https only.',
  },
  notMedia: {
    job: 'EXTRACTION_FAILED',
    submit: 'INVALID_URL',
    about: 'video',
    text: 'The link does not lead to a media file. Give the link of the file itself, or upload it.',
    operator: 'Nothing: a direct link must lead to the media file itself.',
    pattern: /Unsupported URL|No suitable extractor|is not a valid URL/i,
  },
  tooLarge: {
    job: 'EXTRACTION_FAILED',
    about: 'video',
    text: 'The video is larger than this service downloads.',
    operator: 'Raise REELSIGHT_MAX_SOURCE_MB if such videos should be analysed.',
  },
  toolMissing: {
    job: 'PLATFORM_UNAVAILABLE',
    about: 'service',
    text: 'This service can not fetch links: its yt-dlp is missing. Upload the file instead.',
    operator: 'Run `reelsight links update`, or point REELSIGHT_YTDLP to a yt-dlp that works.',
  },
  unknown: {
    job: 'EXTRACTION_FAILED',
    about: 'video',
    text: 'The video could not be fetched. If the link plays in a browser, upload the file instead.',
    operator: 'Run `reelsight links update`; `reelsight doctor <link>` shows what it says.',
    breaks: true,
  },
} satisfies Record<string, Failure>;

export type FailureReason = keyof typeof table;
export const failures: Readonly<Record<FailureReason, Failure>> = table;

/** The reason's name in metrics. */
export const reasonName = (reason: string): string =>
  reason.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`);

/** Finds the reason in the error lines of a failed run; `unknown` if no line matches. */
export function reasonOf(stderr: string): FailureReason {
  const errors = stderr.split('\n').filter((line) => /error/i.test(line));
  const text = errors.length > 0 ? errors.join('\n') : stderr;
  for (const [reason, failure] of Object.entries<Failure>(failures)) {
    if (failure.pattern?.test(text)) return reason as FailureReason;
  }
  return 'unknown';
}

/** When a source is read: during a job, or at submission, where links that can never become a job are refused. */
export type Moment = 'job' | 'submit';

/** A Fault that also holds its reason, which is a key of the table of failures. */
export class SourceFault extends Fault {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, moment: Moment, detail: string, isOfList = false) {
    const { job, retried, submit, text, listText }: Failure = failures[reason];
    super((moment === 'submit' ? submit : retried) ?? job, `${reason}: ${detail}`, {
      text: isOfList ? (listText ?? text) : text,
    });
    this.reason = reason;
  }
}

/** `detail` appears only in the log. */
export const sourceFault = (reason: FailureReason, moment: Moment, detail: string): SourceFault =>
  new SourceFault(reason, moment, detail);
