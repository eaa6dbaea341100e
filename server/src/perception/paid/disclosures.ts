/** Builds the `disclosures` of the results: where a video says of itself that it is paid for. Pure. */
import type { Disclosure, DisclosureSign, OnScreenText } from '@reelsight/contract';
import { identityOf } from '../../analysis/name-key.ts';
import { seconds } from '../moment-text.ts';
import { BrandNames } from './brand-names.ts';
import { type Cue, disclosureIn } from './cues.ts';
import type { PaidMaterial } from './paid-segments.ts';
import { spokenUnits } from './spoken-units.ts';
import { isLegible, quoteOf, type WrittenLine, writtenLines } from './written.ts';

export interface DisclosureMaterial extends PaidMaterial {
  /** Code of the language that is spoken; null if unknown. */
  readonly spokenLanguage: string | null;
  /** Whether the platform labels the video as paid for; null if unknown. */
  readonly platformLabel: boolean | null;
}

/** Limit that the field description in the contract also states. */
const mostDisclosures = 100;
/** Of the title and the lines of the description, so that these leave room for what is said and shown. */
const mostWritten = 20;

interface Sign {
  readonly sign: DisclosureSign;
  readonly timestamp: number;
  readonly durationSeconds?: number;
  readonly text: string;
  readonly cue: Cue;
  /** The brand that is mentioned, if the cue itself names nobody. */
  readonly mentioned?: string | null;
  readonly language?: string | null;
}

/** Returns the disclosures in order of time. */
export function disclosuresOf(material: DisclosureMaterial): Disclosure[] {
  const names = new BrandNames(material.brands);
  // Nobody sees the tags of a video, so they disclose nothing.
  const lines = writtenLines(material.metadata).filter(({ from }) => from !== 'tag');
  const signs = [
    ...lines.flatMap((line) => writtenSign(line, names)).slice(0, mostWritten),
    ...spokenSigns(material),
    ...material.texts.flatMap((text) => screenSign(text, names)),
    ...material.chapters.flatMap((chapter) => chapterSign(chapter, names)),
  ];
  const disclosures = [
    ...platformDisclosure(material),
    ...signs.flatMap((sign) => disclosuresOfSign(sign, names)),
  ];

  return withoutRepeats(disclosures)
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .slice(0, mostDisclosures);
}

function spokenSigns({ segments, spokenLanguage }: DisclosureMaterial): Sign[] {
  return spokenUnits(segments).flatMap((unit) => {
    const cue = disclosureIn(unit.text, 'speech');
    if (!cue) return [];
    return [
      {
        sign: 'said' as const,
        timestamp: unit.start,
        durationSeconds: unit.end - unit.start,
        text: unit.text,
        cue,
        language: cue.language ?? spokenLanguage,
      },
    ];
  });
}

function screenSign(screenText: OnScreenText, names: BrandNames): Sign[] {
  const { text, start, end } = screenText;
  if (!isLegible(screenText)) return [];
  const written = disclosureIn(text, 'description');
  const hashtag = written?.isHashtag ? written : null;
  const cue = disclosureIn(text, 'label') ?? disclosureIn(text, 'speech') ?? hashtag;
  if (!cue) return [];
  return [
    {
      sign: 'on_screen',
      timestamp: start,
      durationSeconds: end - start,
      text,
      cue,
      mentioned: names.mentionedIn(text),
    },
  ];
}

function chapterSign(
  { start, title }: DisclosureMaterial['chapters'][number],
  names: BrandNames,
): Sign[] {
  const cue = disclosureIn(title, 'title');
  const mentioned = names.mentionedIn(title);
  return cue ? [{ sign: 'chapter', timestamp: start, text: title, cue, mentioned }] : [];
}

function writtenSign({ text, from }: WrittenLine, names: BrandNames): Sign[] {
  const cue = disclosureIn(text, 'description');
  if (!cue) return [];
  const sign = cue.isHashtag ? 'hashtag' : from === 'title' ? 'title' : 'description';
  return [{ sign, timestamp: 0, text, cue, mentioned: names.mentionedIn(text) }];
}

const platformDisclosure = ({ platformLabel }: DisclosureMaterial): Disclosure[] =>
  platformLabel === true ? [{ sign: 'platform', timestamp: 0, confidence: 1 }] : [];

/** One disclosure for each brand that pays; a single one if the words name nobody. */
function disclosuresOfSign(
  { sign, timestamp, durationSeconds, text, cue, mentioned, language = cue.language }: Sign,
  names: BrandNames,
): Disclosure[] {
  const payer = names.known(cue.payer) ?? mentioned ?? null;
  const otherPayers = cue.otherPayers.map((name) => names.known(name));

  return [payer, ...otherPayers].map((brand) => ({
    sign,
    timestamp: seconds(timestamp),
    ...(durationSeconds !== undefined && { duration_seconds: seconds(durationSeconds) }),
    quote: quoteOf(text),
    ...(language && { language }),
    confidence: Math.round(cue.strength * 100) / 100,
    ...(brand && { brand }),
  }));
}

/** A line that the description repeats counts once. */
function withoutRepeats(disclosures: readonly Disclosure[]): Disclosure[] {
  const keyOf = ({ sign, timestamp, quote = '', brand = '' }: Disclosure): string =>
    `${sign} ${timestamp} ${identityOf(quote)} ${identityOf(brand)}`;
  return [...new Map(disclosures.map((disclosure) => [keyOf(disclosure), disclosure])).values()];
}
