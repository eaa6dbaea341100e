/**
 * One pass of reading views: a few videos of each platform, by turns of owners, one request after the other. A
 * reading uses nothing that jobs wait for: neither the share of its workspace nor the back-off of the platform for
 * jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  claimReadings,
  type DueReading,
  insertViews,
  type ReadingChange,
  updateReading,
} from '../../db/audience/video-views.ts';
import type { Domain, ViewsAnswer } from '../domain.ts';
import { closedForReadings, noteReadingRefused } from '../jobs/platform-rate.ts';
import { endOfWindow, nextReading, retryAfterMs } from './reading-times.ts';
import { plausibleViews, reasonWithoutViews } from './watched-videos.ts';

/** Passes per hour; `viewsPass` in `wiring/start/background.ts` is the schedule. */
export const passesPerHour = 12;
/** Time limit of a pass, below the queue's; the next pass continues. */
const passLimitMs = 240_000;
/** Longest pause between two requests of a pass. */
const longestPauseMs = 20_000;
/** How long a reading waits that could not be tried because the platform is closed. */
const closedMs = 30 * 60_000;

export interface ReadingPass {
  readonly signal: AbortSignal;
  /** Called for a reading whose outcome could not be stored; it is tried again later. */
  readonly onError: (error: unknown) => void;
  /** Longest pause between two requests; without it, they are spread over the pass. */
  readonly pauseMs?: number;
}

/** Reads the views that are due. Returns the number of videos that were asked for. */
export async function readDueViews(domain: Domain, pass: ReadingPass): Promise<number> {
  const { viewsDays, viewsPerHour } = domain.settings;
  if (viewsDays.length === 0) return 0;

  const endsAtMs = performance.now() + passLimitMs;
  const now = domain.now();
  const rows = await claimReadings(domain.db, {
    now,
    perPlatform: Math.ceil(viewsPerHour / passesPerHour),
    againAt: new Date(now.getTime() + retryAfterMs(1)),
  });
  const videos = inTurn(rows);
  const pauseMs = Math.min(pass.pauseMs ?? longestPauseMs, passLimitMs / (videos.length + 1));
  let requests = 0;

  for (const video of videos) {
    if (pass.signal.aborted || performance.now() > endsAtMs) {
      await putBack(domain, video);
      continue;
    }

    try {
      if (await readVideo(domain, video, pass.signal)) {
        requests += 1;
        await sleep(pauseMs, undefined, { signal: pass.signal }).catch(() => undefined);
      }
    } catch (error) {
      pass.onError(error);
    }
  }

  return requests;
}

type DueVideo = readonly [DueReading, ...DueReading[]];

/** The readings of each video together, in the order in which the videos of each platform have their turns. */
function inTurn(rows: readonly DueReading[]): DueVideo[] {
  const videos = [...Map.groupBy(rows, ({ platform, link }) => `${platform} ${link}`).values()];
  return (videos as unknown as DueVideo[]).toSorted(([a], [b]) => a.place - b.place);
}

/** Returns whether the platform was asked. */
async function readVideo(domain: Domain, video: DueVideo, signal: AbortSignal): Promise<boolean> {
  const [{ platform, url, workspace_id: workspaceId }] = video;
  const site = { platform, url };

  if (await closedForReadings(domain, domain.db, site, workspaceId)) {
    await postpone(domain, video, { note: null, afterMs: closedMs });
    return false;
  }

  const answer = await domain.ports.readViews(url, { workspaceId, signal });
  if (signal.aborted) {
    await putBack(domain, video);
    return false;
  }
  if (answer.kind === 'closed') {
    await postpone(domain, video, { note: answer.reason, afterMs: closedMs });
    return false;
  }

  if (answer.kind === 'limited') await noteReadingRefused(domain, domain.db, site);
  if (answer.kind === 'read' || answer.kind === 'gone') await keep(domain, video, storable(answer));
  else await postpone(domain, video, { note: answer.reason, afterMs: null });

  return true;
}

type KeptAnswer = Extract<ViewsAnswer, { readonly kind: 'read' | 'gone' }>;

/** A number that can't be right counts as none: the database might refuse it, and it would be asked for again for ever. */
const storable = (answer: KeptAnswer): KeptAnswer =>
  answer.kind === 'read' ? { ...answer, views: plausibleViews(answer.views) } : answer;

async function keep(domain: Domain, video: DueVideo, answer: KeptAnswer): Promise<void> {
  const now = domain.now();
  await domain.db.transaction(async (tx) => {
    if (answer.kind === 'read' && answer.views !== null) {
      const ids = video.map((row) => row.job_id);
      await insertViews(tx, ids, { read_at: now, views: answer.views });
    }
    for (const row of video)
      await updateReading(tx, row.job_id, afterAnswer(domain, row, answer, now));
  });
}

function afterAnswer(
  { settings }: Domain,
  row: DueReading,
  answer: KeptAnswer,
  now: Date,
): ReadingChange {
  const ended = { due_at: null, next_at: null, tries: 0 };
  if (answer.kind === 'gone') return { ...ended, state: 'vanished', note: answer.reason };
  if (answer.views === null)
    return { ...ended, state: 'not_given', note: reasonWithoutViews(row.platform) };

  const { link } = row;
  const published_at = row.published_at ?? answer.publishedAt;
  const from = published_at ?? row.analysed_at;
  const next = nextReading(settings.viewsDays, { link, from }, now);

  return {
    due_at: next,
    next_at: next,
    tries: 0,
    state: next ? 'scheduled' : 'finished',
    note: null,
    published_at,
  };
}

interface Postponed {
  readonly note: string | null;
  /** Null for a try that failed: the wait follows from the number of tries. */
  readonly afterMs: number | null;
}

/** Tries a reading again within its window; after that, gives it up and waits for the next one. */
async function postpone(domain: Domain, video: DueVideo, postponed: Postponed): Promise<void> {
  await domain.db.transaction(async (tx) => {
    for (const row of video)
      await updateReading(tx, row.job_id, afterFailure(domain, row, postponed));
  });
}

function afterFailure(
  { settings, now: clock }: Domain,
  row: DueReading,
  { note, afterMs }: Postponed,
): ReadingChange {
  const now = clock();
  const { link } = row;
  const days = settings.viewsDays;
  const video = { link, from: row.published_at ?? row.analysed_at };
  const due = row.due_at ?? now;
  const again = new Date(now.getTime() + (afterMs ?? retryAfterMs(row.tries)));
  const reason = note ?? row.note;

  if (again < endOfWindow(days, video, due)) {
    const tries = afterMs === null ? row.tries : row.tries - 1;
    return { due_at: due, next_at: again, tries, state: 'scheduled', note: reason };
  }

  const next = nextReading(days, video, now);
  const state = next ? 'scheduled' : 'failed';
  return { due_at: next, next_at: next, tries: 0, state, note: reason };
}

/** Makes readings due again that this pass did not come to, before those that became due later. */
async function putBack({ db, now }: Domain, video: DueVideo): Promise<void> {
  for (const { job_id, due_at, tries, note } of video)
    await updateReading(db, job_id, {
      due_at,
      next_at: due_at ?? now(),
      tries: tries - 1,
      state: 'scheduled',
      note,
    });
}
