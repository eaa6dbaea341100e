/** Presigned uploads (interface.md "Uploads"). */
import { z } from 'zod';
import { requestLimits } from './job.ts';
import { timestamp } from './text.ts';

export const uploadContentTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type UploadContentType = (typeof uploadContentTypes)[number];

export const presignUpload = z
  .strictObject({
    content_type: z
      .enum(uploadContentTypes)
      .describe('Media type of the file. The PUT must send the same as its `Content-Type`.'),
    size_bytes: z
      .int()
      .min(1)
      .max(requestLimits.uploadBytes)
      .describe('Exact size of the file in bytes, at most 524,288,000 (500 MB).'),
  })
  .meta({ id: 'PresignUpload', description: 'The file that will be uploaded.' });
export type PresignUpload = z.infer<typeof presignUpload>;

export const presignedUpload = z
  .looseObject({
    put_url: z
      .string()
      .describe('Where to PUT the bytes of the file; valid for one upload until `expires_at`.'),
    key: z
      .string()
      .describe(
        "Names the file: pass it as `upload_key` of a job or as `key` of a batch's upload. Form: `uploads/<tenant_id>/<id>/video.<ext>`.",
      ),
    expires_at: timestamp.describe('When `put_url` stops working.'),
  })
  .meta({ id: 'PresignedUpload', description: 'Where to put a file, and what to call it later.' });
export type PresignedUpload = z.infer<typeof presignedUpload>;
