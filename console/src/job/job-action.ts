/** The interface of an action that a feature adds to the head of a job's page. */
import type { JobRowView } from '@reelsight/contract';
import type { ComponentType } from 'react';

export interface JobActionProps {
  readonly row: JobRowView;
  readonly onClose: () => void;
}

export interface JobAction {
  readonly id: string;
  /** Text of the button or menu entry: `Share`, `Report`, `Clips`. */
  readonly label: string;
  /** `header` for a separate button, `export` for an entry in the Export menu. */
  readonly place: 'header' | 'export';
  /**
   * The results that the action uses. If the page shows brands from another analysis of the video, an action about
   * brands applies to that analysis.
   */
  readonly about?: 'brands';
  /** Whether the action is offered; called for completed jobs only. */
  readonly offered: (row: JobRowView) => boolean;
  readonly Panel: ComponentType<JobActionProps>;
}
