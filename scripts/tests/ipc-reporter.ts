/** A reporter of node:test for a process of suites: reports the result of each test to the run over IPC. */
import type { TestEvent } from 'node:test/reporters';
import { inspect } from 'node:util';
import { type SuiteMessage, tell } from './messages.ts';

type Ended = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

export default async function* reportOverIpc(
  events: AsyncIterable<TestEvent>,
): AsyncGenerator<string> {
  for await (const event of events) {
    // Errors outside any test are printed, because the output is shown if the process fails.
    if (event.type === 'test:diagnostic' && /^(?:Error|Warning):/.test(event.data.message))
      yield `${event.data.message}\n`;
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;

    const message = messageOf(event);
    if (message) tell(message);
  }
}

/** Null for groups inside a suite, whose tests were already reported. */
function messageOf(event: Ended): SuiteMessage | null {
  const { name, nesting, details } = event.data;
  const isGroup = details.type === 'suite';
  const error = event.type === 'test:fail' ? ownError(event.data.details.error) : undefined;

  // These are the groups from `suite-process.ts`, one per suite.
  if (nesting === 0) {
    return {
      kind: 'ended',
      suite: name,
      seconds: details.duration_ms / 1000,
      ...(error !== undefined && { error }),
    };
  }

  if (isGroup && error === undefined) return null;

  const { skip, todo } = event.data;
  const isSkipped = skip !== undefined || todo !== undefined;
  const reason = [skip, todo].find((text) => typeof text === 'string');

  return {
    kind: 'test',
    name,
    outcome: isSkipped ? 'skipped' : error === undefined ? 'passed' : 'failed',
    milliseconds: details.duration_ms,
    ...(reason !== undefined && { reason }),
    ...(error !== undefined && { error }),
  };
}

/** The text of an error; undefined for a group whose error only says that one of its tests failed. */
function ownError(thrown: unknown): string | undefined {
  const error = thrown as { failureType?: string; cause?: unknown };
  if (error.failureType === 'subtestsFailed') return undefined;
  return inspect(error.cause ?? error, { depth: 5 });
}
