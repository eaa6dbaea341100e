/**
 * One service for all suites in a process that need no special settings. Each suite uses workspaces of its own. A suite
 * that counts data of all workspaces, changes the service, creates its first account or takes tasks from its queue
 * starts a service of its own (`service.ts`).
 */
import { closeAtEnd } from './at-end.ts';
import { startTestService, type TestService } from './service.ts';

/** No program is available to look links up, so the durations of linked videos stay unknown. */
const settings = { REELSIGHT_YTDLP: 'no-such-program' };

let running: Promise<TestService> | null = null;

/** The shared service. `close` returns it for use by other suites, and throws if the suite has ended the service. */
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

      // Suites that run after this one get a new service.
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
