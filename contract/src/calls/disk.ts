/** The operator's calls that show what uses disk space, and free some of it. */
import type { z } from 'zod';
import { diskFreed, diskUse, freeDisk, getDiskQuery } from '../disk.ts';
import { type CallRow, oneAnswer } from './row.ts';

const use: z.input<typeof diskUse> = {
  measuring: false,
  use: {
    measured_at: '2026-11-12T09:30:00.000Z',
    seconds: 1.8,
    kinds: [
      {
        kind: 'media',
        files: 412,
        bytes: 9_126_805_504,
        kept: '7 days after the job (REELSIGHT_MEDIA_DAYS)',
      },
    ],
    leftovers: { files: 0, bytes: 0 },
    data_folder: [{ name: 'storage', bytes: 10_737_418_240 }],
    database_bytes: 734_003_200,
  },
  error: null,
};

export const diskCalls = {
  getDisk: {
    method: 'GET',
    tag: 'Service',
    summary: 'Read what takes space.',
    description:
      'Stored files by kind, the data folder of the process that answers, and the database. Files are counted in the background: read again while `measuring` is true.',
    operator: { path: '/admin/v1/disk' },
    query: getDiskQuery,
    answers: oneAnswer(diskUse, use),
    errors: ['VALIDATION_FAILED'],
  },
  freeDisk: {
    method: 'POST',
    costly: true,
    tag: 'Service',
    summary: 'Remove files before their time.',
    description:
      'What is removed cannot be brought back. Nothing that an open job uses is removed. Ask with `dry_run` first.',
    audit: 'disk.freed',
    operator: { path: '/admin/v1/disk/free' },
    body: freeDisk,
    repeatable: true,
    example: { kind: 'media', older_than_hours: 72, dry_run: true },
    answers: oneAnswer(
      diskFreed,
      { kind: 'media', count: 18, started: false },
      'Counted, and started unless it was a dry run.',
    ),
    errors: [],
  },
} as const satisfies Record<string, CallRow>;
