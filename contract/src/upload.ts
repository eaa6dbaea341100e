/** Presigned uploads (interface.md "Uploads"). */
import { z } from 'zod';
import { requestLimits } from './job.ts';
import { timestamp } from './text.ts';

/** A whole upload as shell commands, with an address in URL, a key in KEY and a file name in FILE. A test runs them. */
export const uploadCommands = `\`\`\`sh
PRESIGNED=$(curl -sf "$URL/v1/uploads/presign" -H "X-Api-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{"content_type":"video/mp4","size_bytes":'$(($(wc -c < "$FILE")))'}')
PUT_URL=$(echo "$PRESIGNED" | sed 's/.*"put_url":"\\([^"]*\\)".*/\\1/')
UPLOAD_KEY=$(echo "$PRESIGNED" | sed 's/.*"key":"\\([^"]*\\)".*/\\1/')
curl -sf -T "$FILE" "$PUT_URL" -H 'Content-Type: video/mp4'
curl -sf "$URL/v1/jobs" -H "X-Api-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{"upload_key":"'"$UPLOAD_KEY"'","upload_filename":"'"$FILE"'","capabilities":["transcription"]}'
\`\`\``;

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
