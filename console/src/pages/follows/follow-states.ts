/** The only place that determines the state of a Follow: its page, the list and the preview use it. */
import type { Follow } from '@reelsight/contract';
import { ApiError } from '@reelsight/sdk';

export type FollowState = 'active' | 'waiting' | 'paused';

interface Told {
  readonly state: FollowState;
  /** Why the Follow does not work normally. */
  readonly why: string | null;
}

/** If the last check of an active Follow could not do everything, the Follow is waiting for the next one. */
export function followStateOf({
  status,
  paused_reason: reason,
  note,
}: Pick<Follow, 'status' | 'paused_reason' | 'note'>): Told {
  if (status === 'paused') return { state: 'paused', why: reason ?? note };
  return note === null ? { state: 'active', why: null } : { state: 'waiting', why: wordsOf(note) };
}

/** Notes about faults begin with their code. */
const wordsOf = (note: string): string => note.replace(/^[A-Z][A-Z0-9_]+: /, '');

const passing = ['PLATFORM_UNAVAILABLE', 'PLATFORM_RATE_LIMITED', 'PLATFORM_403'];

/**
 * Why there is no preview. `refused`: the link itself is wrong, and a Follow for it would be refused as well. Otherwise
 * the source does not answer now, and a Follow for it would wait.
 */
export function previewTrouble(error: Error): 'refused' | 'waiting' {
  const isRefusal =
    error instanceof ApiError && error.status < 500 && !passing.includes(error.code);
  return isRefusal ? 'refused' : 'waiting';
}
