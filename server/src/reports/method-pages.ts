/** The pages that explain how the numbers are calculated, what they do not say, and what they are based on. */

import type { Exposure } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import type { ReportContent } from './content.ts';
import { type MethodPage, shownWarnings } from './page.ts';
import { countText, dollarsText } from './words.ts';

type Part = MethodPage['parts'][number];

/** Number of Latin characters that fit in a line. */
const lineCharacters = 165;
/** Points on a page available for lines and headings. */
const room = 448;
const lineHeight = 12.5;
const afterLine = 2.5;
const afterPart = 10;
const headHeight = 16;

export function methodPages(content: ReportContent): MethodPage[] {
  const pages: Part[][] = [];
  let free = 0;

  for (const part of methodParts(content)) {
    const height = heightOf(part);
    if (height > free && height <= room) {
      pages.push([]);
      free = room;
    }

    free = put(pages, part, free);
  }

  evenOut(pages);
  return pages.map((parts, index) => ({
    kind: 'method',
    id: index === 0 ? 'method' : `method-${index + 1}`,
    title: index === 0 ? 'Method and limits' : 'Method and limits, continued',
    parts,
  }));
}

/** If a short last part would be alone on a page, moves the previous part to that page too. */
function evenOut(pages: Part[][]): void {
  const [previousPage, last] = pages.slice(-2);
  const [alone, ...otherParts] = last ?? [];
  const moved = previousPage?.at(-1);
  if (
    !previousPage ||
    !last ||
    !alone ||
    otherParts.length > 0 ||
    !moved ||
    previousPage.length < 2
  )
    return;
  if (moved.head === null || heightOf(moved) + afterPart + heightOf(alone) > room) return;
  previousPage.pop();
  last.unshift(moved);
}

/**
 * Puts a part on the pages, line by line if it is longer than a page. Returns the space that is left on the last page.
 */
function put(pages: Part[][], part: Part, available: number): number {
  let free = available;
  let lines: string[] = [];
  let head = part.head;
  const flush = () => {
    if (lines.length > 0) pages.at(-1)?.push({ head, lines });
    [lines, head] = [[], null];
  };
  free -= part.head ? headHeight : 0;

  for (const line of part.lines) {
    if (heightOfLine(line) > free) {
      flush();
      pages.push([]);
      free = room;
    }

    lines.push(line);
    free -= heightOfLine(line);
  }

  flush();
  return free - afterPart;
}

/**
 * The height of a text in points. Chinese, Japanese and Korean letters count twice, because they are twice as wide as
 * Latin letters.
 */
function heightOfLine(text: string): number {
  const wide = text.match(/[\u1100-\u11ff\u2e80-\ud7af\uf900-\ufaff\uff00-\uffef]/g)?.length ?? 0;
  const lines = Math.max(1, Math.ceil((text.length + wide) / lineCharacters));
  return lines * lineHeight + afterLine;
}

const heightOf = ({ head, lines }: Part): number =>
  (head ? headHeight : 0) + lines.reduce((sum, line) => sum + heightOfLine(line), 0);

/** The parts of the method, of which the pages and the workbook are made. */
export function methodParts(content: ReportContent): Part[] {
  const { formula } = content.exposure;
  const { full_size, edge_loss, clutter } = formula.weights;
  const isSummary = content.detail === 'summary';
  const isOnCover = isSummary && content.missing.length <= shownWarnings;
  return [
    { head: 'What the numbers mean', lines: meanings },
    {
      head: `Equivalent seconds, formula ${formula.version}`,
      lines: [
        ...formula.text.split('\n').filter((line) => line.trim() !== ''),
        `Weights of this report: full_size ${full_size}, edge_loss ${edge_loss}, clutter ${clutter}.`,
        moneyLine(content),
      ],
    },
    ...(isSummary ? [] : [{ head: 'Published methods beside it', lines: methods }]),
    { head: 'What is not measured', lines: limits },
    { head: 'What this report rests on', lines: sourcesOf(content) },
    ...(content.missing.length > 0 && !isOnCover
      ? [{ head: 'What is not in it', lines: [...content.missing] }]
      : []),
  ];
}

