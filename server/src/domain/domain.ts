/**
 * The dependencies that every use case gets: the database, the queue, the time, and ports to modules that it may not
 * import.
 */
import type { JobStatus, LoggedEventKind, Plans } from '@reelsight/contract';
import type { Database } from '../db/database.ts';
import type { FollowRule } from '../db/follows.ts';
import type { IdPrefix } from '../db/id.ts';
import type { JobRow } from '../db/jobs/jobs.ts';
import type { Queue } from '../queue/queue.ts';
import type { Audit } from './audit.ts';
import type { EstimateBasis } from './prices/estimate-basis.ts';
import type { Prices } from './prices/price.ts';

/** A parsed link: the platform that serves it, the id of the video, its canonical address. */
export interface VideoLink {
  readonly platform: string;
  readonly videoId: string;
  readonly url: string;
  /** True if `videoId` is a code that only the platform can resolve. */
  readonly short?: true;
}

/** Facts that a platform reports about a video without a download; null where they are unknown. */
export interface VideoFacts {
  /** The id behind a short link; null for other links. */
  readonly videoId: string | null;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly thumbnailUrl: string | null;
}

/** A video as a channel, playlist, search or feed lists it. */
export interface ListedVideo {
  readonly video: VideoLink;
  readonly title: string | null;
  readonly durationSeconds: number | null;
  readonly publishedAt: Date | null;
  /** Whether the entry is a live stream, running or scheduled. */
  readonly live: boolean;
  /** Title of the channel, playlist or feed that lists it. */
  readonly sourceTitle: string | null;
}

/**
 * The result of looking at a video: its facts, or the reason why it can never be analysed, or null while it is live or
 * has not started yet.
 */
export type VideoLook =
  | (VideoFacts & { readonly publishedAt: Date | null })
  | { readonly unfit: string }
  | null;

export type FollowSource = FollowRule['source'];

