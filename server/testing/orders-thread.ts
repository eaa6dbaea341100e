/** A thread for tests of threads: it does what the test orders. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Fault } from '@reelsight/contract/errors';
import { answerOrders, type OrderContext } from '../src/threads/answer-orders.ts';

const handlers = { echo, fill, wait, crash, exit, hog, refuse, fail, count, cut };
export type OrdersThread = typeof handlers;

let counted = 0;

answerOrders(handlers);

function echo(text: string): string {
  return text;
}

/** Returns bytes whose memory is transferred to the caller instead of copied. */
function fill(length: number, { transfer }: OrderContext): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length).fill(7);
  transfer(bytes.buffer);
  return bytes;
}

async function wait(ms: number): Promise<string> {
  await sleep(ms);
  return `waited ${ms}`;
}

/** Throws an error outside the order, so that no promise catches it. */
function crash(text: string): Promise<never> {
  setImmediate(() => {
    throw new Error(text);
  });
  return new Promise(() => undefined);
}

function exit(code: number): Promise<never> {
  process.exit(code);
}

function hog(_order: null): number {
  const lists: string[][] = [];
  for (;;)
    lists.push(Array.from({ length: 10_000 }, (_, index) => `text ${index} ${lists.length}`));
}

function refuse(detail: string): never {
  throw new Fault('EXPORT_UNAVAILABLE', detail, { text: 'There is none.', retryAfterSeconds: 5 });
}

function fail(text: string): never {
  throw new TypeError(text);
}

/** Returns how often this function of the thread has been called. */
function count(_order: null): number {
  counted += 1;
  return counted;
}

/** Ends as soon as the caller gives up. */
async function cut(ms: number, { signal }: OrderContext): Promise<string> {
  try {
    await sleep(ms, undefined, { signal });
    return 'whole';
  } catch {
    return 'cut short';
  }
}
