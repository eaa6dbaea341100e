/** Words that show that a video is paid for, checked with hand-written sentences (bench/unseen-paid.ts). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { cpuMs } from '../../../testing/cpu-time.ts';
import { type CuePlace, cueIn, leadsBack } from './cues.ts';

const places: Readonly<Record<string, CuePlace>> = {
  speech: 'speech',
  description: 'description',
  chapter: 'title',
  screen: 'title',
};
const file = new URL('../../../../bench/unseen/paid-sentences.json', import.meta.url);
const { tuning } = JSON.parse(readFileSync(file, 'utf8')) as {
  tuning: Record<'paid' | 'unpaid', [string, string][]>;
};

describe('words that tell of a paid segment', () => {
  test('are found in nearly all sentences that have them, and in none of the others', () => {
    const found = (all: [string, string][]) =>
      all.filter(([kind, text]) => cueIn(text, places[kind] as CuePlace) !== null);
    assert.deepEqual(found(tuning.unpaid), []);
    assert.ok(found(tuning.paid).length >= 0.97 * tuning.paid.length);
  });

  test('name who pays', () => {
    for (const [text, payer] of [
      ['This video is sponsored by NordVPN.', 'NordVPN'],
      ['Thanks to our friends at Ground News for sponsoring this video.', 'Ground News'],
      ['Dieses Video wird präsentiert von Holy Energy und euch.', 'Holy Energy'],
      ['Merci à Wix de sponsoriser cette vidéo.', 'Wix'],
      ["Before we go on, today's sponsor is Clue, a board for teams.", 'Clue'],
      ["This is where today's sponsor, Trail Bank, comes in.", 'Trail Bank'],
      ['Big thanks to cook.dev for sponsoring this video.', 'cook.dev'],
    ] as const)
      assert.equal(cueIn(text, 'speech')?.payer, payer);
    assert.equal(cueIn('Now a word from our sponsor.', 'speech')?.payer, null);
    const payerOf = (name: string) =>
      cueIn(`This episode is sponsored by ${name}.`, 'speech')?.payer;
    assert.equal(payerOf('Care for the Culture from Lindell Sciences'), 'Care for the Culture');
    assert.equal(payerOf('Northfold for the Monday show'), 'Northfold');
  });

  test('count only where they are at home: a label is no sentence', () => {
    assert.equal(cueIn('Anzeige', 'speech'), null);
    assert.ok(cueIn('Anzeige', 'title'));
    assert.equal(cueIn('#ad', 'speech'), null);
    assert.ok(cueIn('New shoes #ad', 'description'));
  });

  test('lead back', () => {
    assert.ok(leadsBack("Alright, let's get back to the video."));
    assert.ok(leadsBack('Zurück zum Video.'));
    assert.ok(!leadsBack('My back hurts.'));
  });

  test('are looked for in a long line of nothing in no time', () => {
    const began = cpuMs();
    for (const text of ['thanks to '.repeat(3000), 'a'.repeat(30_000), ' '.repeat(30_000)])
      cueIn(text, 'description');
    assert.ok(cpuMs() - began < 2000);
  });
});
