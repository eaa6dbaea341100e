/** Presigned uploads (interface.md "Uploads", decisions.md 6). */
import { z } from 'zod';
import { requestLimits } from './job.ts';
import { timestamp } from './text.ts';

export const uploadContentTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type UploadContentType = (typeof uploadContentTypes)[number];

export const presignUpload = z
  .strictObject({
    content_type: z.enum(uploadContentTypes),
    size_bytes: z.int().min(1).max(requestLimits.uploadBytes),
  })
  .meta({ id: 'PresignUpload' });
export type PresignUpload = z.infer<typeof presignUpload>;

export const presignedUpload = z
  .looseObject({ put_url: z.string(), key: z.string(), expires_at: timestamp })
  .meta({ id: 'PresignedUpload' });
export type PresignedUpload = z.infer<typeof presignedUpload>;
