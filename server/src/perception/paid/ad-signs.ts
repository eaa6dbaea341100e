/**
 * How a clause of speech sounds: like an advertisement, like talk, or like what a show says of itself. Pure, English.
 *
 * The weights are those of a logistic regression, started from weights set by hand, on six of the seven episodes for
 * tuning of `bench/paid.ts`, and rounded.
 */
import type { Clause } from './clauses.ts';

/** Words and phrases that tell, as parts of a regular expression. They begin and end with a word. */
const phrases = {
  opener: [
    '(?:brought to you|sponsored|presented|made possible|powered) (?:in part )?by',
    "(?:our|today['’]?s|this (?:episode|week|show|video|podcast)['’]?s|new|first|next) sponsors?",
    'support (?:for|comes)',
    'word from',
    '(?:supporting|sponsor(?:ing|s)?|partner(?:ing|ed)?)(?: with)? (?:this|the|our|us|today)',
    '(?:thanks|thank you) to [^.,]{2,30} for (?:support|sponsor)(?:ing)?',
    String.raw`paid (?:partner|promotion|advert)\p{L}*`,
  ],
  offer: [
    'percent (?:off|back|discount|more|of)',
    'free (?:trial|shipping|months?|weeks?|days?|gift|quote|delivery|consultation|demo|sample|returns|app)',
    String.raw`\p{L}{2,12} (?:days|months|weeks) free`,
    'for free',
    'discount',
    '(?:promo|coupon|offer|discount) codes?',
    'first (?:order|month|year|purchase|box|three months)',
    'money[- ]back',
    'guarantee',
    'limited[- ]time',
    '(?:exclusive|special) offer',
    'save up to',
    'as (?:low|little) as',
    'starting at',
    'new customers?',
    'cash ?back',
    'sale',
    'savings',
    'rewards?',
    'bonus',
    'gift cards?',
    'warranty',
    'at checkout',
  ],
  disclaimer: [
    'terms',
    '(?:conditions|restrictions|exclusions) apply',
    'rules and restrictions',
    'void where',
    'for (?:full )?(?:details|terms)',
    'fdic',
    'nmls',
    'equal housing',
    '(?:not )?available in all states',
    'side effects',
    '(?:may|will) vary',
    'vary by',
    'participating (?:locations|stores)',
    'while supplies last',
    'eligible',
    'eligibility',
    'subject to',
    'taxes and fees?',
    'addictive chemical',
    '(?:drink|gamble) responsibly',
    'gambling problem',
    'must be (?:18|21)',
    '(?:18|21) (?:and over|or older|plus)',
    'in select',
    '1[ -]800',
    'depending on',
    'affiliates',
    'all rights reserved',
    'rated r',
    'underwritten',
    'issued by',
    'licensed',
    'limited by state',
    'annual fee',
    'credit approval',
    'no purchase necessary',
    'offer (?:ends|valid|expires)',
    'in partnership with',
  ],
  pitch: [
    'now playing',
    '(?:only )?in theaters',
    'streaming (?:now|only|on)',
    'out now',
    'available (?:now|wherever|on|at|in)',
    'wherever you',
    String.raw`over [\d,.]{1,9} (?:million|thousand|customers|users|people|businesses)`,
    String.raw`more than [\d,.]{1,9}`,
    'five-star',
    'your (?:home|business|money|family|life|day|skin|body|team|car|site|store|customers|data|budget|next|own|everyday)',
    "you['’]?ve got to try",
    'get (?:your|the|up)',
    "it['’]?s (?:the perfect|easy|simple|time to)",
    "there['’]?s (?:a better|never been)",
    'because at',
    'the (?:easiest|best part)',
    'learn how',
    'whether you',
    "so you (?:can|don['’]?t)",
    "that['’]?s (?:why|where)",
    'no more',
    'say goodbye',
    'introducing',
    'imagine',
    'are you (?:tired|ready|looking|fed|paying|still)',
    'ready to',
    'ever (?:wonder|wish)',
    'looking (?:for|to)',
    "if you['’]?(?:re| are) (?:looking|ready|tired|a|planning|thinking|in|buying)",
    'if you (?:want|need|like|love|run|own)',
    'you can (?:get|save|earn|find|also|even|start|count|trust)',
    'you (?:could|deserve)',
    "you['’]?ll (?:get|love|find|save|be|never|also)",
    '(?:helps?|lets?|gives?|allows?|keeps?|gets?|makes? it easy(?: for)?) your?',
    'designed (?:to|for|by|with)',
    'built (?:to|for|by)',
    'made (?:for|with)',
    '(?:trusted|loved) by',
    'rated',
    'award[- ]winning',
    'all[- ]in[- ]one',
    'in one place',
    'number one',
    'no-brainer',
    '(?:right )?when you need',
    'on your terms',
    'without (?:breaking|the|missing|sacrificing)',
  ],
  trade: [
    'comfort(?:able)?|styles?|stylish|convenien(?:t|ce)|colou?rs|sizes|selection|perfect|reviews|designe?d?|surprisingly',
    'collection|favorites?|must-have|durab(?:le|ility)|lightweight|breathable|softest|cozy|fresh|organic|protein|energy',
    'sleep|mattress|everyday|ingredients|nutrients|vitamins|pouches|refreshing|crafted|clinically|proven|doctors?|patients',
    'treatment|payments?|financing|interest|rates?|policies|coverage|budget|account|checking|invest(?:ing|ments)?|employees',
    'hiring|candidates|teams?|enterprise|workflows?|automat(?:ion|ed|e)|cloud|data|security|secure(?:ly)?|encrypted|vpn',
    'websites?|domain|storefront|checkout|inventory|sellers|retailer|brands?|partners|locations|nearby|participating|dealer',
    'vehicle|suv|hybrid|lineup|gear|outdoors|travel|hotels?|flights|vacation|trip|theaters|streaming|tickets|season|series',
    'episodes|podcasts|watch|stream|originals?|million|billion|percent|thousands|leading|world-class|reliab(?:le|ility)',
    'performance|innovative|technology|advanced|intelligent|ai-powered|apps?|platform|customers?|products?|plans?|services?',
    'solution|online|stores?|shop|subscription|delivery|shipping|premium|quality|business(?:es)?|delicious|flavors?|savings',
    'deals?|easy|easier|effortless|seamless|flexible|powerful|simple|instant(?:ly)?|unlimited|exclusive|fast|personalized',
    'trusted|experts?|members?|quote|insurance|loan|lease|credit|bank|mobile|wireless|network|software|tools|professional',
    'wellness|skin|healthy|available|today',
  ],
  listener: ["you(?:['’](?:re|ll|ve|d))?|yours?|yourself"],
  self: [
    'rate (?:and|us|&)',
    'review',
    'subscrib(?:e|ing)',
    'follow (?:me|us|him|her) (?:on|at)',
    '(?:our|this|my|the) (?:show|podcast|channel|newsletter|guests?|producer|listeners|viewers|patrons|audience|community|book|course|merch|band|album)',
    'thanks? (?:you )?(?:so much |very much )?(?:for|to) (?:listening|watching|joining|coming|having|today|our|everyone|all)',
    '(?:produced|edited|hosted|written|directed) by',
    'see you (?:next|again|soon|tomorrow|there)',
    'show ?notes',
    '(?:our|my) (?:own )?(?:web ?)?site',
    'leave (?:a|us)',
    'patreon',
    'my new book',
    '(?:i|we) wrote',
    'the comments',
    'like and',
    "i['’]?m your host",
    'welcome (?:back|to)',
    'today we',
    'until next time',
    'chapter',
  ],
  talk: [
    'yeah|yes|no|okay|ok|oh|uh|um|like|i mean|you know|i think|i guess|kind of|sort of|gonna|wanna|gotta|said|exactly|wow',
    "i don['’]?t know",
    'man|dude|actually|really|basically|obviously|probably|maybe|because|but|though|things?|stuff|remember|mean|guys?|bro',
    'shit|fuck(?:ing|ed)?|damn',
  ],
  past: ['was|were|had|did|went|came|got|told|thought|knew|he|she|him|her|they|them|his'],
  speaker: ["i(?:['’](?:m|ve|d|ll))?|me|my|we(?:['’](?:re|ve|ll|d))?|us|our"],
} satisfies Record<string, readonly string[]>;

