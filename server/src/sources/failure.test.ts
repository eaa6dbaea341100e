import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorTable } from '@reelsight/contract';
import { type Failure, type FailureReason, failures, reasonOf, sourceFault } from './failure.ts';

/** Error output of yt-dlp versions from 2023 to 2026, by the reason it should be classified as. */
const lines: Partial<Record<FailureReason, readonly string[]>> = {
  private: [
    "ERROR: [youtube] dQw4w9WgXcQ: Private video. Sign in if you've been granted access to this video",
    'ERROR: [TikTok] 6748451240264420610: This video is private',
    'ERROR: [TikTok] 6748451240264420610: You do not have permission to view this post. Log into an account that has access',
  ],
  gone: [
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable',
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video has been removed by the uploader',
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video is no longer available because the YouTube account associated with this video has been terminated.',
    "ERROR: [youtube] dQw4w9WgXcQ: This video has been removed for violating YouTube's Community Guidelines",
    'ERROR: [youtube] dQw4w9WgXcQ: This video is not available',
    'ERROR: [TikTok] 6748451240264420610: Video not available, status code 10204; please report this issue on the issue tracker',
    'ERROR: [generic] Unable to download webpage: HTTP Error 404: Not Found (caused by <HTTPError 404: Not Found>)',
    'ERROR: unable to download video data: HTTP Error 410: Gone',
  ],
  region: [
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. The uploader has not made this video available in your country',
    'ERROR: [youtube] dQw4w9WgXcQ: The uploader has not made this video available in your country\nThis video is available in Japan.\nYou might want to use a VPN or a proxy server (with --proxy) to workaround.',
    'ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This video contains content from SME, who has blocked it in your country on copyright grounds',
    'ERROR: [generic] This video is not available from your location due to geo restriction',
  ],
  age: [
    'ERROR: [youtube] dQw4w9WgXcQ: Sign in to confirm your age. This video may be inappropriate for some users. Use --cookies-from-browser or --cookies for the authentication.',
    'ERROR: [TikTok] 6748451240264420610: This post may not be comfortable for some audiences. Log in for access. Use --cookies-from-browser',
    'ERROR: [Instagram] CDUMkliABpa: Restricted Video: You must be 18 years old or over to see this video',
  ],
  members: [
    'ERROR: [youtube] dQw4w9WgXcQ: Join this channel to get access to members-only content like this video, and other exclusive perks.',
    'ERROR: [youtube] dQw4w9WgXcQ: This video requires payment to watch',
    'ERROR: [youtube] dQw4w9WgXcQ: This video is only available to Music Premium members',
  ],
  signIn: [
    'ERROR: [youtube] dQw4w9WgXcQ: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication.',
    'ERROR: [TikTok] 6748451240264420610: Your IP address is blocked from accessing this post',
    'ERROR: [TikTok] 6748451240264420610: TikTok is requiring login for access to this content. Use --cookies',
    'ERROR: [Instagram] CDUMkliABpa: Requested content is not available, rate-limit reached or login required. Use --cookies, --cookies-from-browser, --username and --password',
    'ERROR: [Instagram] CDUMkliABpa: Instagram sent an empty media response. Check if this post is accessible in your browser without being logged-in.',
    'ERROR: [Instagram] CDUMkliABpa: You need to log in to access this content',
    'ERROR: [generic] Unable to download webpage: HTTP Error 401: Unauthorized',
  ],
  live: [
    'ERROR: [youtube] dQw4w9WgXcQ: This live event will begin in 3 hours.',
    'ERROR: [youtube] dQw4w9WgXcQ: Premieres in 2 days',
    'ERROR: [youtube] dQw4w9WgXcQ: This live stream recording is not available.',
    'ERROR: [youtube] dQw4w9WgXcQ: This live event has ended.',
  ],
  rateLimited: [
    'ERROR: [youtube] dQw4w9WgXcQ: Unable to download API page: HTTP Error 429: Too Many Requests (caused by <HTTPError 429: Too Many Requests>)',
    "ERROR: [youtube] dQw4w9WgXcQ: Video unavailable. This content isn't available, try again later. Your account has been rate-limited by YouTube for up to an hour.",
    'ERROR: [Instagram] CDUMkliABpa: Unable to download JSON metadata: HTTP Error 429: Too Many Requests',
  ],
  forbidden: [
    'ERROR: unable to download video data: HTTP Error 403: Forbidden',
    'ERROR: [generic] Unable to download webpage: HTTP Error 403: Forbidden (caused by <HTTPError 403: Forbidden>)',
  ],
  unreachable: [
    'ERROR: [youtube] dQw4w9WgXcQ: Unable to download webpage: <urlopen error [Errno -2] Name or service not known> (caused by URLError(gaierror(-2)))',
    'ERROR: [TikTok] 1: Unable to download webpage: HTTP Error 503: Service Unavailable',
    'ERROR: [generic] Unable to download webpage: The read operation timed out',
    "ERROR: [youtube] dQw4w9WgXcQ: Unable to download webpage: HTTPSConnection(host='www.youtube.com', port=443): Failed to resolve 'www.youtube.com'",
    'ERROR: \rDownload error: 1024 bytes read, 4096 more expected',
    'ERROR: Did not get any data blocks',
    'ERROR: [download] Got error: Downloaded 300000 bytes, expected 1000000 bytes. Giving up after 3 retries',
  ],
  noVideo: ['ERROR: [Instagram] CDUMkliABpa: There is no video in this post'],
  drm: ['ERROR: [youtube] dQw4w9WgXcQ: This video is DRM protected'],
  notMedia: [
    'ERROR: Unsupported URL: https://media.example.com/',
    'ERROR: No suitable extractor found for URL https://x.example',
  ],
  diskFull: ['ERROR: unable to write data: [Errno 28] No space left on device'],
  unknown: [
    '',
    'ERROR: [youtube] dQw4w9WgXcQ: Unable to extract something',
    'Traceback (most recent call last):',
    // An old yt-dlp prints these for videos that are fine, so they show no definite reason.
    'ERROR: [youtube] dQw4w9WgXcQ: Requested format is not available. Use --list-formats for a list of available formats',
    'ERROR: [TikTok] 6748451240264420610: No video formats found!; please report this issue',
  ],
};

