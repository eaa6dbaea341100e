/** Names that the user gave the speakers of a video, which this browser remembers. */
import type { TranscriptSegment } from '@reelsight/sdk';
import { useCallback } from 'react';
import { useRemembered } from '../../format/remembered.ts';
import { timeText } from '../../format/time.ts';
import { useBench } from '../workbench.ts';

type Names = Readonly<Record<number, string>>;

export interface Speakers {
  readonly names: Names;
  readonly name: (speaker: number, name: string) => void;
  /** The speaker's name, or `Speaker 2` while there is none. */
  readonly nameOf: (speaker: number) => string;
}

export function useSpeakerNames(): Speakers {
  const { row } = useBench();
  const [names, setNames] = useRemembered<Names>(`speakers:${row.job_id}`, {});
  const nameOf = useCallback((speaker: number) => speakerName(names, speaker), [names]);

  return {
    names,
    name: (speaker, name) => setNames({ ...names, [speaker]: name }),
    nameOf,
  };
}

export const speakerName = (names: Names, speaker: number): string =>
  names[speaker]?.trim() || `Speaker ${speaker}`;

/** The transcript as text to paste elsewhere: a line for each passage, with its time and speaker. */
export function textOf(
  segments: readonly Pick<TranscriptSegment, 'start' | 'text' | 'speaker'>[],
  nameOf: Speakers['nameOf'],
): string {
  return segments
    .map(({ start, text, speaker }) => {
      const speakerLabel = speaker === undefined ? '' : `${nameOf(speaker)}: `;
      return `${timeText(start)}  ${speakerLabel}${text}`;
    })
    .join('\n');
}