const wordStart = String.raw`(?<!\p{L})`;
const wordEnd = String.raw`(?!\p{L})`;
const oneOf = (list: readonly string[], flags = 'iu'): RegExp =>
  new RegExp(`${wordStart}(?:${list.join('|')})${wordEnd}`, flags);

/** Verbs with which listeners are told to do something. At the beginning of a sentence they are so by themselves. */
const orders =
  /(?:^|[.?!]\s)(?:Visit|Go|Head|Get|Try|Download|Shop|See|Call|Ask|Learn|Join|Find|Make|Stack|Lock|Step|Build|Start|Grab|Enjoy|Discover|Celebrate|Connect|Choose|Save|Meet|Bring|Give|Take|Treat|Switch|Turn|Unlock|Experience|Reach|Kick|Apply|Order|Schedule|Protect|Know|Post|Clean|Just)\s/u;
const ordersWithin =
  /(?:^|[.?!,;:] ?|(?<!\p{L})(?:and|or|so|just|then|to|today|now|please|can|simply) )(?:visit|head (?:on )?(?:over )?to|go to|check (?:it |them |us )?out|download|try (?:it|out|for|our|their|the|him|[A-Z])|get (?:started|yours|a quote|a free|your|paired|up to|the app|help)|sign up|shop|order|join|book|find (?:yours?|us)|learn more|call|text|start (?:your|now|for|today|building|saving|selling)|save|switch|see (?:how|why|for yourself|if|[A-Z]|terms)|discover|explore|ask your doctor|tune in|listen (?:to|wherever|now|on)|follow us|subscribe|click|apply|donate|buy|pick up|enter|use (?:code|promo|the code|my|our)|connect with|schedule|request|upgrade|treat yourself|make (?:every|your)|build your|celebrate|reach for|don['’]?t miss|come by)(?!\p{L})/u;
const domains = 'com|org|net|co|io|tv|team|edu|html|ai|app';
/** A web address, also as it is spoken. */
const address = new RegExp(
  `${wordStart}(?:dot (?:${domains})${wordEnd}|[\\p{L}\\p{N}-]{2,40}\\.(?:${domains})${wordEnd}|(?:forward )?slash \\p{L}|www\\.)`,
  'iu',
);
const spelled = new RegExp(`${wordStart}(?:\\p{Lu}[- ]){2,}\\p{Lu}${wordEnd}`, 'u');

interface Sign {
  readonly weight: number;
  /** For words that every text has some of: their share counts, not whether there are any. */
  readonly ofWords?: RegExp;
  readonly anyOf?: readonly RegExp[];
}

const signs = {
  opener: { weight: 8, anyOf: [oneOf(phrases.opener)] },
  address: { weight: 8.5, anyOf: [address] },
  order: { weight: 4, anyOf: [orders, ordersWithin] },
  offer: { weight: 0.5, anyOf: [oneOf(phrases.offer), /%\s(?:off|back|discount)/iu, /\$\d/u] },
  disclaimer: { weight: 6, anyOf: [oneOf(phrases.disclaimer)] },
  pitch: {
    weight: 4.5,
    anyOf: [
      oneOf(phrases.pitch),
      /(?<!\p{L})(?:with [A-Z][\p{L}&'’]{1,20}(?: [A-Z][\p{L}&'’]{0,20}){0,3},? you|at [A-Z]\p{L}{1,20}, (?:we|you|it)|only on [A-Z])/u,
    ],
  },
  spelled: { weight: 5, anyOf: [spelled] },
  question: { weight: 3, anyOf: [/\?$/u] },
  self: {
    weight: -7,
    anyOf: [oneOf(phrases.self), /(?<!\p{L})[Ii]['’]?m \p{Lu}\p{Ll}{1,20} \p{Lu}/u],
  },
  trade: { weight: 6.5, ofWords: oneOf(phrases.trade, 'giu') },
  listener: { weight: 1, ofWords: oneOf(phrases.listener, 'giu') },
  talk: { weight: -3, ofWords: oneOf(phrases.talk, 'giu') },
  past: { weight: -1.5, ofWords: oneOf(phrases.past, 'giu') },
  speaker: { weight: -1.5, ofWords: oneOf(phrases.speaker, 'giu') },
} satisfies Record<string, Sign>;
type SignName = keyof typeof signs;

/** What is said word for word again is read out; shows place their advertisements several times. */
const repeatedWeight = 6;
/** One word in six counts as many as there can be. */
const fullShare = 6;

export interface Leaning {
  /** The weighted sum of all signs: the more, the more the clause sounds like an advertisement. */
  readonly sum: number;
  readonly signs: ReadonlySet<SignName>;
}

/** A clause with this leaning speaks for an advertisement by itself. */
export const tellingLeaning = 3;

/** Whether a clause has a sign that hardly ever belongs to talk; a tone of voice alone is none. */
export const hasPlainSign = ({ signs: signNames }: Leaning): boolean =>
  (['opener', 'address', 'disclaimer', 'offer'] as const).some((sign) => signNames.has(sign));

export function leaningOf({ text, wordCount, repeatedShare }: Clause): Leaning {
  let sum = repeatedWeight * repeatedShare;
  const signNames = new Set<SignName>();

  for (const [name, sign] of Object.entries(signs) as [SignName, Sign][]) {
    const share = sign.ofWords
      ? Math.min(1, (countOf(text, sign.ofWords) * fullShare) / Math.max(fullShare, wordCount))
      : Number(sign.anyOf?.some((pattern) => pattern.test(text)));
    sum += sign.weight * share;
    if (share > 0.3) signNames.add(name);
  }

  return { sum, signs: signNames };
}

const countOf = (text: string, words: RegExp): number => text.match(words)?.length ?? 0;

/** The names in the web addresses of a text, without dots: "Thrive Cosmetics dot com" and "thrive.com" give some. */
export function namesInAddresses(text: string): string[] {
  const namesOf = (pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].flatMap((match) =>
      ownAddress.test(text.slice(0, match.index)) ? [] : (match[1] ?? []),
    );
  const written = namesOf(writtenAddress);
  const spoken = namesOf(spokenAddress);
  return [...written, ...spoken, ...spoken.flatMap((name) => name.split(' ').slice(-1))];
}

/** Words before an address that say that it is the show's own: "on our website, …" */
const ownAddress =
  /(?<!\p{L})(?:our|my) (?:own )?(?:web ?site|site|blog|page|store|shop|newsletter)(?: is| at)?[,:]? (?:at )?$/iu;
const writtenAddress = new RegExp(`([\\p{L}\\p{N}-]{3,40})\\.(?:${domains})${wordEnd}`, 'giu');
const spokenAddress = new RegExp(
  `((?:[\\p{L}\\p{N}'-]{1,40} )?[\\p{L}\\p{N}'-]{2,40}) dot (?:${domains})${wordEnd}`,
  'giu',
);

/** Names that a sentence pitches, address or not: "Visit Acme", "only at Acme", "with Acme, you …" */
export const namesInPitches = (text: string): string[] =>
  [...text.matchAll(pitchedName)].map(([, name = '']) => name.replace(/['’]s$/u, ''));

const nameWord = String.raw`\p{Lu}[\p{L}\p{N}&'’-]{0,24}`;
const pitchedName = new RegExp(
  `${wordStart}(?:With|[Aa]t|[Vv]isit|[Tt]ry|[Ss]witch to|[Ff]ind your|[Rr]each for|[Dd]ownload(?: the)?|[Tt]hanks to|[Ii]ntroducing|[Oo]nly on|[Ss]hop) (${nameWord}(?: ${nameWord}){0,3})`,
  'gu',
);
