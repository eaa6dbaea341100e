/** Presigned uploads (interface.md "Uploads"). */
import { z } from 'zod';
import { requestLimits } from './job.ts';
import { timestamp } from './text.ts';

/**
 * A complete upload as shell commands. URL is the service's address, KEY an API key, and FILE the name of a file. A
 * test runs these commands.
 */
export const uploadCommands = `\`\`\`sh
PRESIGNED=$(curl -sf "$URL/v1/uploads/presign" -H "X-Api-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{"content_type":"video/mp4","size_bytes":'$(($(wc -c < "$FILE")))'}')
PUT_URL=$(echo "$PRESIGNED" | sed 's|.*"put_url":"\\([^"]*\\)".*|\\1|')
UPLOAD_KEY=$(echo "$PRESIGNED" | sed 's|.*"key":"\\([^"]*\\)".*|\\1|')
curl -sf -T "$FILE" "$PUT_URL" -H 'Content-Type: video/mp4'
curl -sf "$URL/v1/jobs" -H "X-Api-Key: $KEY" -H 'Content-Type: application/json' \\
  -d '{"upload_key":"'"$UPLOAD_KEY"'","upload_filename":"'"$FILE"'","capabilities":["transcription"]}'
\`\`\``;

export const uploadContentTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;
export type UploadContentType = (typeof uploadContentTypes)[number];

/**
 * The file extensions that the service accepts, each with the media type under which such files are uploaded. The API
 * has only three types, because the content decides what a file is.
 */
export const uploadTypesByEnding: Readonly<Record<string, UploadContentType>> = {
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/webm',
  mka: 'video/webm',
  ...typesOf(
    'video/mp4',
    `mp4 m4v m4a f4v 3gp 3g2 mj2 ts mts m2ts mpg mpeg m2p vob mod tod m1v m2v h264 264 hevc h265 265 dav
    avi divx wmv asf wtv flv ogv ogg oga opus mxf gxf dv gif apng ivf rm rmvb
    mp3 aac ac3 eac3 dts thd flac wv tta ape wav w64 aif aiff au caf amr wma`,
  ),
};

function typesOf(type: UploadContentType, endings: string): Record<string, UploadContentType> {
  return Object.fromEntries(endings.split(/\s+/).map((ending) => [ending, type]));
}

export const presignUpload = z
  .strictObject({
    content_type: z
      .enum(uploadContentTypes)
      .describe(
        'Media type of the file; for any other kind that the service reads (such as MKV, MPEG-TS, AVI or MP3), one of the three. The PUT must send the same as its `Content-Type`. What the file is, its content tells.',
      ),
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
