/** Tools for clips (moments of a video as a separate file): create them and show their state. */
import type { Clip } from '@reelsight/sdk';
import { z } from 'zod';
import { defined, jobIdInput } from '../fields.ts';
import { reads, tool } from '../tool.ts';

const clipOutput = z.looseObject({
  clip_id: z.string().describe('Id of the clip, `clip_…`.'),
  status: z.string().describe('`pending`, `processing`, `ready` or `failed`.'),
  percent: z.number().nullable().describe('How far it is, 0 to 100; null if unknown.'),
  duration_seconds: z.number().nullable().describe('Length in seconds; null until it is ready.'),
  size_bytes: z.number().nullable().describe('Size in bytes; null until it is ready.'),
  url: z
    .string()
    .nullable()
    .describe(
      'Path of the file on the service, which takes the key of the account; null until it is ready.',
    ),
  error: z.string().nullable().describe('Why it failed; null if it did not.'),
});

const viewOf = ({ clip_id, status, percent, duration_seconds, size_bytes, url, error }: Clip) => ({
  clip_id,
  status,
  percent,
  duration_seconds,
  size_bytes,
  url,
  error: error && `${error.code}: ${error.message}`,
});

const seconds = z.number().min(0).max(1_000_000);
const nameInput = z.string().min(1).max(200).optional();

export const makeClip = tool({
  name: 'make_clip',
  title: 'Make a clip',
  description:
    'Cuts moments out of the held video of a completed job: ranges, or all of one brand or object; exactly one of them. Then clip_status until ready.',
  input: z.strictObject({
    job_id: jobIdInput,
    ranges: z
      .array(z.strictObject({ start: seconds, end: seconds }))
      .min(1)
      .max(100)
      .optional()
      .describe('In seconds.'),
    brand: nameInput.describe('As in the results.'),
    object: nameInput.describe('As brand.'),
    padding_seconds: z.number().min(0).max(5).optional().describe('Around each moment, 0 to 5.'),
    boxes: z.boolean().optional().describe('Draws boxes with names.'),
    format: z
      .enum(['mp4', 'webp', 'gif'])
      .default('mp4')
      .describe('`mp4`: at most 10 minutes. `webp` and `gif`: at most 15 s, silent.'),
  }),
  output: clipOutput,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  },
  async run({ client, signal }, { job_id, format, ...wish }) {
    const clip = await client.jobs.createClip(job_id, { format, ...defined(wish) }, { signal });
    return { data: viewOf(clip) };
  },
});

export const clipStatus = tool({
  name: 'clip_status',
  title: 'State of a clip',
  description: 'Whether it is ready, how far, or why it failed.',
  input: z.strictObject({
    clip_id: z
      .string()
      .regex(/^clip_[0-9a-z]{1,60}$/, 'must be the id of a clip, clip_…')
      .describe('`clip_…`.'),
  }),
  output: clipOutput,
  annotations: reads,
  async run({ client, signal }, { clip_id }) {
    return { data: viewOf(await client.clips.get(clip_id, { signal })) };
  },
});
