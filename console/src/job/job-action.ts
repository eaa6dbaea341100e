/** The interface of an action that a feature adds to the head of a job's page. */
import type { JobRowView } from '@reelsight/contract';
import type { ComponentType } from 'react';

export interface JobActionProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

export interface JobAction {
  readonly id: string;
  /** `Share` in the header; `Report` or `Clips` in the menu. */
  readonly label: string;
  /** A separate button, or an entry in the Export menu. */
  readonly place: 'header' | 'export';
  /**
   * What the action is about: if the brands shown come from another analysis of the video, the action applies to that
   * analysis.
   */
  readonly about?: 'brands';
  /** Called for completed jobs. */
  readonly offered: (row: JobRowView) => boolean;
  readonly Panel: ComponentType<JobActionProps>;
}
