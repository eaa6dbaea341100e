/**
 * Finds hints in a line of text that a name belongs to a company: trade mark signs, legal forms, web addresses,
 * handles.
 */
import { fold } from '../../analysis/words.ts';

interface WrittenHint {
  readonly reason: 'registered_mark' | 'company_form' | 'web_address';
  /** The name as it is written, or the address. */
  readonly text: string;
  /** The key for comparing names; for an address, it is made from the part that its owner chose. */
  readonly name: string;
  /** Start of the name in the line, in code points. */
  readonly from: number;
}

/** A word of a line, without the punctuation around it. */
interface Word {
  readonly text: string;
  readonly from: number;
}

/** Maximum number of characters of a line that results contain. */
const mostCharacters = 500;
/** Maximum number of words in a name; more are probably a sentence. */
const mostWords = 3;

const mark = /[®™℠]|\((?:R|TM)\)/u;
/** "(c)" and "copyright" count only before a year; "©" counts without one. */
const copyright = /^(?:©|\(c\)|copyright)$/iu;
const year = /^(?:19|20)\d{2}(?:\D\d{2,4})?$/u;

/**
 * Legal forms of companies that have no other meaning. AG, SA, AB and KG are left out: they are also short words or
 * units.
 */
const companyForms = new Set(
  'inc incorporated corp corporation ltd limited llc plc gmbh pty pte bhd sarl'.split(' '),
);

export function writtenHints(line: string): WrittenHint[] {
  const words = wordsOf(Array.from(line).slice(0, mostCharacters).join(''));
  return words.flatMap((word, index) => [
    ...markedName(words, index),
    ...companyName(words, index),
    ...addressIn(word),
  ]);
}

