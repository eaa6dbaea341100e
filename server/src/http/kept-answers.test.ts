/** One read serves everyone who opens a link at the same time, even if the caller that began the read leaves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { KeptAnswers, type SharedAnswer } from './kept-answers.ts';

const answer: SharedAnswer = { data: Buffer.from('{}'), frames: new Set(), tag: '"1"' };

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
  const opening = Array.from({ length: people }, () => answers.of('share_1', 'a', read));
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
  const first = answers.of('share_1', 'a', () => promise);

  nowMs = 90_000;
  const second = answers.of('share_1', 'a', read);

  resolve(answer);
  await Promise.all([first, second]);
  nowMs += 59_000;
  await answers.of('share_1', 'a', read);
  assert.equal(count(), 0);
  nowMs += 2000;
  await answers.of('share_1', 'a', read);
  assert.equal(count(), 1);
});

test('another state is read anew, also while the one before is still read', async () => {
  const answers = new KeptAnswers<SharedAnswer>();
  const corrected: SharedAnswer = { ...answer, tag: '"2"' };
  const { promise, resolve } = Promise.withResolvers<SharedAnswer>();
  const before = answers.of('share_1', 'a', () => promise);

  assert.equal((await answers.of('share_1', 'b', async () => corrected)).tag, '"2"');
  resolve(answer);
  await before;

  const { read, count } = reader([]);
  assert.equal((await answers.of('share_1', 'b', read)).tag, '"2"');
  assert.equal(count(), 0);
});
