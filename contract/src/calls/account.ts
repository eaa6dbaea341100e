/** Calls of a key that are not about jobs: uploads, frames, account and usage. */
import { account } from '../account.ts';
import { frameQuery } from '../frame.ts';
import { defaultPlans } from '../plans.ts';
import { presignedUpload, presignUpload, uploadCommands } from '../upload.ts';
import { usage, usageQuery } from '../usage.ts';
import { exampleIds, exampleNames } from './example-ids.ts';
import { frameTag, keptForever } from './headers.ts';
import { type CallRow, oneAnswer, page } from './row.ts';

/** The account that all examples use. */
export const exampleAccount = {
  tenant_id: exampleIds.workspace,
  name: 'Acme Research',
  email: 'video@example.com',
  plan: 'pro',
  credits: {
    balance: 12_400,
    plan_credits: 7400,
    purchased_credits: 5000,
    monthly_allowance: 10_000,
    resets_at: '2026-12-03T00:00:00.000Z',
    used_this_period: 2600,
  },
  limits: defaultPlans.pro.limits,
  webhook_secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwbXVpP0aN5cE=',
  created_at: '2026-09-03T08:12:45.120Z',
} as const;

export const accountCalls = {
  presignUpload: {
    method: 'POST',
    tag: 'Uploads',
    summary: 'Get a short-lived address to PUT a video file to.',
    description: `PUT the bytes to \`put_url\` with the same \`Content-Type\` within 60 minutes; they do not pass through the API. Then create a job with \`key\` as its \`upload_key\`.\n\n${uploadCommands}\n\nA file that no job used is deleted after 24 hours; how many such files a workspace may have, and how large they may be in all, depends on its plan.`,
    unaudited: 'Makes room for a file that is removed again unless a job uses it.',
    key: { scope: 'jobs:write', path: '/v1/uploads/presign' },
    repeatable: true,
    body: presignUpload,
    example: { content_type: 'video/mp4', size_bytes: 18_240_511 },
    answers: oneAnswer(
      presignedUpload,
      {
        put_url: `https://uploads.example.com/${exampleNames.upload}?signature=…`,
        key: exampleNames.upload,
        expires_at: '2026-11-12T10:30:00.000Z',
      },
      'Where to put the file.',
    ),
    errors: ['UPLOAD_QUOTA_EXCEEDED', 'LOW_DISK'],
  },
  getFrame: {
    method: 'GET',
    tag: 'Frames',
    summary: 'Fetch a storyboard sheet, proof frame or thumbnail.',
    description:
      'Take the path from `sheets`, `frame_url` or `video_thumbnail_url` as it is. A frame never changes, and is kept as long as the results of its job. `width` and `crop` make a small picture of it.',
    key: { scope: 'jobs:read', path: '/v1/frames/*' },
    query: frameQuery,
    params: {
      '*': {
        description: 'Rest of the path, with unencoded slashes.',
        example: `${exampleIds.job}/sheet-1.jpg`,
      },
    },
    answers: [
      {
        status: 200,
        description: 'The JPEG.',
        contentType: 'image/jpeg',
        headers: { 'Cache-Control': keptForever, ETag: frameTag },
      },
      { status: 304, description: 'The picture is still the one of `If-None-Match`.' },
    ],
    errors: ['NOT_FOUND', 'VALIDATION_FAILED', 'RATE_LIMITED'],
  },
  getAccount: {
    method: 'GET',
    tag: 'Account',
    summary: 'Read the workspace, its credits and limits.',
    description: 'Includes the secret that signs webhooks.',
    key: { scope: 'account:read', path: '/v1/account' },
    answers: oneAnswer(account, exampleAccount, 'The account.'),
    errors: [],
  },
  getUsage: {
    method: 'GET',
    tag: 'Account',
    summary: 'Read the ledger of a period with its sums.',
    description: 'Entries newest first, a page at a time; the sums cover the whole period.',
    key: { scope: 'account:read', path: '/v1/usage' },
    query: usageQuery,
    answers: page(
      usage,
      {
        summary: {
          period: { start: '2026-11-01T00:00:00.000Z', end: '2026-11-12T10:00:00.000Z' },
          credits_used: 21,
          credits_purchased: 0,
          credits_refunded: 0,
          credits_granted: 0,
          total_jobs: 1,
        },
        transactions: [
          {
            id: exampleIds.transaction,
            type: 'charge',
            amount: -21,
            job_id: exampleIds.job,
            description: 'Analysis of a video',
            created_at: '2026-11-12T09:30:38.604Z',
          },
        ],
      },
      'A page of the ledger.',
    ),
    errors: ['VALIDATION_FAILED'],
  },
} as const satisfies Record<string, CallRow>;
