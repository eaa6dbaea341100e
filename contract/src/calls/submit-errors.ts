/** Errors for which a job can be refused before it is created, however it is submitted. */
import type { ErrorCode } from '../errors.ts';

export const submitErrors = [
  'INVALID_CAPABILITIES',
  'INVALID_URL',
  'MODE_NOT_ALLOWED',
  'TOO_MANY_QUERIES',
  'VIDEO_TOO_LONG',
  'PLATFORM_UNAVAILABLE',
  'PLATFORM_RATE_LIMITED',
  'SUBSCRIPTION_PAST_DUE',
  'INSUFFICIENT_CREDITS',
  'TOO_MANY_PENDING_JOBS',
  'LOW_DISK',
] as const satisfies readonly ErrorCode[];

/** Errors for the rule of a Follow, which is refused for the same reasons as the job it would make. */
export const followErrors = [
  'INVALID_CAPABILITIES',
  'INVALID_SURFACE',
  'INVALID_URL',
  'MODE_NOT_ALLOWED',
  'PLAN_REQUIRED',
  'TOO_MANY_BRANDS',
  'TOO_MANY_QUERIES',
] as const satisfies readonly ErrorCode[];
