/**
 * Finds words that indicate that a video is paid for, and who pays by them. Pure. Words before or after a cue may deny
 * it.
 */
import { isKnownWord } from '../../analysis/related-words.ts';
import { type CuePlace, languageOfLabel, type Pattern, patterns } from './cue-patterns.ts';

export type { CuePlace } from './cue-patterns.ts';

export interface Cue {
  /** How likely the cue refers to something that was paid for, 0 to 1. */
  readonly strength: number;
  /** The one who pays, as written in the text; null if the text does not say. */
  readonly payer: string | null;
  /** Others that pay as well: "by Squarespace and BetterHelp". */
  readonly otherPayers: readonly string[];
  /** Code of the language of the words; null if several languages have them. */
  readonly language: string | null;
  readonly isHashtag: boolean;
}

/** Negations and hypotheticals before a cue, and denials after it. */
const denied =
  /(?<![\p{L}])(?:not|never|no|without|isn['’]?t|wasn['’]?t|aren['’]?t|don['’]?t|didn['’]?t|\p{L}{2,9}n['’]t|nobody|nor|un(?:paid|sponsored)|nicht|keine?[nmrs]?|ohne|unbezahlte?[rn]?|pas|non|sans|aucune?|ne|ni|sin|ningún|nunca|senza|não|nao|sem|niet|geen|zonder|nie|bez|не|нет|без|inte|ingen)(?![\p{L}])/iu;
