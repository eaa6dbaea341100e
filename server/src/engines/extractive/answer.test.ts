/**
 * Tests that questions in other words find the right sentence, and that questions which a talk does not answer get no
 * answer.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildPassages } from '../../analysis/passages.ts';
import { answerFrom } from './answer.ts';

/** Asks about a talk, which has one segment per line; a line that begins with "1: " is said by speaker 1. */
async function ask(query: string, talk: string): Promise<string> {
  const segments = talk
    .trim()
    .split('\n')
    .map((line, index) => {
      const [, speaker, text = ''] = /^\s*(?:(\d): )?(.*)$/.exec(line) ?? [];
      const times = { start: index * 4, end: index * 4 + 3.8, text };
      return speaker === undefined ? times : { ...times, speaker: Number(speaker) };
    });
  const passages = buildPassages({ transcription: { segments, language: 'en' } });
  return (await answerFrom({ query, videos: [''], passages })).answer;
}

const camera = `
  Hi, I have used the Norvik camera for two weeks.
  It costs four hundred dollars, which is fair.
  The case is made of steel, and it weighs six hundred grams.
  You can only buy it in Sweden because the maker is tiny.
  Doctor Lindt, who designed the lens, lives in Uppsala.
  The battery died after three hours of filming.
`;

const interview = `
  1: How many people work in your garage?
  2: Nine, and two of them are my sons.
  1: What was the hardest repair?
  2: A bus that had been under water for a month.
`;

const comments = `
  The lake was cold and the tent was wet.
  Someone in the comments wants to know which camera I use.
  It's a Lumira Four, and I am fond of it.
  Then we drove home.
`;

describe('a sentence in other words', () => {
  for (const [query, talk, answer] of [
    ['What is the price of the camera?', camera, /four hundred dollars/],
    ['How heavy is the camera?', camera, /six hundred grams/],
    ['weight?', camera, /six hundred grams/],
    ['Where can you purchase it?', camera, /only buy it in Sweden/],
    ['Who is the doctor?', camera, /Lindt/],
    ['How many employees are there?', interview, /Nine/],
    ['How much is the Norvick camera?', camera, /four hundred dollars/],
    ['Could you tell me how heavy the camera is?', camera, /six hundred grams/],
    ['Give me the number of employees.', interview, /Nine/],
    ['Does he say where you can purchase it?', camera, /only buy it in Sweden/],
    ['Which camera does she use?', comments, /Lumira Four/],
  ] as const) {
    test(query, async () => assert.match(await ask(query, talk), answer));
  }
});

test('a sentence that goes on from the one that names the thing', async () => {
  const talk =
    'Good morning.\nAt Starbucks we buy two cups of coffee.\nTogether they cost nine dollars.';
  assert.equal(
    await ask('How much do the two cups of coffee cost?', talk),
    'Together they cost nine dollars.',
  );
});

describe('on the subject, but not said', () => {
  for (const [query, talk] of [
    ['How long is the warranty?', camera],
    ['How much does the tripod cost?', camera],
    ['Which colours does the camera come in?', camera],
    ['How many customers does the garage have?', interview],
    ['How old are the sons?', interview],
  ] as const) {
    test(query, async () => assert.equal(await ask(query, talk), ''));
  }
});
