/** Prints the output of a command as JSON or text. */
import { exitCode } from './exit-code.ts';
import type { ConnectOptions, Environment } from './session.ts';

export interface ReadOptions extends ConnectOptions {
  readonly json?: boolean;
}

interface Output {
  readonly json: unknown;
  readonly text: readonly string[];
}

/** Prints the output as JSON or text; returns the exit code for success. */
export function print(environment: Environment, { json }: ReadOptions, output: Output): number {
  const text = json ? JSON.stringify(output.json, null, 2) : output.text.join('\n');
  environment.stdout.write(`${text}\n`);
  return exitCode.done;
}

/** Formats a time in the reader's time zone: `2026-11-21 09:15`. */
export function localTime(timestamp: string): string {
  return new Date(timestamp).toLocaleString('sv-SE').slice(0, 16);
}

export interface PageOptions extends ReadOptions {
  readonly limit: number;
  readonly all?: boolean;
}

/** Number of items per page, chosen so that few calls are needed. */
export const pageSize = ({ limit, all: isUnlimited }: PageOptions): number =>
  isUnlimited ? 100 : Math.min(100, limit);

/** The first `limit` items, or all items if there is no limit. */
export async function take<Item>(
  list: AsyncIterable<Item>,
  { limit, all: isUnlimited }: PageOptions,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of list) {
    items.push(item);
    if (!isUnlimited && items.length >= limit) break;
  }
  return items;
}
