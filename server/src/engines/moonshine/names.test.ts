/**
 * Tests favoured names with the real model: they replace misheard words where the name was said, and change nothing
 * elsewhere.
 */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  decodeSound,
  hearWhole,
  type Scene,
  writeScene,
} from '../../../testing/engines/speech-scene.ts';
import { openMoonshine } from './moonshine.ts';
import { favouredNames, favouredTerms } from './names.ts';
import { moonshineStatus } from './status.ts';

const dir = await mkdtemp(join(tmpdir(), 'reelsight-names-'));
after(() => rm(dir, { recursive: true }));

const { available, needs } = moonshineStatus();
const skip = available ? false : `not here: ${needs}`;
const flite = spawnSync('flite', ['--version']).error ? 'flite is not installed' : skip;

const engine = openMoonshine({ threads: 1 });
after(() => engine.close());

const odd = ['小米', '™', '{ }', '##', 'x'.repeat(100), '', ' ', '!', '7', '.*'];

async function heard(audio: Scene, hints: readonly string[], known: readonly string[] = []) {
  const context = { signal: new AbortController().signal, meter: () => undefined };
  const options = { language: null, hints, known };
  const speech = await hearWhole(engine, audio, options, context);
  return speech.segments.flatMap(({ words }) => words ?? []);
}

const textOf = (words: readonly { text: string }[]) => words.map(({ text }) => text).join(' ');

test('names that no sound can tell are left out', () => {
  assert.deepEqual(favouredNames(odd, 1), []);
  const [name] = favouredNames([' Häagen-Dazs '], 1);
  assert.equal(name?.spelling, 'Häagen-Dazs');
});

test('a term of a glossary is a name once more for each way in which it sounds', () => {
  const names = favouredTerms([{ term: 'Siobhán', sounds: ['shiv on', '小'] }], 1);
  assert.deepEqual(
    names.map(({ spelling }) => spelling),
    ['Siobhán', 'Siobhán'],
  );
  assert.notEqual(names[0]?.sounds, names[1]?.sounds);
  assert.deepEqual(favouredTerms([{ term: '小米', sounds: ['shao me'] }], 1), []);
});

describe('a hundred names nobody says', { skip }, () => {
  test('leave the words, their times and their confidence as they were', async () => {
    const said = [{ at: 1, sentence: 'river' } as const, { at: 5, sentence: 'train' } as const];
    const audio = await writeScene(join(dir, 'scene.wav'), 9, said);
    const names = Array.from(
      { length: 100 - odd.length },
      (_, n) => `Brand${'aeiou'[n % 5]}x ${n}`,
    );
    const more = ['Toyota', 'Samsung', 'Netflix', 'Starbucks', 'Coca-Cola', 'Renault', 'Nivea'];
    const plain = await heard(audio, []);

    assert.match(textOf(plain), /river/);
    assert.deepEqual(await heard(audio, [...odd, ...names]), plain);
    assert.deepEqual(await heard(audio, more, names), plain);
  });
});

describe('a name that is said', { skip: flite }, () => {
  async function say(text: string): Promise<Scene> {
    const raw = join(dir, 'said.wav');
    await promisify(execFile)('flite', ['-voice', 'slt', '-t', text, raw]);
    return decodeSound(raw, join(dir, 'said16.wav'));
  }

  test('is written as the caller writes it, where other words were heard', async () => {
    const audio = await say('According to YouTube, nobody was affected.');
    const plain = await heard(audio, []);
    assert.doesNotMatch(textOf(plain), /YouTube/);

    const named = await heard(audio, ['Toyota', 'YouTube', ...odd]);
    assert.equal(textOf(named), 'According to YouTube, nobody was affected.');

    const [, to, word, next] = named;
    assert.ok(to && word && next && word.start >= to.end - 0.01 && word.end <= next.start + 0.01);
    assert.ok(word.end - word.start > 0.2 && word.end - word.start < 1);
    assert.ok((word.confidence ?? 1) < 0.9);
  });

  test('keeps its possessive s', async () => {
    const audio = await say("Nokia's shares fell.");
    assert.match(textOf(await heard(audio, ['Nokia'])), /^Nokia's \w+ fell/);
  });
});
