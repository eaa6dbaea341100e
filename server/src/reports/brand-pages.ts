/** Builds a page for each of the most important brands, with proof frames. */

import type { ExposureBrand } from '@reelsight/contract';
import { counted } from '@reelsight/contract/counted';
import { exposurePositions } from '@reelsight/contract/exposure-terms';
import { exposureTerms } from '@reelsight/contract/exposure-words';
import { percentText } from '@reelsight/contract/percent-text';
import { timeText } from '@reelsight/contract/time-text';
import { identityOf } from '../analysis/name-key.ts';
import { screenTimeShares } from './brand-numbers.ts';
import { type Change, changesOf } from './changes.ts';
import {
  addressOf,
  type LinkTarget,
  type ReportAppearance,
  type ReportContent,
  type ReportVideo,
  reportLayout,
} from './content.ts';
import type { BrandPage, Proof, ProofsPage } from './page.ts';
import { detailOf } from './proof-detail.ts';
import { confidenceText, countText, dollarsText, fractionText, secondsText } from './words.ts';

export function brandPages(
  content: ReportContent,
  featured: readonly ExposureBrand[],
  anchors: ReadonlyMap<string, string>,
): BrandPage[] {
  const proofs = proofsOf(content, featured);
  const changes = changesOf(content);
  const shareOf = screenTimeShares(content);
  return featured.map((brand) => {
    const key = identityOf(brand.name);
    const brandProofs = proofs.get(key) ?? [];
    const change = changes.get(key);

    return {
      kind: 'brand',
      id: anchors.get(brand.name) ?? '',
      title: brand.name,
      name: brand.name,
      mark: change?.mark ?? null,
      facts: [
        ...factsOf(brand, shareOf(brand.name).percent),
        ...(change ? [['By a person', change.text] as const] : []),
      ],
      best: bestOf(brand, content),
      fields: fieldsOf(brand),
      surfaces: brand.surfaces
        .toSorted((a, b) => b.seen_seconds - a.seen_seconds)
        .slice(0, 6)
        .map(({ surface, seen_seconds }) => [
          surface.replaceAll('-', ' '),
          secondsText(seen_seconds),
        ]),
      proofs: brandProofs,
      note: noteOf(brand, brandProofs, change),
    };
  });
}

/** The page with the best proof frame of each brand; absent if no frame was kept. */
export function proofsPage(content: ReportContent, brands: readonly ExposureBrand[]): ProofsPage[] {
  const proofs = proofsOf(content, brands);
  const best = brands.flatMap(({ name }) => {
    const [proof] = proofs.get(identityOf(name)) ?? [];
    const inVideo = content.videos.length > 1 ? `${proof?.title} · ` : '';
    return proof ? [{ ...proof, title: name, caption: inVideo + proof.brief }] : [];
  });
  if (best.length === 0) return [];

  const without = brands.length - best.length;
  const rest = without > 0 ? ` Without a stored frame: ${counted(without, 'brand')}.` : '';
  return [
    {
      kind: 'proofs',
      id: 'proof-frames',
      title: 'Proof frames',
      note: `${brands.length === 1 ? 'The best frame' : `The best frame of each of the ${brands.length} brands seen longest`}; ${best.length === 1 ? 'it' : 'each'} opens its moment.${rest}`,
      proofs: best,
    },
  ];
}

function noteOf(
  { seen_seconds: seenSeconds }: ExposureBrand,
  proofs: readonly Proof[],
  change: Change | undefined,
): string | null {
  if (seenSeconds === 0) return 'Only said: there is nothing to show.';
  if (proofs.length > 0) return null;
  return change?.isAdded
    ? 'A person added it by hand; the analysis did not find it. Proof frames are kept while a video is analysed, so there is none of what was added afterwards.'
    : 'No proof frame of it was kept: an analysis keeps the best of all its brands, and none if it was made without proof.';
}

/** The most important moment of a brand, as text with a link. */
function bestOf({ best }: ExposureBrand, content: ReportContent): BrandPage['best'] {
  if (!best) return null;
  const { job_id, timestamp } = best;
  const title = content.videos.find((video) => video.job_id === job_id)?.title ?? job_id;
  const text = `${timeText(timestamp)} in ${title}`;
  return { text, href: addressOf(content, job_id, timestamp) };
}

/** `percent` is the brand's share of screen time. */
function factsOf(brand: ExposureBrand, percent: string): [string, string][] {
  const isSeen = brand.seen_seconds > 0;
  const clarity =
    brand.clarity_known < 1
      ? `${fractionText(brand.clarity)}, measured ${Math.round(brand.clarity_known * 100)} % of the time`
      : fractionText(brand.clarity);
  return [
    [exposureTerms.seen.title, secondsText(brand.seen_seconds)],
    [exposureTerms.shareOfScreenTime.title, percent],
    [exposureTerms.shareOfVideo.title, percentText(brand.share_of_video)],
    ['Appearances, videos', `${countText(brand.appearances)}, ${countText(brand.videos)}`],
    [exposureTerms.alone.title, secondsText(brand.solus_seconds)],
    [exposureTerms.longest.title, secondsText(brand.longest_seconds)],
    [exposureTerms.firstSeen.title, brand.first_seen === null ? '–' : timeText(brand.first_seen)],
    ['Size, mean and largest', `${percentText(brand.mean_size)}, ${percentText(brand.max_size)}`],
    [exposureTerms.clarity.title, isSeen ? clarity : '–'],
    [exposureTerms.legiblePhone.title, secondsText(brand.legible_seconds.phone)],
    [exposureTerms.legibleLaptop.title, secondsText(brand.legible_seconds.laptop)],
    [exposureTerms.legibleTv.title, secondsText(brand.legible_seconds.tv)],
    [exposureTerms.said.title, saidText(brand)],
    ...paidFact(brand),
    [exposureTerms.equivalent.title, secondsText(brand.equivalent_seconds)],
    ...(brand.media_value_usd === null
      ? []
      : ([[exposureTerms.mediaValue.title, dollarsText(brand.media_value_usd)]] satisfies [
          string,
          string,
        ][])),
    ...notValuedFact(brand),
  ];
}

