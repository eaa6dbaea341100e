/** Tests which kinds of answer a sentence offers, including sentences designed to make the patterns slow. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { type Kind, offers } from './offers.ts';

const none: ReadonlySet<string> = new Set();

test('numbers of many words and digits are known', () => {
  assert.equal(offers('money', 'It costs two hundred and ten thousand dollars.', none), 1);
  assert.equal(offers('money', 'It was $1,250,000.50 in the end.', none), 1);
  assert.equal(offers('duration', 'We drove forty five hours.', none), 1);
});

test('a row of numbers takes time that grows with its length', () => {
  const kinds: readonly Kind[] = ['money', 'duration', 'time', 'length', 'count', 'rating', 'age'];
  const took = (text: string): number => {
    const times = [0, 1, 2].map(() => {
      const before = cpuMs();
      for (const kind of kinds) offers(kind, text, none);
      return cpuMs() - before;
    });
    return Math.min(...times);
  };

  for (const piece of ['1-', '1,', 'one ', '1 and ', 'half a ']) {
    const few = took(piece.repeat(400));
    const many = took(piece.repeat(4000));
    assert.ok(many < 30 * Math.max(few, 5), `${piece}: ${many} ms after ${few} ms`);
  }
});
