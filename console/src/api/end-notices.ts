/** Browser notifications about jobs that end while the console is open in a tab that is not visible. */
import type { JobRowView } from '@reelsight/contract';
import { keep, stored } from '../format/remembered.ts';

const place = 'end-notices';

export const canNotify = (): boolean => 'Notification' in globalThis;

/** True if notifications are turned on in this browser, and the browser allows them. */
export const wantsEndNotices = (): boolean =>
  canNotify() && Notification.permission === 'granted' && stored(localStorage, place) === true;

/** Asks the browser for permission, so call it only on a click. Resolves with true if permission is granted. */
export async function turnOnEndNotices(): Promise<boolean> {
  const allowed = canNotify() && (await Notification.requestPermission()) === 'granted';
  keep(localStorage, place, allowed);
  return allowed;
}

export const turnOffEndNotices = (): void => keep(localStorage, place, false);

/**
 * Maximum time between a job's end and its event. A later event, for example because of new tags, does not report the
 * end.
 */
const freshMs = 5000;

export function isEnd(
  previous: Pick<JobRowView, 'status'> | undefined,
  row: Pick<JobRowView, 'status' | 'completed_at' | 'updated_at'>,
): boolean {
  if (row.status !== 'completed' && row.status !== 'failed') return false;
  if (previous?.status === row.status || row.completed_at === null) return false;
  return Date.parse(row.updated_at) - Date.parse(row.completed_at) < freshMs;
}

/**
 * Notifies the user of a job that ended. All jobs of a batch share one notification, which is updated, and of several
 * tabs only one shows it.
 */
export function noticeEnd(previous: JobRowView | undefined, row: JobRowView): void {
  if (!document.hidden || !wantsEndNotices() || !isEnd(previous, row)) return;

  const name = row.video_title || row.filename || row.url || row.job_id;
  const failed = row.status === 'failed';
  const notice = new Notification(failed ? `Failed: ${name}` : `Completed: ${name}`, {
    tag: row.batch_id ?? row.job_id,
    ...(failed && row.error && { body: row.error.message }),
  });
  notice.addEventListener('click', () => {
    window.focus();
    location.assign(
      row.batch_id ? `/batches/${row.batch_id}` : `/jobs/${encodeURIComponent(row.job_id)}`,
    );
  });
}
