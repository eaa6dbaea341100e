/** Estimates how much longer a job will take. */
import { roughly } from '../../format/time.ts';

/** Minimum progress before an estimate is worth showing. */
const leastShare = 0.08;
const leastSeconds = 4;

/** `about 2 minutes left at this pace`; undefined if there is too little progress for an estimate. */
export function timeLeftText(share: number, elapsedSeconds: number): string | undefined {
  if (share < leastShare || elapsedSeconds < leastSeconds) return undefined;
  const remainingSeconds = (elapsedSeconds * (1 - share)) / share;
  return `${roughly(remainingSeconds)} left at this pace`;
}
