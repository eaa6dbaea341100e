/** Each rule of the coding style (scripts/hand.ts) finds violations, and nothing else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findingsIn } from '../scripts/hand.ts';

const rulesIn = (text: string, file = 'a.ts'): string[] =>
  findingsIn(file, text).map(({ line, rule }) => `${line}: ${rule}`);

const calls = (count: number): string => 'call();\n'.repeat(count);

test('properties are not packed into a spread literal', () => {
  assert.deepEqual(rulesIn('const a = {\n  ...{ b, c },\n  d,\n};'), [
    '2: write the properties of a spread literal where it stands',
  ]);
  assert.deepEqual(rulesIn('const a = <A {...{ b, c }} />;', 'a.tsx'), [
    '1: write the properties of a spread literal where it stands',
  ]);
  assert.deepEqual(rulesIn('const a = { ...b, ...(c && { d }) };'), []);
});

test('values that have nothing to do with each other are declared one by one', () => {
  assert.deepEqual(rulesIn('const [a, b] = [1, 2];'), [
    '1: declare each value by a statement of its own',
  ]);
  assert.deepEqual(rulesIn('const [a, b] = pair();\nconst [first, ...rest] = [...c, ...d];'), []);
  // Exchanging two values is a single step.
  assert.deepEqual(rulesIn('[a, b] = [b, a];'), []);
});

test('statements of a function are counted, and not its lines or start values', () => {
  assert.deepEqual(rulesIn(`function a() {\n${calls(9)}\n${calls(22)}}`), [
    '1: 31 statements, of which 30 are allowed',
  ]);
  const starts = 'let sum = 0;\n'.repeat(9);
  assert.deepEqual(rulesIn(`function a() {\n${starts}\n${calls(30)}}`), []);
  const inner = `const b = () => {\n${calls(9)}\n${calls(9)}};\n`;
  assert.deepEqual(rulesIn(`function a() {\n${inner}\n${calls(20)}}`), []);
  // A test may have more statements.
  assert.deepEqual(rulesIn(`function a() {\n${calls(9)}\n${calls(22)}}`, 'a.test.ts'), []);
});

test('many statements side by side have paragraphs', () => {
  assert.deepEqual(rulesIn(`function a() {\n${calls(10)}}`), [
    '1: set the steps of 10 statements apart',
  ]);
  assert.deepEqual(rulesIn(`function a() {\n${calls(5)}\n${calls(5)}}`), []);
});

test('variables are named after what they hold', () => {
  assert.deepEqual(rulesIn('const found = search();\nconst { asked } = found;\nf((one) => one);'), [
    '1: name what `found` is',
    '2: name what `asked` is',
    '3: name what `one` is',
  ]);
  assert.deepEqual(rulesIn('const { asked: request, ...rest } = call;\ncall.found = 1;'), []);
  assert.deepEqual(rulesIn('const found = search();', 'test/a.test.ts'), []);
});