const meanings = [
  'Seen: the seconds in which at least one box of the brand is on screen; several at once count once. Share of video: of the length of all the videos.',
  'Share of screen time: of the sum of the seconds of all brands. Alone: no other brand is on screen. Longest: without a break.',
  'Size: area of the box by area of the picture, as a mean over the seconds and at its largest.',
  'Clarity: contrast and sharpness inside the box against the rest of its picture, times legibility, 0 to 1; where it was not measured it counts as 1, which the page of the brand says; a dash in the table: nowhere measured.',
  'Paid for: words of the video, of its title, description or chapters name the brand as the one who pays, or a segment that sounds like an advertisement is about it. Disclosed: by words that say so, not by an offer. "No disclosure found" does not say that there is none.',
  'Legible: the letters, or the box, are at least 12 pixels high on a picture of 360 lines (phone), 720 (laptop) or 1080 (TV).',
];

const methods = [
  'Size, place, time on screen, clarity and the number of brands at once are what published methods of sponsorship measurement weigh too, such as those of GumGum Sports, Relo Metrics and Joyce Julius. Their weights are not public in full; those above are ours, printed so that they can be checked and changed.',
  'IAB and MRC count a viewable impression of a video from half of its pixels for two seconds in a row; compare the longest time in view with that.',
];

const limits = [
  'Attention, recall and sentiment are not measured, nor who watched. Audience and price behind a media value are figures of whoever asked for the report.',
  'Between two analysed frames positions are estimated. A logo that is small, blurred, partly hidden or in a stylised form may be missed, and a name may be read where another word stands: the proof frames are there to be looked at.',
];

function moneyLine({ asked: { cpmUsd, audience }, exposure }: ReportContent): string {
  if (exposure.videos_not_valued !== undefined) return moneyLineByVideo(exposure);

  return cpmUsd !== null && typeof audience === 'number'
    ? `Media value: equivalent seconds / 30 × audience / 1000 × CPM, with an audience of ${countText(audience)} and a CPM of ${dollarsText(cpmUsd)}, both as given.`
    : 'There is no media value, as no audience and CPM were given: the service never makes up a price.';
}

function moneyLineByVideo({ videos, videos_not_valued: lacking = 0 }: Exposure): string {
  const lack =
    lacking > 0
      ? ` ${counted(lacking, 'video')} of ${countText(videos.length)} ${lacking === 1 ? 'has' : 'have'} no known audience or price and ${lacking === 1 ? 'adds' : 'add'} nothing to it.`
      : '';
  return `Media value: equivalent seconds / 30 × audience / 1000 × CPM, added up over the videos, each with its own audience and CPM; the list of videos shows both, and where the audience is from.${lack}`;
}

function sourcesOf(content: ReportContent): string[] {
  const { videos, exposure, report_id, created_at, origin, sharedAt } = content;
  const engines = new Set(
    videos.flatMap((video) => Object.entries(video.engines).map(([of, name]) => `${of}: ${name}`)),
  );
  const weaknesses = [
    ...Map.groupBy(
      videos.flatMap((video) => video.weaknesses),
      (weakness) => weakness,
    ),
  ];

  const corrected = videos
    .flatMap(({ appearances }) => appearances)
    .filter((appearance) => appearance.corrected).length;

  return [
    `${counted(videos.length, 'video')}, ${counted(exposure.brands.length, 'brand')}; report ${report_id}, made ${created_at.slice(0, 16).replace('T', ' ')} UTC from the results at ${origin}.`,
    engines.size > 0 ? `Engines: ${[...engines].sort().join('; ')}.` : 'Engines: not known.',
    corrected > 0
      ? `A person corrected ${counted(corrected, 'appearance')}; the table of brands, their pages and the CSV file mark them.`
      : exposure.brands.some((brand) => brand.corrected)
        ? 'A person took appearances away; none that is left was corrected.'
        : 'No appearance was corrected by a person.',
    ...weaknesses.map(
      ([weakness, occurrences]) => `In ${counted(occurrences.length, 'video')}: ${weakness}`,
    ),
    sharedAt === undefined
      ? 'Whoever may open the console sees each moment by its link; videos are kept for a limited time, and an analysis may be deleted: then its links open nothing.'
      : 'The links open the page that this file is from, without an account, until it ends.',
  ];
}
