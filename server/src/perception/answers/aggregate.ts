/** Collects the passages of many videos, and adds passages about all of them together. */
import { setImmediate } from 'node:timers/promises';
import { identityOf } from '../../analysis/name-key.ts';
import { buildPassages, type Material } from '../../analysis/passages.ts';
import type { Moment, Passage } from '../../engines/language.ts';

/** A completed job of a batch with the contents of its results. */
export interface AggregateJob {
  readonly job_id: string;
  /** Null for an uploaded video. */
  readonly url: string | null;
  readonly title: string | null;
  readonly material: Material;
  /** Whether part of the video could not be read. */
  readonly isPartial?: boolean;
}

/** The name of each video in answers: its title, else its URL, else the job's id. */
export function videoNames(jobs: readonly AggregateJob[]): string[] {
  return jobs.map(({ job_id, url, title }) => title ?? url ?? job_id);
}

/**
 * The passages of all videos. They are preceded by one passage per brand and object that says in how many videos it
 * occurs.
 */
export async function aggregatePassages(jobs: readonly AggregateJob[]): Promise<Passage[]> {
  const passages: Passage[] = [];
  for (const [video, { material }] of jobs.entries()) {
    for (const passage of buildPassages(material, video)) passages.push(passage);
    await setImmediate();
  }
  return [...totals(passages, jobs.length), ...passages];
}

function totals(passages: readonly Passage[], videos: number): Passage[] {
  const detected = passages.filter(
    ({ subject }) => subject.kind === 'brand' || subject.kind === 'object',
  );
  const groups = Map.groupBy(detected, ({ subject, source }) =>
    [subject.kind, source, identityOf(subject.name)].join(' '),
  );
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    if (!first) return [];

    const moments = group.flatMap((passage) => passage.moments);
    const inVideos = firstMoments(moments);
    const presence = first.source === 'speech' ? 'mentioned' : 'visible';
    const text =
      `Over all videos: the ${first.subject.kind} ${first.subject.name} is ${presence} in ${inVideos.length} of ${videos} ` +
      `videos, ${moments.length} times`;
    const subject = { kind: 'total' as const, name: first.subject.name };

    return [{ ...first, subject, text, moments: inVideos }];
  });
}

/** Picks one moment per video, as evidence that the thing is in that video at all. */
function firstMoments(moments: readonly Moment[]): Moment[] {
  const first = new Map<number, Moment>();
  for (const moment of moments) if (!first.has(moment.video)) first.set(moment.video, moment);
  return [...first.values()];
}
