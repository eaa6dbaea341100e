/**
 * Limits the credits that one process may spend. Each job counts with its `max_credits` until its actual charge is
 * known.
 */
import { Refusal } from './refusal.ts';

interface Entry {
  credits: number;
  jobId?: string;
}

export class Budget {
  readonly limit: number;
  /** Reservations by idempotency key, so that a repeated call counts only once. */
  readonly #entries = new Map<string, Entry>();

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Number of credits that can still be reserved. */
  get left(): number {
    let sum = 0;
    for (const { credits } of this.#entries.values()) sum += credits;
    return Math.max(0, this.limit - sum);
  }

  /**
   * Reserves credits for the call with this key, unless that was done before. Returns whether the key is new. Throws
   * Refusal MCP_BUDGET_EXCEEDED.
   */
  reserve(key: string, credits: number): boolean {
    if (this.#entries.has(key)) return false;

    const { left: remainingCredits, limit } = this;
    if (credits > remainingCredits) {
      throw new Refusal(
        'MCP_BUDGET_EXCEEDED',
        `This session may spend ${limit} credits; ${remainingCredits} are left, and max_credits asks for ${credits}.`,
        'Stop and tell the person. Only they can raise REELSIGHT_MCP_MAX_CREDITS and start the server again, or name a smaller max_credits.',
      );
    }

    this.#entries.set(key, { credits });
    return true;
  }

  /** Gives the reserved credits back; called if the call created nothing. */
  release(key: string): void {
    this.#entries.delete(key);
  }

  made(key: string, jobId: string): void {
    const entry = this.#entries.get(key);
    if (entry) entry.jobId = jobId;
  }

  /** Replaces the reservation by the actual charge, once the job has ended. */
  settle(jobId: string, charged: number): void {
    for (const entry of this.#entries.values()) if (entry.jobId === jobId) entry.credits = charged;
  }
}
