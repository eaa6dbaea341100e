/**
 * Lets work use the database without waiting for its workspace's turn. This is for work that already holds a
 * connection, and for writes that cover several workspaces, which would otherwise all wait in the queue of one
 * workspace.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const turnless = new AsyncLocalStorage<true>();

export const withoutTurn = <T>(work: () => T): T => turnless.run(true, work);

export const takesTurn = (): boolean => turnless.getStore() === undefined;
