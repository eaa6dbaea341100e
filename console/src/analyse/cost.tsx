/** Shows what an analysis would cost, and why the API would refuse it, both from the API's own dry run. */
import type { PresetEntry } from '@reelsight/contract';
import {
  ApiError,
  type BatchDryRun,
  type JobDryRun,
  type NewBatch,
  type NewJob,
} from '@reelsight/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clientOf } from '../api/client.ts';
import { useCountsCredits, useWorkspaceId } from '../api/session.ts';
import { number } from '../format/quantity.ts';
import { Credits } from '../ui/moment.tsx';
import { messageOf, toldOf } from '../ui/plain-message.ts';
import styles from './analyse.module.css';
import { videosOfLength } from './length-words.ts';
import { type FieldName, fieldOf } from './wanted.ts';

const settleMs = 450;

/** Returns the value once it has not changed for `delayMs`; until then, the previous value. */
function useSettled<Value>(value: Value, delayMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}

export interface Estimate {
  readonly credits: number;
  readonly balance: number;
  readonly exceeds: boolean;
  /** Total seconds of the videos whose length is known. */
  readonly knownSeconds: number;
  readonly unknownLengths: number;
  readonly videos: number;
  readonly breakdown: readonly { readonly item: string; readonly credits: number }[];
}

export type Ask =
  | { readonly kind: 'job'; readonly body: NewJob }
  | {
      readonly kind: 'batch';
      readonly body: NewBatch;
      /** Choices that the batch needs as a preset, which is kept when the batch is created. */
      readonly preset?: PresetEntry;
      /**
       * The videos as jobs of their own, which cost the same together; given with `preset`, because no batch can be
       * priced by a preset that is not kept yet.
       */
      readonly each?: readonly NewJob[];
    };

/** `ask` is null while the form has too little for a request. */
export function useEstimate(ask: Ask | null) {
  const workspace = useWorkspaceId();
  const text = useSettled(JSON.stringify(ask), settleMs);
  return useQuery({
    queryKey: ['estimate', workspace, text],
    enabled: text !== 'null',
    staleTime: 60_000,
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: async ({ signal }): Promise<Estimate> => {
      const parsedAsk = JSON.parse(text) as Ask;
      const client = clientOf(workspace);
      if (parsedAsk.kind === 'job')
        return ofJob(await client.jobs.estimate(parsedAsk.body, { signal }));
      if (parsedAsk.each) {
        const jobs: Estimate[] = [];
        for (const body of parsedAsk.each)
          jobs.push(ofJob(await client.jobs.estimate(body, { signal })));
        return together(jobs);
      }
      return ofBatch(await client.batches.estimate(parsedAsk.body, { signal }));
    },
  });
}

function ofJob(answer: JobDryRun): Estimate {
  return {
    credits: answer.credits_estimated,
    balance: answer.balance,
    exceeds: answer.would_exceed_balance,
    knownSeconds: answer.duration_seconds ?? 0,
    unknownLengths: answer.duration_seconds === null ? 1 : 0,
    videos: 1,
    breakdown: answer.breakdown,
  };
}

function together(jobs: readonly Estimate[]): Estimate {
  const sum = (of: (job: Estimate) => number) => jobs.reduce((total, job) => total + of(job), 0);
  const credits = sum((job) => job.credits);
  const balance = jobs.at(-1)?.balance ?? 0;

  return {
    credits,
    balance,
    exceeds: credits > balance,
    knownSeconds: sum((job) => job.knownSeconds),
    unknownLengths: sum((job) => job.unknownLengths),
    videos: jobs.length,
    breakdown: [],
  };
}

function ofBatch(answer: BatchDryRun): Estimate {
  const lengths = answer.jobs.map(({ duration_seconds }) => duration_seconds);
  return {
    credits: answer.total_credits_estimated,
    balance: answer.balance,
    exceeds: answer.would_exceed_balance,
    knownSeconds: lengths.reduce<number>((sum, seconds) => sum + (seconds ?? 0), 0),
    unknownLengths: lengths.filter((length) => length === null).length,
    videos: answer.jobs.length,
    breakdown: [],
  };
}

/** Assigns the API's refusal to the form field that it is about. */
export function refusalAt(error: Error | null): Partial<Record<FieldName, string>> {
  if (!(error instanceof ApiError)) return {};
  const field = fieldOf(error);
  return { [field]: field === 'form' ? messageOf(error) : toldOf(error.message).text };
}

/** True if the API refused the request: such a message is shown at a field or above the form. */
export const isPlaced = (error: Error): boolean => error instanceof ApiError;

interface CostProps {
  readonly estimate: Estimate | undefined;
  /** Shown while there is no estimate yet. */
  readonly hint: string;
  /** Lists the items below each other instead of on one line. */
  readonly table?: boolean;
}

export function Cost({ estimate, hint, table = false }: CostProps) {
  const countsCredits = useCountsCredits();
  if (!countsCredits && !estimate?.exceeds) return null;
  if (!estimate) return <p className={styles.soft}>{hint}</p>;

  const { credits, balance, exceeds, unknownLengths, breakdown } = estimate;
  return (
    <div className={styles.cost} role="status">
      <div>
        <strong>
          About <Credits amount={credits} />
        </strong>{' '}
        for {videosOfLength(estimate)}; the workspace has {number(balance)}.
      </div>
      {table ? <ItemTable breakdown={breakdown} /> : <Items breakdown={breakdown} />}
      {exceeds && (
        <div className={styles.warning}>
          More than the workspace has: it would be held, at no cost, until credits are added.
        </div>
      )}
      {unknownLengths > 0 && (
        <div className={styles.soft}>
          The real cost shows once the length is read; nothing is charged before.
        </div>
      )}
    </div>
  );
}

const itemWords: Readonly<Record<string, string>> = {
  processing: 'processing',
  transcription: 'speech',
  text: 'words on screen',
  brands: 'logos',
  objects: 'objects',
  vision: 'pictures looked at by a model',
  language: 'summary and answers',
};

function ItemTable({ breakdown }: Pick<Estimate, 'breakdown'>) {
  if (breakdown.length === 0) return null;
  return (
    <dl className={styles.items}>
      {breakdown.map(({ item, credits }) => (
        <div key={item}>
          <dt>{itemWords[item] ?? item}</dt>
          <dd>{rounded(credits)}</dd>
        </div>
      ))}
    </dl>
  );
}

const rounded = (credits: number): number => Math.round(credits * 100) / 100;

/** `2.5 for processing, 0.3 for speech` */
export const itemsText = (breakdown: Estimate['breakdown']): string =>
  breakdown
    .map(({ item, credits }) => `${rounded(credits)} for ${itemWords[item] ?? item}`)
    .join(', ');

/** Lists the items of an estimate, if the API gives any. */
export function Items({ breakdown }: Pick<Estimate, 'breakdown'>) {
  if (breakdown.length === 0) return null;
  return (
    <div className={styles.soft}>
      {breakdown
        .map(({ item, credits }) => `${itemWords[item] ?? item} ${rounded(credits)}`)
        .join(' · ')}
    </div>
  );
}
