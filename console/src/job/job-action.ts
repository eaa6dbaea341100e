/** What a feature adds to the head of a job's page. */
import type { JobRowView } from '@reelsight/contract';
import type { ComponentType } from 'react';

export interface JobActionProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

export interface JobAction {
  readonly id: string;
  /** `Share`; in the menu `Report`, `Clips`. */
  readonly label: string;
  /** A button of its own, or an entry of the Export menu. */
  readonly place: 'header' | 'export';
  /** What it is about: where another analysis of the video found the brands that are shown, it is of that one. */
  readonly about?: 'brands';
  /** Of a completed job. */
  readonly offered: (row: JobRowView) => boolean;
  readonly Panel: ComponentType<JobActionProps>;
}