/** The workspace on whose behalf a platform is queried, and the signal that aborts the query. */
export interface Asking {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

/** Queries that Follows send to the platforms. The signal limits how long each one waits. */
export interface FollowPorts {
  /** Throws Fault INVALID_URL for anything but a channel, playlist, search or feed. */
  readonly parseSource: (url: string) => FollowSource;
  /** Lists the newest `count` videos. Throws a Fault if the platform refuses or there is nothing to list. */
  readonly list: (source: FollowSource, count: number, asking: Asking) => Promise<ListedVideo[]>;
  /** Looks at one video. Throws a Fault if the platform refuses. */
  readonly look: (video: VideoLink, asking: Asking) => Promise<VideoLook>;
}

/** How a platform answered a question about the views of a video. */
export type ViewsAnswer =
  /** `views` is null if the platform does not give them. */
  | { readonly kind: 'read'; readonly views: number | null; readonly publishedAt: Date | null }
  /** The video does not exist any more, or is not public. */
  | { readonly kind: 'gone'; readonly reason: string }
  /** The platform refused for a reason that may pass. `limited`: it asks for fewer requests. */
  | { readonly kind: 'refused' | 'limited'; readonly reason: string }
  /** The platform was not asked, because it gets no requests at the moment. */
  | { readonly kind: 'closed'; readonly reason: string };

export interface Ports {
  /** Throws Fault INVALID_URL for a malformed link, or a host that belongs to no supported platform. */
  readonly parseVideoUrl: (url: string) => VideoLink;
  /**
   * Asks the platform about a link, for at most 2 s; null if that gave no answer. Throws Fault INVALID_URL,
   * PLATFORM_UNAVAILABLE or PLATFORM_RATE_LIMITED.
   */
  readonly resolveVideo: (link: VideoLink, workspaceId: string) => Promise<VideoFacts | null>;
  readonly follow: FollowPorts;
  /** Asks a platform how many views a video has. Takes nothing of the workspace's share of requests. */
  readonly readViews: (url: string, asking: Asking) => Promise<ViewsAnswer>;
  /** Size and ETag of the object stored under a key; null if there is none. */
  readonly storedFile: (key: string) => Promise<{ sizeBytes: number; etag: string } | null>;
  /** Whether a presigned URL takes a file until it expires, even if its upload was deleted before. */
  readonly urlsOutliveUploads: boolean;
  /** Length in seconds according to the headers of a stored video, read for at most 2 s; null if they state none. */
  readonly statedSeconds: (key: string) => Promise<number | null>;
  /**
   * Throws Fault LOW_DISK if the disk has no space for new work that will store `bytes`. Quick enough to call for every
   * request.
   */
  readonly checkDisk: (bytes?: number) => Promise<void>;
  /** Throws Fault VALIDATION_FAILED with the reason and the name of the field, which is `webhook_url` by default. */
  readonly checkWebhookUrl: (url: string, workspaceId: string, field?: string) => Promise<void>;
}

export interface DomainSettings {
  /** Whether the service has a mail server to send with. */
  readonly sendsMail: boolean;
  readonly heldMs: number;
  readonly mediaMs: number;
  /** Whether a video that was downloaded from a link is kept as long as the pictures and the sound read from it. */
  readonly keepLinkVideos: boolean;
  readonly unusedUploadMs: number;
  readonly idempotencyMs: number;
  /** How long a job is kept after it has ended; null to keep it until somebody deletes it. */
  readonly jobsMs: number | null;
  /** How long a clip is kept after it was last asked for. */
  readonly clipsMs: number;
  /** How long a report is kept. */
  readonly reportsMs: number;
  /** How long deliveries are kept in the log. */
  readonly deliveriesMs: number;
  /** How long events are kept in the log. */
  readonly eventsMs: number;
  /** How long entries of the audit log are kept. */
  readonly auditMs: number;
  readonly stallMs: number;
  readonly retries: number;
  /** Maximum number of requests to one platform that a workspace may cause in a minute. */
  readonly platformPerMinute: number;
  /**
   * Maximum time a workspace is kept away from a platform because of its own 429s; a 429 is forgotten after that time.
   */
  readonly platformAwayMs: number;
  /** Days after publication on which the views of a video are read, in ascending order; none if views are not read. */
  readonly viewsDays: readonly number[];
  /** Maximum number of videos of one platform whose views are read in an hour. */
  readonly viewsPerHour: number;
  /** Maximum number of a workspace's clips that may be waiting or being made. */
  readonly clipsOfWorkspace: number;
  /** Seconds that an owner's videos may be decoded in a day without being paid for; null if there is no limit. */
  readonly unpaidDecodingSeconds: number | null;
  /** Length that an estimate assumes as long as the real length is unknown. */
  readonly assumedSeconds: number;
}

export interface Domain {
  readonly db: Database;
  readonly queue: Queue;
  readonly plans: Plans;
  readonly prices: Prices;
  readonly estimates: EstimateBasis;
  readonly settings: DomainSettings;
  readonly ports: Ports;
  /** Called after the commit for each job whose status changed. */
  readonly onJobMoved: (job: JobRow, to: JobStatus) => void;
  /** Called after the commit for events that were written to the log. */
  readonly onEvents: (kind: LoggedEventKind, count: number) => void;
  /** Records changes in the audit log; the dispatcher gives each request an audit of its own. */
  readonly audit: Audit;
  readonly now: () => Date;
  readonly newId: (prefix: IdPrefix) => string;
}

/**
 * Returns a function that creates something only once per database, when it is first needed: for example threads, which
 * later requests reuse.
 */
export function perDatabase<T>(make: () => T): (domain: Pick<Domain, 'db'>) => T {
  const instances = new WeakMap<Database, T>();
  return ({ db }) => {
    const instance = instances.get(db) ?? make();
    instances.set(db, instance);
    return instance;
  };
}
