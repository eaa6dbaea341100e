/** Names for levels of confidence, the same in results, console and command line. */

export type ConfidenceBand = 'high' | 'medium' | 'low';

/** The name for a confidence from 0 to 1. */
export const confidenceBand = (confidence: number): ConfidenceBand => {
  if (confidence >= 0.8) return 'high';
  return confidence >= 0.5 ? 'medium' : 'low';
};
