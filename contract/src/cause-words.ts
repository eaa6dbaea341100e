/** Why the numbers of a period differ from those that were reported, in words: the same in console, reports and mail. */
import { counted } from './counted.ts';
import { cutText } from './cut-text.ts';

/** The fields of `CorrectedSince` that name causes. */
interface Causes {
  readonly corrections: number;
  readonly videos_added: number;
  readonly videos_gone: number;
  readonly named_corrections?:
    | readonly { readonly title: string | null; readonly text: string }[]
    | undefined;
  readonly named_videos?: readonly { readonly title: string | null }[] | undefined;
}

/** `2 corrections, 1 video analysed later`; empty if none is known, such as where only the library changed. */
export function causeCounts(causes: Causes): string {
  const { corrections, videos_added: lateVideos, videos_gone: goneVideos } = causes;
  const parts = [
    ...(corrections > 0 ? [counted(corrections, 'correction')] : []),
    ...(lateVideos > 0 ? [`${counted(lateVideos, 'video')} analysed later`] : []),
    ...(goneVideos > 0 ? [`${counted(goneVideos, 'video')} deleted or replaced`] : []),
  ];

  return parts.join(', ');
}

/** `“Samsung” dismissed in talk.mp4`, `talk.mp4 analysed later`; empty for runs of releases that named none. */
export const causeTexts = ({
  named_corrections: corrections = [],
  named_videos: videos = [],
}: Causes): string[] => [
  ...corrections.map(({ title, text }) => `${text} in ${shortTitle(title)}`),
  ...videos.map(({ title }) => `${shortTitle(title)} analysed later`),
];

function shortTitle(title: string | null): string {
  if (title === null) return 'a video without a title';
  return title.length > titleCharacters ? `${cutText(title, titleCharacters)} …` : title;
}

const titleCharacters = 60;
