// made by `npm run generate`; do not edit.
/** Formats that hold the results of several jobs. */
export type BatchExportFormat =
  | 'csv'
  | 'shots.csv'
  | 'on-screen-text.csv'
  | 'paid-segments.csv'
  | 'disclosures.csv'
  | 'answers.csv'
  | 'answers-by-video.csv'
  | 'jsonl';
