/**
 * Test mode: jobs of a test workspace end at once, free of charge, with fixed results. The link of the video chooses how
 * a job ends.
 */
import { z } from 'zod';
import { type ErrorCode, jobFailureCodes } from './errors.ts';

/** Host of the links that choose how a test job ends. Names below `.invalid` never resolve (RFC 2606). */
export const testHost = 'test.reelsight.invalid';
/** The platform that jobs of these links have. */
export const testPlatform = 'test';

/**
 * Which of the fixed results a completed test job has: `whole`, `partial` where engines failed, or `empty` where nothing
 * was found.
 */
export type TestResults = 'whole' | 'partial' | 'empty';

/** How a test job ends, or where it stays. */
export type TestOutcome =
  | { readonly kind: 'completed'; readonly results: TestResults }
  | { readonly kind: 'failed'; readonly code: ErrorCode }
  | { readonly kind: 'pending' | 'processing' | 'held' | 'cancelled' | 'expired' };

/** Codes with which a job may fail. A job that nobody funded has a code too, but it is cancelled. */
export const testFailureCodes = jobFailureCodes.filter((code) => code !== 'HELD_EXPIRED');

const outcomesByPath: ReadonlyMap<string, TestOutcome> = new Map<string, TestOutcome>([
  ['/completed', { kind: 'completed', results: 'whole' }],
  ['/completed/partial', { kind: 'completed', results: 'partial' }],
  ['/completed/empty', { kind: 'completed', results: 'empty' }],
  ['/pending', { kind: 'pending' }],
  ['/processing', { kind: 'processing' }],
  ['/held', { kind: 'held' }],
  ['/cancelled', { kind: 'cancelled' }],
  ['/cancelled/HELD_EXPIRED', { kind: 'expired' }],
  ...testFailureCodes.map((code): [string, TestOutcome] => [
    `/failed/${code}`,
    { kind: 'failed', code },
  ]),
]);

/** Every path that the host has, in the order in which the documentation lists them. */
export const testPaths: readonly string[] = [...outcomesByPath.keys()];

/** How the job of a link ends; undefined if the host has no such path. */
export const testOutcomeOf = ({ pathname }: Pick<URL, 'pathname'>): TestOutcome | undefined =>
  outcomesByPath.get(pathname);

/** A mark that only test workspaces and what belongs to them carry. */
export const testMark = (description: string) =>
  z
    .literal(true)
    .optional()
    .describe(description)
    .meta({ examples: [true] });
