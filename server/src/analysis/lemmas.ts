/**
 * Base forms of English words, found by rules of detachment as in WordNet's Morphy, and by a list of irregular forms.
 */
import { isKnownWord } from './related-words.ts';

/** Each base form, followed by its irregular forms. */
const irregular =
  'be am is are was were been being,have has had,do does did done,go went gone,say said,make made,take took taken,' +
  'come came,see saw seen,get got gotten,give gave given,find found,think thought,tell told,become became,leave left,' +
  'feel felt,put put,bring brought,begin began begun,keep kept,hold held,write wrote written,stand stood,hear heard,' +
  'mean meant,meet met,run ran,pay paid,sit sat,speak spoke spoken,lie lay lain,lead led,read read,grow grew grown,' +
  'lose lost,fall fell fallen,send sent,build built,understand understood,draw drew drawn,break broke broken,' +
  'spend spent,cut cut,rise rose risen,drive drove driven,buy bought,wear wore worn,choose chose chosen,' +
  'seek sought,throw threw thrown,catch caught,deal dealt,win won,forget forgot forgotten,shoot shot,sell sold,' +
  'eat ate eaten,drink drank drunk,sing sang sung,sink sank sunk,swim swam swum,fly flew flown,know knew known,' +
  'show showed shown,blow blew blown,steal stole stolen,freeze froze frozen,wake woke woken,hide hid hidden,' +
  'ride rode ridden,bite bit bitten,tear tore torn,bear bore born borne,swear swore sworn,shake shook shaken,' +
  'forgive forgave forgiven,teach taught,fight fought,think thought,sleep slept,sweep swept,weep wept,creep crept,' +
  'lend lent,bend bent,burn burnt,learn learnt,dream dreamt,spill spilt,spoil spoilt,feed fed,bleed bled,breed bred,' +
  'dig dug,stick stuck,strike struck,swing swung,sting stung,hang hung,ring rang rung,spring sprang sprung,' +
  'shrink shrank shrunk,stink stank stunk,spin spun,shine shone,light lit,slide slid,stride strode,tread trod,' +
  'hurt hurt,hit hit,let let,set set,shut shut,spread spread,bind bound,wind wound,grind ground,lay laid,' +
  'good better best,bad worse worst,far farther further,man men,woman women,child children,person people,' +
  'foot feet,tooth teeth,goose geese,mouse mice,life lives,wife wives,knife knives,leaf leaves,half halves,' +
  'shelf shelves,loaf loaves,wolf wolves,thief thieves,calf calves';

const basesOfIrregular = new Map<string, string[]>();
for (const [base = '', ...forms] of irregular.split(',').map((line) => line.split(' '))) {
  for (const form of forms)
    basesOfIrregular.set(form, [...(basesOfIrregular.get(form) ?? []), base]);
}

const endings: readonly (readonly [RegExp, string])[] = [
  [/'s?$/, ''],
  [/ies$/, 'y'],
  [/(?<=s|x|z|ch|sh|o)es$/, ''],
  [/(?<!s)s$/, ''],
  [/ied$/, 'y'],
  [/(?<=e)d$/, ''],
  [/ed$/, ''],
  [/([^aeiou])\1ed$/, '$1'],
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/([^aeiou])\1ing$/, '$1'],
  [/iest$/, 'y'],
  [/est$/, ''],
  [/([^aeiou])\1est$/, '$1'],
  [/ier$/, 'y'],
  [/(?<=[^aeiou])er$/, ''],
];

const cache = new Map<string, readonly string[]>();

/** All possible base forms of a lower-case word, including the word itself: "left" gives left and leave. */
export function lemmasOf(word: string): readonly string[] {
  const cached = cache.get(word);
  if (cached) return cached;
  const lemmas = new Set([word, ...(basesOfIrregular.get(word) ?? [])]);

  for (const [ending, base] of endings) {
    const root = word.replace(ending, base);
    if (root !== word && root.length > 1 && isKnownWord(root)) lemmas.add(root);
  }

  const baseForms = [...lemmas];
  // A talk has a few thousand words; the cache of a long-lived process must not grow without limit.
  if (cache.size > 20_000) cache.clear();

  cache.set(word, baseForms);
  return baseForms;
}
