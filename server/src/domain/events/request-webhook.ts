/** The webhook address that a request names for one job or one batch. */
import type { Domain } from '../domain.ts';
import type { Caller } from '../submission.ts';
import { holdCaller } from '../workspaces/access.ts';

/**
 * Checks the address and looks its host up; undefined if the request names none. Looking it up takes as long as its name
 * server likes, so it also checks that the caller still has access afterwards. Throws Fault VALIDATION_FAILED, or as
 * `holdCaller`.
 */
export async function checkRequestWebhook(
  { db, ports }: Pick<Domain, 'db' | 'ports'>,
  { workspaceId, access }: Caller,
  url: string | undefined,
): Promise<void> {
  if (url === undefined) return;
  await ports.checkWebhookUrl(url, workspaceId);
  if (access) await holdCaller(db, workspaceId, access);
}
