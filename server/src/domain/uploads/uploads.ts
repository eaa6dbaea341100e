/** Uploads: limits on how much a workspace may upload, and checks whether the files arrived. */
import { bytesInMb, Fault, type Plan } from '@reelsight/contract';
import pLimit from 'p-limit';
import {
  type HeldUploads,
  insertUploadWithin,
  type NewUpload,
  setUploadStored,
  type UploadBounds,
  unknownUploads,
  uploadExists,
  uploadIsOpen,
} from '../../db/uploads/uploads.ts';
import { lockWorkspace } from '../../db/workspaces/workspaces.ts';
import type { Domain } from '../domain.ts';
import type { Caller } from '../submission.ts';

/**
 * Time to wait after a URL has expired before looking for its file, because a late file has usually arrived by then. S3
 * sends no notice.
 */
export const settleMs = 10 * 60_000;

/** Records an upload that a client is about to send. Throws Fault UPLOAD_QUOTA_EXCEEDED. */
export async function addUpload(
  domain: Domain,
  { plan, workspaceId }: Pick<Caller, 'plan' | 'workspaceId'>,
  upload: Omit<NewUpload, 'workspaceId'>,
): Promise<void> {
  const bounds = boundsOf(domain.plans[plan]);
  const row = { ...upload, workspaceId };
  const { added: isAdded, ...usage } = await domain.db.transaction(async (tx) => {
    await lockWorkspace(tx, workspaceId);
    return insertUploadWithin(tx, row, bounds);
  });
  if (isAdded) return;

  throw new Fault('UPLOAD_QUOTA_EXCEEDED', JSON.stringify(usage), {
    text: refusal(usage, bounds, upload.sizeBytes),
  });
}

const boundsOf = (plan: Plan): UploadBounds => ({
  most: plan.unusedUploads,
  mostBytes: plan.unusedUploadBytes,
  mostHeldBytes: plan.heldUploadBytes,
});

function refusal(usage: HeldUploads, bounds: UploadBounds, bytes: number): string {
  const mb = (count: number) => `${Math.ceil(count / bytesInMb)} MB`;
  const { most: maxUploads, mostBytes, mostHeldBytes } = bounds;
  if (usage.uploads >= maxUploads || usage.bytes + bytes > mostBytes)
    return `This workspace has ${usage.uploads} uploads of ${mb(usage.bytes)} that no job has used; at most ${maxUploads} of ${mb(mostBytes)} in all are allowed. Use them in jobs, or wait until they expire.`;
  return `This workspace has uploads of ${mb(usage.held_bytes)}, used ones included; at most ${mb(mostHeldBytes)} are allowed. Delete jobs whose uploads are no longer needed, or wait until the files expire.`;
}

/** Whether a file may still be sent to the presigned URL of this key. */
export const mayStore = (domain: Pick<Domain, 'db'>, key: string): Promise<boolean> =>
  uploadIsOpen(domain.db, key);

/** Records that a file arrived complete. Returns false if its upload was deleted while the file was being sent. */
export async function noteStored(domain: Pick<Domain, 'db'>, key: string): Promise<boolean> {
  await setUploadStored(domain.db, key, true);
  return uploadExists(domain.db, key);
}

const looksAtOnce = 16;

/** Looks for the files of uploads whose URL has expired. Uploads without a file no longer count towards the limits. */
export async function lookForStored(domain: Domain): Promise<void> {
  const cutoff = new Date(domain.now().getTime() - settleMs);
  const look = pLimit(looksAtOnce);
  // The number of uploads is limited, because other sweeps wait for this one; the next sweep looks for the rest.
  const keys = await unknownUploads(domain.db, cutoff);
  await look.map(keys, async (key) =>
    setUploadStored(domain.db, key, (await domain.ports.storedFile(key)) !== null),
  );
}
