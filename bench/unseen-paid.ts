/**
 * Measures how well sponsored videos are recognised by telltale words, on sentences written by hand.
 *
 * Usage: node bench/unseen-paid.ts [--set tuning|final] [--each]. Keep the final set for a last measurement.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CuePlace, cueIn } from '../server/src/perception/paid/cues.ts';

type Kind = 'speech' | 'description' | 'chapter' | 'screen';
type Labelled = readonly (readonly [Kind, string])[];
interface Sentences {
  readonly paid: Labelled;
  readonly unpaid: Labelled;
}

const places: Readonly<Record<Kind, CuePlace>> = {
  speech: 'speech',
  description: 'description',
  chapter: 'title',
  screen: 'title',
};

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'tuning' },
    each: { type: 'boolean', default: false },
  },
});
const file = new URL('unseen/paid-sentences.json', import.meta.url);
const sets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Sentences>;
const set = sets[values.set];
if (!set) throw new Error(`no set ${values.set}`);
const found = (all: Labelled) => all.filter(([kind, text]) => cueIn(text, places[kind]) !== null);
const right = found(set.paid);
const wrong = found(set.unpaid);
if (values.each) {
  for (const one of set.paid) if (!right.includes(one)) console.log('missed', ...one);
  for (const one of wrong) console.log('wrong ', ...one);
}
const precision = right.length / Math.max(1, right.length + wrong.length);
console.log(
  `${values.set}: precision ${precision.toFixed(3)}, recall ${(right.length / set.paid.length).toFixed(3)} of ${set.paid.length} paid and ${set.unpaid.length} unpaid`,
);
