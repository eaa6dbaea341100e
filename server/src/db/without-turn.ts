/**
 * Work that uses the database without waiting for the turn of its workspace: what holds a connection already, and what is
 * written for several workspaces together, which would else all wait in the line of one of them.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const turnless = new AsyncLocalStorage<true>();

export const withoutTurn = <T>(work: () => T): T => turnless.run(true, work);

export const takesTurn = (): boolean => turnless.getStore() === undefined;