const leadingMarks = /^["'“”‘’([{<,;:!?.|]+/u;
const trailingMarks = new Set(`"'“”‘’)]}>,;:!?.|`);

/** Strips quotation marks, brackets and punctuation around a word. */
function bareWord(piece: string): string {
  const word = piece.trim().replace(leadingMarks, '');
  let end = word.length;
  // A loop, because a regular expression that looks for the end from every position would take quadratic time.
  while (end > 0 && trailingMarks.has(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** The words of a line. A trade mark or copyright sign attached to a word becomes a word of its own. */
function wordsOf(line: string): Word[] {
  const words: Word[] = [];
  let from = 0;

  for (const piece of line.split(/(\s+|[®™℠©]|\((?:R|TM|c)\))/u)) {
    const isSign = mark.test(piece) || copyright.test(piece);
    const text = isSign ? piece : bareWord(piece);
    const indent = Math.max(0, piece.indexOf(text));
    if (text !== '') words.push({ text, from: from + Array.from(piece.slice(0, indent)).length });
    from += Array.from(piece).length;
  }

  return words;
}

const isCapital = ({ text }: Word): boolean => /^\p{Lu}/u.test(text);
const isName = ({ text }: Word): boolean => /\p{L}/u.test(text) && !mark.test(text);

function markedName(words: readonly Word[], index: number): WrittenHint[] {
  const word = words[index] as Word;
  if (mark.test(word.text)) return hintOf('registered_mark', wordsBefore(words, index));
  if (!copyright.test(word.text)) return [];

  const wordsAfter = words.slice(index + 1);
  if (word.text !== '©' && !year.test(wordsAfter[0]?.text ?? '')) return [];

  const rest = wordsAfter.filter(
    ({ text }) => text !== '©' && !year.test(text) && !/^by$/iu.test(text),
  );
  const end = rest.findIndex(
    (nextWord) => !isCapital(nextWord) || /^(?:all|inc|ltd|llc)$/iu.test(nextWord.text),
  );
  const owner = rest.slice(0, Math.min(mostWords, end < 0 ? rest.length : end));

  return hintOf('registered_mark', owner);
}

function companyName(words: readonly Word[], index: number): WrittenHint[] {
  const { text } = words[index] as Word;
  if (!isCapital(words[index] as Word) || !companyForms.has(fold(text))) return [];
  // In "Pte Ltd", two words are one legal form; the name comes before both.
  if (companyForms.has(fold(words[index + 1]?.text ?? ''))) return [];
  const previousWord = fold(words[index - 1]?.text ?? '');
  const isSecond = previousWord === 'sdn' || companyForms.has(previousWord);
  return hintOf('company_form', wordsBefore(words, isSecond ? index - 1 : index));
}

/** Returns the previous word, and any words before that which are also capitalised. */
function wordsBefore(words: readonly Word[], index: number): Word[] {
  const name: Word[] = [];
  for (let i = index - 1; i >= 0 && name.length < mostWords; i--) {
    const word = words[i] as Word;
    if (!isName(word) || (name.length > 0 && !(isCapital(word) && isCapital(name[0] as Word))))
      break;
    name.unshift(word);
  }

  return name;
}

function hintOf(reason: WrittenHint['reason'], words: readonly Word[]): WrittenHint[] {
  const text = words.map((word) => word.text).join(' ');
  if ((text.match(/\p{L}/gu) ?? []).length < 2) return [];
  return [{ reason, text, name: text, from: words[0]?.from ?? 0 }];
}

const plainEndings = new Set(
  (
    'com net org eu edu info biz app shop store online tech cloud agency studio media ' +
    'de fr uk nl es pl se dk fi ch ca au jp kr cn br mx ar za ie nz pt cz hu gr tr ru ua sg hk tw th ph my id vn il ae'
  ).split(' '),
);
/**
 * Ordinary words, file names and code may have the same endings, so an address with one of them must be written out in
 * full.
 */
const doubtfulEndings = new Set(
  'io ai co me tv so in is it at be us no do am cc to fm ly gg dev'.split(' '),
);
/** Second-level endings, which the owner did not choose: "co" in "acme.co.uk". */
const secondLevels = new Set('co com org net ac gov or ne'.split(' '));

/** Platforms on which a page belongs to the owner named after the slash. */
const platforms = new Set(
  'youtube youtu instagram facebook fb twitter x tiktok linkedin twitch t pinterest snapchat threads'.split(
    ' ',
  ),
);
/** Mail providers and placeholder hosts, which say nothing about the owner. */
const mailHosts = new Set(
  'gmail googlemail hotmail outlook yahoo icloud gmx web mail example localhost'.split(' '),
);
const webAddress =
  /^(https?:\/\/)?(www\.)?((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,3})([a-z]{2,8})(\/[^\s]*)?$/iu;
const mailAddress = /^[\w.+-]{1,64}@([a-z0-9.-]{4,100})$/iu;
const handle = /^@([a-z0-9_.]{3,30})$/iu;
/** Words that follow @ in program code and style sheets. */
const codeWords = new Set(
  'override media param return returns import charset property keyframes deprecated test'.split(
    ' ',
  ),
);

function addressIn({ text, from }: Word): WrittenHint[] {
  const reason = 'web_address' as const;
  const account = handle.exec(text)?.[1];
  if (account !== undefined) {
    const isCode = codeWords.has(account.toLowerCase()) || !/[a-z]{3}/iu.test(account);
    return isCode ? [] : [{ reason, text, name: account, from }];
  }

  const host = mailAddress.exec(text)?.[1];
  const [, scheme, www, labels = '', ending = '', path = ''] = webAddress.exec(host ?? text) ?? [];
  const isWrittenOut =
    scheme !== undefined || www !== undefined || path !== '' || host !== undefined;
  const domainSuffix = ending.toLowerCase();
  if (!plainEndings.has(domainSuffix) && !(isWrittenOut && doubtfulEndings.has(domainSuffix)))
    return [];
  // A full stop without a space after it, not an address: "the end.De".
  if (!isWrittenOut && /^\p{Lu}\p{Ll}/u.test(ending)) return [];

  const parts = labels.slice(0, -1).toLowerCase().split('.');
  const last =
    parts.length > 1 && secondLevels.has(parts.at(-1) ?? '') ? parts.at(-2) : parts.at(-1);
  if (last === undefined || !/[a-z]{2}/u.test(last) || last.length < 2 || mailHosts.has(last))
    return [];
  if (!platforms.has(last)) return [{ reason, text, name: last, from }];

  const page = /^\/@?([a-z0-9_.-]{3,30})\/?$/iu.exec(path)?.[1];
  return page && /[a-z]{3}/iu.test(page) ? [{ reason, text, name: page, from }] : [];
}
