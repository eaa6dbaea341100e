/**
 * One service for the suites of a process that need no settings of their own. They keep apart by workspaces; a suite that
 * counts what belongs to everybody, changes the service, makes its first account or takes tasks from its queue starts its
 * own (`service.ts`).
 */
import { closeAtEnd } from './at-end.ts';
import { startTestService, type TestService } from './service.ts';

/** No program looks links up, so their durations stay unresolved. */
const settings = { REELSIGHT_YTDLP: 'no-such-program' };

let running: Promise<TestService> | null = null;

/** The shared service; `close` gives it back. Throws at `close` if the suite has ended it. */
export async function sharedService(): Promise<TestService> {
  running ??= startTestService(settings);
  const service = await running;
  const staysOpen = closeAtEnd(() => service.close());

  return {
    ...service,
    async close() {
      if (await answers(service)) {
        if (staysOpen) return;
        running = null;
        await service.close();
        return;
      }

      // The suites after this one get another service.
      running = null;
      throw new Error('The shared service no longer answers: this suite has ended it.');
    },
  };
}

async function answers({ apiUrl }: TestService): Promise<boolean> {
  return fetch(`${apiUrl}/healthz`, { signal: AbortSignal.timeout(10_000) }).then(
    (response) => response.ok,
    () => false,
  );
}