const deniedAfter =
  /^[^\p{L}]{0,4}(?:unbezahlt|nicht bezahlt|unpaid|wegen markennennung|da markennennung)|^[^.?!]{0,12}(?:ではありません|ではない|なし|아닙니다|없습니다)|^\W*(?:nobody|no one|nadie|niemand|personne|nessuno)(?![\p{L}])|(?:,|\s)(?:but|except) (?:it|this|that)(?:['’]?s| is) not|\bor (?:anybody|anyone) else\b/iu;
const supposed =
  /(?<![\p{L}])(?:if|when|whether|wish|would|should|could|imagine|suppose|how much|wenn|falls|ob|si|se|als|gdyby|jeśli|если|бы)(?![\p{L}])/iu;
/** Phrases that only introduce a condition of an offer: "if you use code X you get". */
const offered =
  /(?<![\p{L}])(?:if|when|wenn|si|se|als|jeśli|если)\s+(?:(?:you|ihr|du|vous|usas?|você|je|jij)(?![\p{L}])[^.?!]*)?$/iu;

/**
 * A longer text is not a title, and it would be slow to check: the patterns for titles try every possible start of a
 * name.
 */
const mostTitle = 1000;

/** Finds the strongest cue in a text; null if there is none. */
export const cueIn = (text: string, place: CuePlace): Cue | null =>
  strongestCue(text, place, opening);

/** Like `cueIn`, but only for words that disclose a payment, which offers to viewers do not. */
export const disclosureIn = (text: string, place: CuePlace): Cue | null =>
  strongestCue(text, place, disclosing);

const opening = patterns.filter(({ wholeShow }) => !wholeShow);
const disclosing = patterns.filter(({ offers }) => !offers);

function strongestCue(text: string, place: CuePlace, among: readonly Pattern[]): Cue | null {
  if ((place === 'title' || place === 'label') && text.length > mostTitle) return null;
  // Patterns would be slow on long runs of white space.
  const spaced = text.replace(/\s+/gu, ' ');
  let best: Cue | null = null;

  for (const pattern of among) {
    const { words, strength, places = [], also, named: needsName } = pattern;
    if (!places.includes(place) || strength <= (best?.strength ?? 0)) continue;

    const match = words.exec(spaced);
    if (!match || isDenied(spaced, match) || (also && !also.test(spaced))) continue;

    const payerText = match.groups?.payer;
    if (payerText && (viewers.test(payerText) || (needsName && !isName(payerText)))) continue;
    best = {
      strength,
      payer: nameOf(payerText),
      otherPayers: otherNamesOf(payerText),
      language: pattern.language || (languageOfLabel(match[0]) ?? null),
      isHashtag: pattern.isHashtag ?? false,
    };
  }

  return best;
}

/** People whom presenters usually thank and who are not sponsors. */
const viewers =
  /^\W*(?:(?:all|our|my|the)\s+)?(?:viewers?|you|listeners?|patrons?|patreons?|members?|subscribers?|everyone|everybody|all|ads?|advertis(?:ing|ers?|ements?)|donations?|fans|people|grants?|supporters|euch|zuschauer|abonnés|vous|suscriptores|ustedes)(?![\p{L}])/iu;
const isName = (payerText: string): boolean =>
  /^[\p{Lu}\p{N}]/u.test(payerText.trim()) &&
  !/^(?:The|This|An?|My|Your|Why|No|Best|Worst|How|First|Skip|Main|Shirt|Kit|Title|Official|Become|Paid|TV|Google|Facebook|Stop|Hide|Report|All|More|Our|New|Team|Event|Gold|Silver|Bronze|Platinum)\s/iu.test(
    `${payerText.trim()} `,
  );

/** Figures of speech with such words, which deny and suppose nothing. */
const idioms =
  /(?<![\p{L}])(?:with(?:out|\s+no)\s+(?:any\s+)?further\s+ado|not\s+gonna\s+lie|last\s+but\s+not\s+least|not\s+only|no\s+doubt|no\s+kidding|if\s+(?:i|we)\s+may|when\s+it\s+comes\s+to|if\s+you(?:\s+guys)?\s+don['’]?t\s+know|in\s+case\s+you\s+don['’]?t\s+know)(?![\p{L}])/giu;

const clauseEnds = ['.', '?', '!', ';'];

function isDenied(text: string, match: RegExpExecArray): boolean {
  const textBefore = text.slice(0, match.index);
  const clause = textBefore
    .slice(1 + Math.max(...clauseEnds.map((sign) => textBefore.lastIndexOf(sign))))
    .replace(idioms, '');
  const textAfter = text.slice(match.index + match[0].length);
  const within = match[0];
  if (denied.test(clause.slice(-40)) || denied.test(within)) return true;
  if (deniedAfter.test(textAfter) || deniedAfter.test(match.groups?.payer ?? '')) return true;
  if (deniedAfter.test(`${match.groups?.payer ?? ''}${textAfter}`)) return true;

  return supposed.test(clause) && !offered.test(clause);
}

const leading =
  /^(?:my |our |the |your |friends at |an |à |a |la |le |les |el |il |die |der |das |den )+/iu;
const trailing =
  /\s(?:and|who|which|where|when|for|so|because|but|or|if|was|were|is|are|has|have|had|from|comes?|https?|to|at|in|on|und|für|die|der|et|pour|qui|y|por|que|e|per|che|en|voor|today|this|with)(?![\p{L}\p{N}]).*$/isu;

/** A name that goes on after a common word: "Care for the Culture". Of "Acme for the Cup", "Acme" alone is the name. */
function nameForSomething(text: string): string | null {
  const match = /^(?<word>\p{Lu}\p{Ll}+) for the \p{Lu}[\p{L}'’]*/u.exec(text);
  const word = match?.groups?.word ?? '';
  return match && isKnownWord(word.toLowerCase()) ? match[0] : null;
}

const pronouns =
  /^(?:who|which|that|they|it|this|these|those|them|us|you|me|he|she|i|we|someone|somebody|nobody|people|ads?)$/iu;

/** Names after the first one: "by Squarespace and BetterHelp". Only what is written like a name counts. */
function otherNamesOf(payerText: string | undefined): string[] {
  const [, ...otherTexts] = (payerText ?? '').split(/\s(?:and|und|et|y|e|&)\s(?:by\s)?/iu);
  return otherTexts.flatMap((text) => (isName(text) ? (nameOf(text) ?? []) : []));
}

/** Extracts a name from the text after "by": up to four words, ending before the next function word. */
function nameOf(payerText: string | undefined): string | null {
  const named = (payerText ?? '').trim().replace(leading, '');
  const words = nameForSomething(named) ?? named.replace(trailing, '');
  // Punctuation at the end is cut off.
  const [name = ''] = /^.*[\p{L}\p{M}\p{N}!+]/su.exec(words) ?? [];
  if (name.length < 2 || !/\p{L}/u.test(name) || pronouns.test(name)) return null;
  return name.split(' ').slice(0, 4).join(' ');
}

/** Phrases with which a presenter returns to the topic of the video. */
const backWords =
  /(?<![\p{L}])(?:back to (?:the|our|this|today['’]?s|what|where|business)|(?:let['’]?s|we) (?:get|jump|go|dive|move) (?:right |straight )?(?:back|into (?:the|today['’]?s|this)|on with)|with that (?:said|out of the way|being said)|on with the (?:show|video|episode)|zurück zum|weiter (?:geht['’]?s|im text|mit dem)|(?:on )?(?:revient|retourne|reprend)|revenons|volv(?:emos|amos|iendo) (?:al|a)|torn(?:iamo|ando) (?:al|a)|volta(?:mos|ndo) (?:ao|para)|terug naar|wracamy|вернемся|возвращаемся)(?![\p{L}])/iu;

export const leadsBack = (text: string): boolean => backWords.test(text);
