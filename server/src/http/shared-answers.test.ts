/** One read serves all who open a link at once, whatever becomes of the one who began it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '@reelsight/contract';
import { type SharedAnswer, SharedAnswers } from './shared-answers.ts';

const answer: SharedAnswer = { data: Buffer.from('{}'), frames: new Set(), tag: '"1"' };

/** Reads that fail as told, one after the other, and then succeed. */
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
  const answers = new SharedAnswers();
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
