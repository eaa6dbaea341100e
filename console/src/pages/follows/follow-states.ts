/** Determines the state of a Follow, for its page, the list and the preview; no other code does. */
import type { Follow } from '@reelsight/contract';
import { ApiError } from '@reelsight/sdk';

export type FollowState = 'active' | 'waiting' | 'paused';

interface Told {
  readonly state: FollowState;
  /** Why the Follow does not work normally; null if it does. */
  readonly why: string | null;
}

/** An active Follow whose last check could not do everything is waiting for the next check. */
export function followStateOf({
  status,
  paused_reason: reason,
  note,
}: Pick<Follow, 'status' | 'paused_reason' | 'note'>): Told {
  if (status === 'paused') return { state: 'paused', why: reason ?? note };
  return note === null ? { state: 'active', why: null } : { state: 'waiting', why: wordsOf(note) };
}

/** Removes the code with which notes about faults begin. */
const wordsOf = (note: string): string => note.replace(/^[A-Z][A-Z0-9_]+: /, '');

const passing = ['PLATFORM_UNAVAILABLE', 'PLATFORM_RATE_LIMITED', 'PLATFORM_403'];

/**
 * Why there is no preview. `refused` means that the link itself is wrong, so that a Follow for it would be refused as
 * well. `waiting` means that the source does not answer now, so that a Follow for it would wait.
 */
export function previewTrouble(error: Error): 'refused' | 'waiting' {
  const isRefusal =
    error instanceof ApiError && error.status < 500 && !passing.includes(error.code);
  return isRefusal ? 'refused' : 'waiting';
}
