/**
 * Runs work that uses the database without waiting for its workspace's turn: work that already holds a connection, and
 * writes for several workspaces together, which would otherwise all wait in the queue of one of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const turnless = new AsyncLocalStorage<true>();

export const withoutTurn = <T>(work: () => T): T => turnless.run(true, work);

export const takesTurn = (): boolean => turnless.getStore() === undefined;
