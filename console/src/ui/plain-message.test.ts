import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFollow, createJob } from '@reelsight/contract';
import { ApiError } from '@reelsight/sdk';
import { messageOf, toldOf } from './plain-message.ts';

/** The message with which the service would refuse this body: its first problem. */
function refusal(schema: typeof createJob | typeof createFollow, body: unknown): string {
  const issue = schema.safeParse(body).error?.issues[0];
  assert.ok(issue, 'it is refused');
  const text = issue.message.replace(/^Invalid input: /, '').replace(/\.$/, '');
  return `${issue.path.join('.')}: ${text}.`;
}

const job = { url: 'https://example.com/v', capabilities: ['brands'] };
const follow = { name: 'A', source: 'https://example.com', capabilities: ['brands'] };

test('what the schemas say of types is said in words', () => {
  const messages = [
    refusal(createJob, { ...job, max_credits: 'many' }),
    refusal(createJob, { ...job, max_credits: 1.5 }),
    refusal(createJob, { ...job, max_credits: -1 }),
    refusal(createJob, { ...job, fps: 9 }),
    refusal(createJob, { ...job, capabilities: [] }),
    refusal(createFollow, { ...follow, name: '' }),
    refusal(createFollow, { ...follow, source: undefined }),
  ];
  assert.deepEqual(
    messages.map((message) => toldOf(message)).map(({ path, text }) => `${path} | ${text}`),
    [
      'max_credits | Must be a number.',
      'max_credits | Must be a whole number.',
      'max_credits | Must be at least 0.',
      'fps | Must be at most 4.',
      'capabilities | Must not be empty.',
      'name | Must not be empty.',
      'source | This is missing.',
    ],
  );
  for (const message of messages) assert.doesNotMatch(toldOf(message).text, /expected|received/);
});

test('what is said in words already stays, with its field named where there is no field to stand at', () => {
  assert.deepEqual(toldOf('url: must lead to a video.'), {
    path: 'url',
    text: 'Must lead to a video.',
  });

  const error = (message: string) =>
    new ApiError({ status: 400, code: 'VALIDATION_FAILED', message } as never);
  assert.equal(
    messageOf(error('filters.newer_than: must be in the past.')),
    'Filters newer than: Must be in the past.',
  );
  assert.equal(messageOf(error('The plan has no batches.')), 'The plan has no batches.');
  assert.equal(
    messageOf(error('ada@example.com is not confirmed.')),
    'ada@example.com is not confirmed.',
  );
});
