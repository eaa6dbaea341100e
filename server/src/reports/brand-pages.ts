/** A page for each of the brands that count most, with proof frames. */

import type { ExposureBrand } from '@reelsight/contract';
import { jobPath } from '@reelsight/contract/console-paths';
import { exposurePositions } from '@reelsight/contract/exposure-terms';
import { lengthText, timeText } from '@reelsight/contract/time-text';
import { type ReportAppearance, type ReportContent, reportLimits } from './content.ts';
import type { BrandPage, Proof } from './page.ts';
import { detailOf } from './proof-detail.ts';
import { countText, dollarsText, fractionText, percentText } from './words.ts';

export function brandPages(
  content: ReportContent,
  featured: readonly ExposureBrand[],
  anchors: ReadonlyMap<string, string>,
): BrandPage[] {
  const proofs = proofsOf(content, featured);
  return featured.map((brand) => {
    const own = proofs.get(brand.name) ?? [];
    return {
      kind: 'brand',
      id: anchors.get(brand.name) ?? '',
      ...{ title: brand.name, name: brand.name, facts: factsOf(brand) },
      best: bestOf(brand, content),
      fields: fieldsOf(brand),
      surfaces: brand.surfaces
        .toSorted((a, b) => b.seen_seconds - a.seen_seconds)
        .slice(0, 6)
        .map(({ surface, seen_seconds }) => [
          surface.replaceAll('-', ' '),
          lengthText(seen_seconds),
        ]),
      proofs: own,
      note: noteOf(brand, own),
    };
  });
}

function noteOf({ seen_seconds: seen }: ExposureBrand, proofs: readonly Proof[]): string | null {
  if (seen === 0) return 'Only said: there is nothing to show.';
  return proofs.length === 0
    ? 'No proof frame of it was kept: a job keeps the best of all its brands, and none if it was made without proof.'
    : null;
}

/** The moment that counts most. */
function bestOf({ best }: ExposureBrand, { videos, origin }: ReportContent): BrandPage['best'] {
  if (!best) return null;
  const { job_id, timestamp } = best;
  const title = videos.find((video) => video.job_id === job_id)?.title ?? job_id;
  const text = `${timeText(timestamp)} in ${title}`;
  return { text, href: origin + jobPath(job_id, timestamp) };
}

function factsOf(brand: ExposureBrand): [string, string][] {
  const seen = brand.seen_seconds > 0;
  const clarity =
    brand.clarity_known < 1
      ? `${fractionText(brand.clarity)}, ${Math.round(brand.clarity_known * 100)} % measured`
      : fractionText(brand.clarity);
  return [
    ['Seen', lengthText(brand.seen_seconds)],
    ['Share of video', percentText(brand.share_of_video)],
    ['Share of voice', percentText(brand.share_of_voice)],
    ['Appearances, videos', `${countText(brand.appearances)}, ${countText(brand.videos)}`],
    ['Alone on screen', lengthText(brand.solus_seconds)],
    ['Longest without a break', lengthText(brand.longest_seconds)],
    ['First seen', brand.first_seen === null ? '–' : timeText(brand.first_seen)],
    ['Size, mean and largest', `${percentText(brand.mean_size)}, ${percentText(brand.max_size)}`],
    ['Clarity', seen ? clarity : '–'],
    ['Legible on a phone', lengthText(brand.legible_seconds.phone)],
    ['Legible on a laptop', lengthText(brand.legible_seconds.laptop)],
    ['Legible on a TV', lengthText(brand.legible_seconds.tv)],
    ['Said', saidText(brand)],
    ['Equivalent seconds', lengthText(brand.equivalent_seconds)],
    ...(brand.media_value_usd === null
      ? []
      : ([['Media value', dollarsText(brand.media_value_usd)]] satisfies [string, string][])),
  ];
}

function saidText({ said }: ExposureBrand): string {
  const times = said.times === 1 ? 'once' : `${countText(said.times)} times`;
  if (said.times === 0) return 'never';
  const both = said.seconds_overlapping_seen;
  return both > 0 ? `${times}, ${lengthText(both)} of it in view` : times;
}

function fieldsOf({ position }: ExposureBrand): number[] | null {
  const seconds = exposurePositions.map((field) => position[field] ?? 0);
  const sum = seconds.reduce((all, one) => all + one, 0);
  return sum > 0 ? seconds.map((one) => one / sum) : null;
}

interface Candidate {
  readonly appearance: ReportAppearance;
  readonly video: { readonly job_id: string; readonly title: string };
}

type Proven = ReportAppearance & Required<{ frame: string; box: Proof['box'] }>;

const isProven = (one: ReportAppearance): one is Proven =>
  one.frame !== null && one.box !== null && one.source === 'visual';

/** For each brand its best frames: large and sure first, of as many videos as there are. */
function proofsOf(
  { videos, origin }: ReportContent,
  featured: readonly ExposureBrand[],
): Map<string, Proof[]> {
  const wanted = new Set(featured.map(({ name }) => name));
  const all: Candidate[] = videos.flatMap((video) =>
    video.appearances
      .filter((appearance) => wanted.has(appearance.brand) && isProven(appearance))
      .map((appearance) => ({ appearance, video })),
  );
  return new Map(
    [...Map.groupBy(all, ({ appearance }) => appearance.brand)].map(([name, candidates]) => [
      name,
      spread(candidates).map((one) => proofOf(one, origin)),
    ]),
  );
}

const worth = ({ appearance: { box, confidence } }: Candidate): number =>
  Math.sqrt((box?.width ?? 0) * (box?.height ?? 0)) * (confidence ?? 0.5);

/** The best of each video, then the second best of each, until there are enough. */
function spread(candidates: readonly Candidate[]): Candidate[] {
  const best = candidates.toSorted((a, b) => worth(b) - worth(a));
  const used = new Set<string>();
  const ranks = new Map<string, number>();
  const ranked = best.flatMap((one) => {
    const frame = one.appearance.frame as string;
    if (used.has(frame)) return [];
    used.add(frame);
    const rank = ranks.get(one.video.job_id) ?? 0;
    ranks.set(one.video.job_id, rank + 1);
    return [{ one, rank }];
  });
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, reportLimits.proofs)
    .map(({ one }) => one);
}

function proofOf({ appearance, video }: Candidate, origin: string): Proof {
  const { timestamp, confidence, box, frame, surface, corrected } = appearance as Proven;
  const caption = [
    timeText(timestamp),
    `${percentText(box.width * box.height)} of the picture`,
    ...(confidence === null ? [] : [`confidence ${fractionText(confidence)}`]),
    ...(surface ? [surface.replaceAll('-', ' ')] : []),
    ...(corrected ? ['corrected'] : []),
  ];
  return {
    ...{ frame, box, detail: detailOf(frame, box) },
    ...{ title: video.title, caption: caption.join(' · ') },
    href: origin + jobPath(video.job_id, timestamp),
  };
}