test('what yt-dlp writes tells the reason', () => {
  for (const [reason, texts] of Object.entries(lines)) {
    for (const text of texts) assert.equal(reasonOf(text), reason, text);
  }
});

test('every pattern has an example', () => {
  for (const [reason, failure] of Object.entries(failures)) {
    if ('pattern' in failure) assert.ok(lines[reason as FailureReason], reason);
  }
});

test('lines that are no error do not decide', () => {
  const stderr = [
    'WARNING: [youtube] HTTP Error 429: Too Many Requests. Retrying (1/3)...',
    'ERROR: [youtube] dQw4w9WgXcQ: Private video.',
  ];
  assert.equal(reasonOf(stderr.join('\n')), 'private');
});

test('every reason ends in a code of its moment and says what to do', () => {
  for (const reason of Object.keys(failures) as FailureReason[]) {
    const job = sourceFault(reason, 'job', 'detail');
    const { job: code, retried }: Failure = failures[reason];
    assert.ok(errorTable[code].job, `${reason}: ${code} is no code of a job`);
    assert.equal(job.code, retried ?? code);

    const submit = sourceFault(reason, 'submit', 'detail');
    assert.ok(submit.code === code || submit.code === 'INVALID_URL');
    assert.ok(job.message.length > 20 && !/yt-dlp --|http|\/\//.test(job.message));
    assert.match(job.detail, new RegExp(`^${reason}: detail$`));
  }

  assert.equal(sourceFault('private', 'submit', '').code, 'INVALID_URL');
  assert.equal(sourceFault('private', 'job', '').code, 'PLATFORM_403');
  assert.equal(sourceFault('unreachable', 'submit', '').code, 'PLATFORM_UNAVAILABLE');
});
