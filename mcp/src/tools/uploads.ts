/** Tools that provide a video file: from this machine if the server runs on it, or through an upload URL. */
import { openAsBlob } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { contentTypeOf } from '@reelsight/sdk';
import { z } from 'zod';
import { beginsLikeMedia } from '../media-head.ts';
import { Refusal } from '../refusal.ts';
import { tool } from '../tool.ts';

const contentTypes = ['video/mp4', 'video/quicktime', 'video/webm'] as const;

const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
} as const;

const keyOutput = z.string().describe('Pass it as `upload_key`.');

export const uploadFile = tool({
  name: 'upload_file',
  title: 'Upload a file',
  description:
    'Uploads a file of video or sound from this machine, only one that the person named, and returns its upload_key.',
  input: z.strictObject({
    path: z.string().min(1).max(4096).describe('Absolute path of the file on this machine.'),
  }),
  output: z.looseObject({
    upload_key: keyOutput,
    upload_filename: z.string().describe('Name of the file.'),
    size_bytes: z.number().describe('Its size in bytes.'),
  }),
  annotations: adds,
  transport: 'stdio',
  async run({ client, signal, progress }, { path }) {
    const type = await mediaTypeOf(path);
    const file = await openAsBlob(path, { type });
    const upload_key = await client.uploads.put(file, {
      signal,
      onProgress: (sent, total) => progress(sent, total, 'uploading'),
    });
    return { data: { upload_key, upload_filename: basename(path), size_bytes: file.size } };
  },
});

/**
 * The content type for the upload, determined by the file's name and first bytes. Throws Refusal for any other kind of
 * file, because no such file may leave this machine.
 */
async function mediaTypeOf(path: string): Promise<string> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats?.isFile()) {
    throw new Refusal(
      'FILE_NOT_FOUND',
      `There is no file at ${path}.`,
      'Ask the person for the path.',
    );
  }

  const type = contentTypeOf(basename(path));
  const isMedia = await beginsLikeMedia(path).catch(() => {
    throw new Refusal(
      'FILE_UNREADABLE',
      `${basename(path)} cannot be read.`,
      'Tell the person; only they can change that.',
    );
  });
  if (type !== undefined && isMedia) return type;

  throw new Refusal(
    'NO_VIDEO',
    `${basename(path)} is not known as a file of video or sound, by its name and its first bytes.`,
    'Tell the person; they can upload it in the console.',
  );
}

export const startUpload = tool({
  name: 'start_upload',
  title: 'Start an upload',
  description:
    'Gives a command that sends one file of video or sound, and its upload_key. If you cannot run it, the person can.',
  input: z.strictObject({
    content_type: z.enum(contentTypes).describe('Of any other kind: video/mp4.'),
    size_bytes: z.int().min(1).describe('Exact size, at most 524,288,000.'),
  }),
  output: z.looseObject({
    upload_key: keyOutput,
    put_url: z.string().describe('Where to send the file, once.'),
    expires_at: z.string().describe('When put_url stops working.'),
    command: z.string().describe('A command that sends FILE.'),
  }),
  annotations: adds,
  transport: 'http',
  async run({ client, signal }, upload) {
    const { key, put_url, expires_at } = await client.uploads.presign(upload, { signal });
    const command = `curl --fail --header 'Content-Type: ${upload.content_type}' --upload-file FILE '${put_url}'`;
    return { data: { upload_key: key, put_url, expires_at, command } };
  },
});
