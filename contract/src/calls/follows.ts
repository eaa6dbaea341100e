/** The calls for Follows. The operator's calls reach any workspace; those of a key or a member reach only their own. */
import { z } from 'zod';
import {
  changeFollow,
  createFollow,
  follow,
  followPreview,
  followVideo,
  previewFollow,
  runFollow,
} from '../follow.ts';
import { exampleIds } from './example-ids.ts';
import { type CallRow, created, noContent, oneAnswer, type Param } from './row.ts';
import { followErrors } from './submit-errors.ts';

const ofWorkspace = {
  description: 'Id of the workspace.',
  example: exampleIds.workspace,
} as const satisfies Param;
const id = {
  description: 'Id of the Follow.',
  example: exampleIds.follow,
} as const satisfies Param;

const source = 'https://www.youtube.com/@examplechannel';
const example: z.input<typeof follow> = {
  follow_id: exampleIds.follow,
  tenant_id: exampleIds.workspace,
  name: 'Competitor channel',
  status: 'active',
  paused_reason: null,
  note: null,
  platform: 'youtube',
  kind: 'channel',
  source,
  rule: {
    capabilities: ['brands', 'summary'],
    every_minutes: 60,
    brands: ['Nike'],
    filters: { min_duration_seconds: 60 },
    monthly_credits: 2000,
  },
  credits_this_month: 140,
  failures: 0,
  last_run_at: '2026-11-12T09:00:00.000Z',
  next_run_at: '2026-11-12T10:00:00.000Z',
  created_at: '2026-11-01T12:00:00.000Z',
};

export const followCalls = {
  createFollow: {
    method: 'POST',
    costly: true,
    tag: 'Follows',
    summary: 'Watch a channel, creator, playlist, search or feed: its new videos become jobs.',
    description:
      'Runs immediately. Existing videos are skipped except the newest `backfill`. A source that is already watched gets a second Follow, with its own rule and jobs.',
    audit: 'follow.created',
    operator: { path: '/admin/v1/workspaces/:id/follows' },
    key: { scope: 'jobs:write', path: '/v1/follows' },
    params: { id: ofWorkspace },
    body: createFollow,
    example: {
      name: 'Competitor channel',
      source,
      capabilities: ['brands', 'summary'],
      brands: ['Nike'],
      every_minutes: 60,
      backfill: 3,
      filters: { min_duration_seconds: 60, title_excludes: ['#shorts'] },
      monthly_credits: 2000,
    },
    answers: created(follow, { ...example, credits_this_month: 0, last_run_at: null }),
    errors: ['NOT_FOUND', 'FOLLOW_LIMIT_REACHED', ...followErrors],
  },
  listFollows: {
    method: 'GET',
    tag: 'Follows',
    summary: 'List the Follows of a workspace.',
    description: 'All of them, with what each has spent this month.',
    operator: { path: '/admin/v1/workspaces/:id/follows' },
    key: { scope: 'jobs:read', path: '/v1/follows' },
    params: { id: ofWorkspace },
    answers: oneAnswer(z.array(follow), [example], 'Newest first.'),
    errors: ['NOT_FOUND'],
  },
  getFollow: {
    method: 'GET',
    tag: 'Follows',
    summary: 'Read a Follow.',
    description: 'With what it has spent this month.',
    key: { scope: 'jobs:read', path: '/v1/follows/:id' },
    operator: { path: '/admin/v1/follows/:id' },
    params: { id },
    answers: oneAnswer(follow, example),
    errors: ['NOT_FOUND'],
  },
  previewFollow: {
    method: 'POST',
    costly: true,
    tag: 'Follows',
    summary: 'Preview the videos a Follow of this source would find now.',
    description: 'Nothing is created. Each video names the filter that would exclude it.',
    unaudited: 'Changes nothing.',
    key: { scope: 'jobs:write', path: '/v1/follows/preview' },
    body: previewFollow,
    example: { source, filters: { min_duration_seconds: 60 } },
    answers: oneAnswer(followPreview, {
      platform: 'youtube',
      kind: 'channel',
      title: 'Example Channel',
      videos: [
        {
          video_id: 'dQw4w9WgXcQ',
          url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
          title: 'New shoes, tested',
          duration_seconds: 61,
          published_at: '2026-11-10T16:00:00.000Z',
          refused: null,
        },
      ],
    }),
    errors: ['INVALID_URL', 'PLATFORM_UNAVAILABLE', 'PLATFORM_RATE_LIMITED'],
  },
  changeFollow: {
    method: 'PATCH',
    tag: 'Follows',
    summary: 'Change, pause or resume a Follow.',
    description:
      'Omitted fields are unchanged; `null` clears a field. Existing jobs are not changed.',
    audit: 'follow.changed',
    operator: { path: '/admin/v1/follows/:id' },
    key: { scope: 'jobs:write', path: '/v1/follows/:id' },
    params: { id },
    body: changeFollow,
    repeatable: true,
    example: { every_minutes: 120, monthly_credits: null },
    answers: oneAnswer(
      follow,
      { ...example, rule: { capabilities: ['brands', 'summary'], every_minutes: 120 } },
      'Changed.',
    ),
    errors: ['NOT_FOUND', ...followErrors],
  },
  deleteFollow: {
    method: 'DELETE',
    tag: 'Follows',
    summary: 'Delete a Follow; its jobs are kept.',
    description: 'No new videos are looked for.',
    audit: 'follow.deleted',
    operator: { path: '/admin/v1/follows/:id' },
    key: { scope: 'jobs:write', path: '/v1/follows/:id' },
    params: { id },
    answers: noContent('Deleted.'),
    errors: ['NOT_FOUND'],
  },
  runFollow: {
    method: 'POST',
    costly: true,
    tag: 'Follows',
    summary: 'Run a Follow now; with `backfill` also take the newest videos that have no job.',
    description: 'An extra run, outside the schedule. A paused Follow must be resumed first.',
    audit: 'follow.run',
    operator: { path: '/admin/v1/follows/:id/runs' },
    key: { scope: 'jobs:write', path: '/v1/follows/:id/runs' },
    params: { id },
    body: runFollow,
    example: { backfill: 2 },
    answers: created(follow, example, 'Queued.'),
    errors: ['NOT_FOUND'],
  },
  listFollowVideos: {
    method: 'GET',
    tag: 'Follows',
    summary:
      'Read the last 200 videos a Follow found, with the job of each or the reason there is none.',
    description: 'Includes those its filters excluded.',
    operator: { path: '/admin/v1/follows/:id/videos' },
    key: { scope: 'jobs:read', path: '/v1/follows/:id/videos' },
    params: { id },
    answers: oneAnswer(
      z.array(followVideo),
      [
        {
          video_id: 'dQw4w9WgXcQ',
          url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
          job_id: exampleIds.job,
          skipped: null,
          seen_at: '2026-11-12T09:00:02.310Z',
        },
      ],
      'Newest first.',
    ),
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, CallRow>;
