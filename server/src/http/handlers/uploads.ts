/** Presigned uploads. */
import type { PresignedUpload, PresignUpload } from '@reelsight/contract';
import { addUpload } from '../../domain/uploads/uploads.ts';
import { uploadKey } from '../../storage/upload-url.ts';
import { type CallDeps, type Reply, submitterOf, type WorkspaceCall } from '../call.ts';

export async function presignUpload(
  { domain, storage, uploadUrlMs }: CallDeps,
  call: WorkspaceCall<unknown, PresignUpload>,
): Promise<Reply> {
  const { content_type: contentType, size_bytes: sizeBytes } = call.body;
  const caller = submitterOf(call);

  await domain.ports.checkDisk(sizeBytes);
  const now = domain.now();
  const expiresAt = new Date(now.getTime() + uploadUrlMs);
  // The part of a new id after its prefix: it is time-ordered and cannot be guessed.
  const key = uploadKey(caller.workspaceId, domain.newId('req').slice('req_'.length), contentType);
  const putUrl = await storage.presignPut(key, { contentType, sizeBytes, expiresAt });

  await addUpload(domain, caller, { key, contentType, sizeBytes, expiresAt, now });
  const data: PresignedUpload = { put_url: putUrl, key, expires_at: expiresAt.toISOString() };

  return { status: 200, data };
}
