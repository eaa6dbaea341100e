/**
 * Makes the console's own calls, as the table of calls defines them. Calls of the public API go through the SDK's
 * clients.
 */
import type { DataOf, SessionAsk, SessionCallId, SessionParams } from '@reelsight/contract';
import { type Asked, createSender } from '@reelsight/sdk';
import { addresses } from './calls.gen.ts';
import { fetchWithEarly } from './early.ts';

export type ConsoleCall<Id extends SessionCallId> = SessionAsk<Id>;
export type ConsoleAnswer<Id extends SessionCallId> = DataOf<Id>;

// The sender does not retry: the query client retries and informs the page.
let send: ReturnType<typeof createSender<SessionCallId>> | undefined;

/** Throws the SDK's errors: ApiError with the API's code and message, or ConnectionError if there was no answer. */
export async function consoleCall<Id extends SessionCallId>(
  id: Id,
  { query, ...call }: ConsoleCall<Id>,
): Promise<ConsoleAnswer<Id>> {
  send ??= createSender(
    { baseUrl: location.origin, maxRetries: 0, fetch: fetchWithEarly },
    addresses,
  );

  // An empty filter field filters nothing, so it is left out of the query.
  const filledFields = Object.entries(query ?? {}).filter(([, value]) => value !== '');
  const { body } = await send(id, { ...(call as Asked), query: Object.fromEntries(filledFields) });
  const envelope = body as { data?: unknown; pagination?: unknown } | undefined;

  return (envelope?.pagination ? envelope : envelope?.data) as ConsoleAnswer<Id>;
}

/** The path of a call of the console's own API, for links, pictures and streams. */
export function consolePath<Id extends SessionCallId>(
  id: Id,
  params: SessionParams<Id>['params'],
): string {
  return filled(addresses[id][1], params);
}

/** Fills in the parameters of a path. */
export function filled(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
