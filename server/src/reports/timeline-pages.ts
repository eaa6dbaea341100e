/** The timeline pages: one block per video with one lane per brand, and as many blocks as fit on a page. */

import { counted } from '@reelsight/contract/counted';
import { identityOf } from '../analysis/name-key.ts';
import {
  addressOf,
  type Lane,
  orderedBrands,
  type ReportContent,
  type ReportVideo,
  reportLayout,
  type Span,
  summaryLayout,
} from './content.ts';
import {
  inner,
  sheet,
  type TimelineBlock,
  type TimelineLane,
  type TimelinePage,
  timelineSize,
} from './page.ts';

/** Space below the page title, in points. */
const room = sheet.height - 2 * sheet.margin - sheet.foot - 56;
const niceSteps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200];
const ticksAtMost = 10;

export function timelinePages(content: ReportContent): TimelinePage[] {
  const videosWithLanes = content.videos.filter(({ lanes }) => lanes.length > 0);
  const isSummary = content.detail === 'summary';
  const lanes = isSummary ? summaryLayout.lanes : reportLayout.lanes;
  const pages = pack(videosWithLanes.slice(0, reportLayout.timelines), lanes);
  const shownPages = isSummary ? pages.slice(0, summaryLayout.timelines) : pages;
  const videos = shownPages.flat();
  const packed = shownPages.map((page) => filled(page).map((block) => blockOf(block, content)));
  const rest = videosWithLanes.length - videos.length;
  const restNote = rest > 0 ? ` ${counted(rest, 'more video')} with brands: in the CSV file.` : '';

  return packed.map((part, index) => ({
    kind: 'timelines',
    id: index === 0 ? 'timelines' : `timelines-${index + 1}`,
    title: packed.length === 1 ? 'Timeline' : `Timeline (${index + 1} of ${packed.length})`,
    note: `Bar: seen. Diamond: said. Each opens its moment of the video.${restNote}`,
    blocks: part,
  }));
}

export const blockHeight = ({ lanes, more: moreText }: TimelineBlock): number =>
  timelineSize.head +
  (lanes.length + (moreText ? 1 : 0)) * timelineSize.lane +
  timelineSize.axis +
  timelineSize.gap;

/** A video and how many of its brands have a lane. */
interface Planned {
  readonly video: ReportVideo;
  readonly lanes: number;
}

const heightOf = ({ video, lanes }: Planned): number =>
  timelineSize.head +
  (lanes + (video.lanes.length > lanes ? 1 : 0)) * timelineSize.lane +
  timelineSize.axis +
  timelineSize.gap;

/** `lanesAtLeast` is the number of brands that each video has lanes for, if it has as many. */
function pack(videos: readonly ReportVideo[], lanesAtLeast: number): Planned[][] {
  const pages: Planned[][] = [];
  let free = 0;

  for (const video of videos) {
    const block = { video, lanes: Math.min(video.lanes.length, lanesAtLeast) };
    const height = heightOf(block);
    if (height > free) {
      pages.push([]);
      free = room;
    }

    pages.at(-1)?.push(block);
    free -= height;
  }

  return pages;
}

/** Gives the space that remains on the page to brands without a lane, one brand per video in turn. */
function filled(page: readonly Planned[]): Planned[] {
  const blocks = [...page];
  for (let grown = true; grown; ) {
    grown = false;
    for (const [index, { video, lanes }] of blocks.entries()) {
      const rest = video.lanes.length - lanes;
      // When the last brand gets its lane, the lane replaces the line that says how many brands are left out.
      const larger = { video, lanes: lanes + (rest > 1 ? 1 : rest) };
      const otherHeight = blocks.reduce(
        (sum, block, place) => sum + (place === index ? 0 : heightOf(block)),
        0,
      );
      if (rest === 0 || otherHeight + heightOf(larger) > room) continue;

      blocks[index] = larger;
      grown = true;
    }
  }

  return blocks;
}

const secondsOf = ({ seen: seenSpans }: Lane): number =>
  seenSpans.reduce((sum, [from, to]) => sum + to - from, 0);

/**
 * Builds the lanes for the brands that are seen most in this video. The lanes are in the order of the table of brands.
 */
function blockOf({ video, lanes: count }: Planned, content: ReportContent): TimelineBlock {
  const order = new Map(orderedBrands(content).map(({ name }, index) => [identityOf(name), index]));
  const place = ({ name }: { name: string }) => order.get(identityOf(name)) ?? order.size;
  const lanes = video.lanes.toSorted((a, b) => place(a) - place(b));
  const lanesBySeconds = lanes.toSorted(
    (a, b) => secondsOf(b) - secondsOf(a) || b.said.length - a.said.length,
  );
  const chosen = new Set(lanesBySeconds.slice(0, count));
  const shownLanes = lanes.filter((lane) => chosen.has(lane));
  const rest = lanes.length - shownLanes.length;
  // Times are those of the whole video, of which only a part may have been analysed.
  const lastSecond = lanes
    .flatMap(({ seen: spans, said: times }) => [...spans.map(([, end]) => end), ...times])
    .reduce((last, time) => Math.max(last, time), 0);
  const seconds = Math.max(video.duration_seconds, lastSecond, 0.1);

  return {
    title: video.title,
    href: addressOf(content, video.job_id),
    seconds,
    lanes: shownLanes.map((lane) => laneOf(lane, seconds)),
    more: rest > 0 ? `${counted(rest, 'more brand')}, seen less` : null,
    momentHref: (time) => addressOf(content, video.job_id, time),
    ticks: ticksOf(seconds),
  };
}

function laneOf(
  {
    name,
    seen: seenSpans,
    said: saidTimes,
  }: { name: string; seen: readonly Span[]; said: readonly number[] },
  seconds: number,
): TimelineLane {
  return { name, label: name, bars: drawn(seenSpans, seconds / (inner * 2)), marks: saidTimes };
}

/** Merges neighbouring spans that are less than `gap` seconds apart, because paper cannot show such a small gap. */
export function drawn(spans: readonly Span[], gap: number): Span[] {
  const bars: [number, number][] = [];
  for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = bars.at(-1);
    if (last && from - last[1] < gap) last[1] = Math.max(last[1], to);
    else bars.push([from, to]);
  }
  return bars;
}

function ticksOf(seconds: number): number[] {
  const step = niceSteps.find((niceStep) => seconds / niceStep <= ticksAtMost) ?? 86_400;
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) => index * step);
}
