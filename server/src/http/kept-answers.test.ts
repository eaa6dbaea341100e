/** One read serves everyone who opens a link at the same time, even if the caller that began the read leaves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { type AnswerKey, KeptAnswers, type SharedAnswer } from './kept-answers.ts';

const answer: SharedAnswer = { data: Buffer.from('{}'), frames: new Set(), tag: '"1"' };

const keyOf = (state: string, name = 'share_1', group = 'ws_1'): AnswerKey => ({
  name,
  group,
  state,
});

/** Each read fails with the next of these errors; once they are used up, reads succeed. */
function reader(failures: readonly Error[]) {
  let reads = 0;
  const read = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    const failure = failures[reads];
    reads += 1;
    if (failure) throw failure;
    return answer;
  };
  return { read, count: () => reads };
}

const openedBy = (people: number, read: () => Promise<SharedAnswer>) => {
  const answers = new KeptAnswers<SharedAnswer>();
  const opening = Array.from({ length: people }, () => answers.of(keyOf('a'), read));
  return Promise.allSettled(opening);
};

test('many who open a link at once cause one read', async () => {
  const { read, count } = reader([]);
  const opened = await openedBy(20, read);
  assert.ok(opened.every(({ status }) => status === 'fulfilled'));
  assert.equal(count(), 1);
});

test('when those who began have left, the others are served', async () => {
  const gone = new Fault('REQUEST_TIMEOUT', 'the client has gone');
  const { read, count } = reader([gone, gone]);
  const opened = await openedBy(20, read);
  assert.equal(opened.filter(({ status }) => status === 'fulfilled').length, 18);
  assert.equal(count(), 3);
});

test('what fails is not tried again by each of them', async () => {
  const { read, count } = reader(Array.from({ length: 20 }, () => new Error('out of disk')));
  const opened = await openedBy(20, read);
  assert.ok(opened.every(({ status }) => status === 'rejected'));
  assert.equal(count(), 1);
});

test('an answer is kept for a minute from the end of its read, and a longer read is not begun twice', async () => {
  let nowMs = 0;
  const answers = new KeptAnswers<SharedAnswer>(() => nowMs);
  const { promise, resolve } = Promise.withResolvers<SharedAnswer>();
  const { read, count } = reader([]);
  const first = answers.of(keyOf('a'), () => promise);

  nowMs = 90_000;
  const second = answers.of(keyOf('a'), read);

  resolve(answer);
  await Promise.all([first, second]);
  nowMs += 59_000;
  await answers.of(keyOf('a'), read);
  assert.equal(count(), 0);
  nowMs += 2000;
  await answers.of(keyOf('a'), read);
  assert.equal(count(), 1);
});

test('another state is read anew, also while the one before is still read', async () => {
  const answers = new KeptAnswers<SharedAnswer>();
  const corrected: SharedAnswer = { ...answer, tag: '"2"' };
  const { promise, resolve } = Promise.withResolvers<SharedAnswer>();
  const before = answers.of(keyOf('a'), () => promise);

  assert.equal((await answers.of(keyOf('b'), async () => corrected)).tag, '"2"');
  resolve(answer);
  await before;

  const { read, count } = reader([]);
  assert.equal((await answers.of(keyOf('b'), read)).tag, '"2"');
  assert.equal(count(), 0);
});

test('a workspace with many links removes its own answers, those not used for longest first', async () => {
  const answers = new KeptAnswers<SharedAnswer>();
  await answers.of(keyOf('a', 'victim', 'ws_victim'), async () => answer);
  for (let count = 0; count < 200; count += 1) {
    await answers.of(keyOf('a', `share_${count}`), async () => answer);
    await answers.of(keyOf('a', 'share_0'), async () => answer);
  }

  const { read, count } = reader([]);
  await answers.of(keyOf('a', 'victim', 'ws_victim'), read);
  await answers.of(keyOf('a', 'share_0'), read);
  assert.equal(count(), 0);
  await answers.of(keyOf('a', 'share_1'), read);
  assert.equal(count(), 1);
});

test('large answers of one workspace remove none of another', async () => {
  const answers = new KeptAnswers<SharedAnswer>();
  const large: SharedAnswer = { ...answer, data: Buffer.alloc(20 * 1024 * 1024) };
  await answers.of(keyOf('a', 'victim', 'ws_victim'), async () => answer);
  for (let count = 0; count < 6; count += 1)
    await answers.of(keyOf('a', `share_${count}`), async () => large);

  const { read, count } = reader([]);
  await answers.of(keyOf('a', 'victim', 'ws_victim'), read);
  assert.equal(count(), 0);
});