function notValuedFact({
  videos_not_valued: lacking = 0,
  videos,
}: ExposureBrand): [string, string][] {
  if (lacking === 0) return [];
  return [['Without a media value', `${countText(lacking)} of ${counted(videos, 'video')}`]];
}

function paidFact({ disclosure, videos }: ExposureBrand): [string, string][] {
  if (!disclosure) return [];
  const { videos_paid: paid, videos_disclosed: disclosed } = disclosure;
  if (paid === 0) return [['Paid for', 'not known: no disclosure found that names it']];

  const disclosedText =
    disclosed === 0 ? 'no disclosure found' : `disclosed in ${countText(disclosed)}`;
  return [
    ['Paid for', `in ${countText(paid)} of ${counted(videos, 'video')}, ${disclosedText}`],
    ['Seen in paid segments', secondsText(disclosure.seen_seconds_paid)],
  ];
}

function saidText({ said: mentions }: ExposureBrand): string {
  const times = mentions.times === 1 ? 'once' : `${countText(mentions.times)} times`;
  if (mentions.times === 0) return 'never';
  const overlapSeconds = mentions.seconds_overlapping_seen;
  return overlapSeconds > 0 ? `${times}, ${secondsText(overlapSeconds)} of it in view` : times;
}

function fieldsOf({ position }: ExposureBrand): number[] | null {
  const seconds = exposurePositions.map((field) => position[field] ?? 0);
  const sum = seconds.reduce((total, fieldSeconds) => total + fieldSeconds, 0);
  return sum > 0 ? seconds.map((second) => second / sum) : null;
}

/** Maximum distance, in seconds, between two moments whose pictures hardly differ. */
const sameMoment = 0.05;

interface Candidate {
  readonly appearance: ReportAppearance;
  readonly video: { readonly job_id: string; readonly title: string };
}

type Proven = ReportAppearance & Required<{ frame: string; box: Proof['box'] }>;

const isProven = (appearance: ReportAppearance): appearance is Proven =>
  appearance.frame !== null && appearance.box !== null && appearance.source === 'visual';

/** Gives an appearance that was added by hand a frame that was kept for another brand at the same moment. */
function withFrame(appearance: ReportAppearance, { appearances }: ReportVideo): ReportAppearance {
  if (appearance.frame !== null || !appearance.added || appearance.box === null) return appearance;
  const match = appearances.find(
    ({ frame, timestamp }) =>
      frame !== null && Math.abs(timestamp - appearance.timestamp) < sameMoment,
  );
  return { ...appearance, frame: match?.frame ?? null };
}

/**
 * Picks the best proof frames for each brand: first those with a large box and a high confidence, from as many videos
 * as possible.
 */
function proofsOf(
  content: ReportContent,
  featured: readonly ExposureBrand[],
): Map<string, Proof[]> {
  const identities = new Set(featured.map(({ name }) => identityOf(name)));
  const allCandidates: Candidate[] = content.videos.flatMap((video) =>
    video.appearances
      .filter(({ brand }) => identities.has(identityOf(brand)))
      .map((appearance) => withFrame(appearance, video))
      .filter(isProven)
      .map((appearance) => ({ appearance, video })),
  );
  return new Map(
    [...Map.groupBy(allCandidates, ({ appearance }) => identityOf(appearance.brand))].map(
      ([name, candidates]) => [
        name,
        spread(candidates).map((candidate) => proofOf(candidate, content)),
      ],
    ),
  );
}

const worth = ({ appearance: { box, confidence } }: Candidate): number =>
  Math.sqrt((box?.width ?? 0) * (box?.height ?? 0)) * (confidence ?? 0.5);

/** Picks the best candidate of each video, then the second best of each, and so on until there are enough. */
function spread(candidates: readonly Candidate[]): Candidate[] {
  const best = candidates.toSorted((a, b) => worth(b) - worth(a));
  const usedFrames = new Set<string>();
  const ranks = new Map<string, number>();
  const ranked = best.flatMap((candidate) => {
    const frame = candidate.appearance.frame as string;
    if (usedFrames.has(frame)) return [];
    usedFrames.add(frame);
    const rank = ranks.get(candidate.video.job_id) ?? 0;
    ranks.set(candidate.video.job_id, rank + 1);
    return [{ one: candidate, rank }];
  });

  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, reportLayout.proofs)
    .map(({ one: candidate }) => candidate);
}

function proofOf({ appearance, video }: Candidate, target: LinkTarget): Proof {
  const { timestamp, confidence, box, frame, surface, corrected, added } = appearance as Proven;
  const size = `${percentText(box.width * box.height)} of the picture`;
  const byPerson = added ? ['added by a person'] : corrected ? ['corrected by a person'] : [];
  const caption = [
    timeText(timestamp),
    size,
    ...(confidence === null ? [] : [`confidence ${confidenceText(confidence)}`]),
    ...(surface ? [surface.replaceAll('-', ' ')] : []),
    ...byPerson,
  ];
  return {
    frame,
    box,
    detail: detailOf(frame, box),
    title: video.title,
    caption: caption.join(' · '),
    brief: [timeText(timestamp), ...byPerson, size].join(' · '),
    href: addressOf(target, video.job_id, timestamp),
  };
}
