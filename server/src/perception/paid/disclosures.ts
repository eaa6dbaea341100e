/** Builds the `disclosures` of the results: where a video says of itself that it is paid for. Pure. */
import type {
  Disclosure,
  DisclosureSign,
  MetadataResult,
  OnScreenText,
  PaidSegment,
} from '@reelsight/contract';
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
  readonly paidSegments: readonly PaidSegment[];
}

/** Limit that the field description in the contract also states. */
const mostDisclosures = 100;
/** A disclosure belongs to a paid segment that begins at most this long after it, in seconds. */
const leadSeconds = 5;

interface Sign {
  readonly sign: DisclosureSign;
  readonly timestamp: number;
  readonly durationSeconds?: number;
  readonly text: string;
  readonly cue: Cue;
  readonly brand: string | null;
  readonly language?: string | null;
}

/** Returns the disclosures in order of time. */
export function disclosuresOf(material: DisclosureMaterial): Disclosure[] {
  const names = new BrandNames(material.brands);
  const signs = [
    ...spokenSigns(material, names),
    ...material.texts.flatMap((text) => screenSign(text, names)),
    ...chapterSigns(material, names),
    ...writtenLines(material.metadata).flatMap((line) => writtenSign(line, names)),
  ];
  const disclosures = [
    ...platformDisclosure(material),
    ...signs.map((sign) => disclosureOf(sign, material.paidSegments)),
  ];

  return withoutRepeats(disclosures)
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .slice(0, mostDisclosures);
}

function spokenSigns({ segments, spokenLanguage }: DisclosureMaterial, names: BrandNames): Sign[] {
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
        brand: names.known(cue.payer) ?? names.saidIn(unit)[0] ?? null,
        language: cue.language ?? spokenLanguage,
      },
    ];
  });
}

function screenSign(screenText: OnScreenText, names: BrandNames): Sign[] {
  const { text, start, end } = screenText;
  const cue = isLegible(screenText) ? disclosureIn(text, 'title') : null;
  if (!cue) return [];
  return [
    {
      sign: 'on_screen',
      timestamp: start,
      durationSeconds: end - start,
      text,
      cue,
      brand: names.known(cue.payer) ?? names.writtenIn(text),
    },
  ];
}

function chapterSigns({ chapters }: DisclosureMaterial, names: BrandNames): Sign[] {
  return chapters.flatMap(({ start, title }) => {
    const cue = disclosureIn(title, 'title');
    const brand = cue && (names.known(cue.payer) ?? names.writtenIn(title));
    return cue ? [{ sign: 'chapter' as const, timestamp: start, text: title, cue, brand }] : [];
  });
}

function writtenSign({ text, from }: WrittenLine, names: BrandNames): Sign[] {
  const cue = disclosureIn(text, 'description');
  if (!cue) return [];
  const isHashtag = cue.isHashtag || from === 'tag';
  const sign = isHashtag ? 'hashtag' : from === 'title' ? 'title' : 'description';
  return [
    {
      sign,
      timestamp: 0,
      text,
      cue,
      brand: names.known(cue.payer) ?? names.writtenIn(text),
    },
  ];
}

const platformDisclosure = ({ platformLabel }: DisclosureMaterial): Disclosure[] =>
  platformLabel === true ? [{ sign: 'platform', timestamp: 0, confidence: 1 }] : [];

/** If the words name nobody, the disclosure is about the brand of the paid segment that they belong to. */
function disclosureOf(
  { sign, timestamp, durationSeconds, text, cue, brand, language = cue.language }: Sign,
  paidSegments: readonly PaidSegment[],
): Disclosure {
  const hasTime = durationSeconds !== undefined || sign === 'chapter';
  const segment = hasTime
    ? paidSegments.find(({ start, end }) => timestamp >= start - leadSeconds && timestamp < end)
    : undefined;
  const payer = brand ?? segment?.brand;

  return {
    sign,
    timestamp: seconds(timestamp),
    ...(durationSeconds !== undefined && { duration_seconds: seconds(durationSeconds) }),
    quote: quoteOf(text),
    ...(language && { language }),
    confidence: Math.round(cue.strength * 100) / 100,
    ...(payer && { brand: payer }),
  };
}

/** A line that the description repeats, or that title and description share, counts once. */
function withoutRepeats(disclosures: readonly Disclosure[]): Disclosure[] {
  const keyOf = ({ sign, timestamp, quote = '' }: Disclosure): string =>
    `${sign} ${timestamp} ${identityOf(quote)}`;
  return [...new Map(disclosures.map((disclosure) => [keyOf(disclosure), disclosure])).values()];
}

/** Whether a platform labels a video as paid for, from the metadata that it gives. */
export const platformLabelOf = (metadata: Partial<MetadataResult> | null): boolean | null =>
  metadata?.paid_promotion ?? null;
