/**
 * The data behind an estimate: which engines this service has, what its recent jobs used, and how long they took. Work
 * is counted in the units that are charged, and processing seconds are a sum over those units, so that one job also
 * says something about jobs with other capabilities and other lengths.
 */
import { type Ask, needs } from '@reelsight/contract';
import type { ChargedWork } from '../../db/jobs/ended-jobs.ts';
import { leastSquares } from './least-squares.ts';
import type { EstimatedVideo, ExpectedWork, Usage } from './price.ts';

/** Engines whose work is charged, but which a service may not have. */
export interface ChargedEngines {
  readonly logos: boolean;
  /** Whether there is a language engine that counts tokens. */
  readonly tokens: boolean;
  /** Maximum number of calls by which a language model refines the paid segments of a video. */
  readonly paidCalls: number;
}

/** Units of a charge. */
const units = [
  'audio_seconds',
  'text_frames',
  'object_frames',
  'logo_frames',
  'vision_images',
  'tokens_in',
  'tokens_out',
] as const;
type Unit = (typeof units)[number];
/** Something that costs processing seconds: a unit of a charge, the job itself, or a second of its video. */
type Driver = Unit | 'job' | 'video';
type SecondsPer = Readonly<Record<Driver, number>>;

/** Usual processing seconds, measured on two cores with the embedded engines. */
const usualSeconds: SecondsPer = {
  job: 1.5,
  video: 0.05,
  audio_seconds: 0.08,
  text_frames: 0.16,
  object_frames: 0.08,
  logo_frames: 0.2,
  vision_images: 2,
  tokens_in: 0.001,
  tokens_out: 0.03,
};
const drivers = Object.keys(usualSeconds) as Driver[];

/** Share of the maximum possible usage that jobs usually reach, measured on a set of videos. */
const usualShares: Readonly<Record<Unit, number>> = {
  audio_seconds: 0.7,
  text_frames: 0.95,
  object_frames: 0.9,
  logo_frames: 0.9,
  vision_images: 0,
  tokens_in: 1,
  tokens_out: 1,
};
/** Usual share of sampled frames that differ from the previous one. */
const usualPictures = 0.85;
/** Number of tokens that a language model reads and writes for a summary or an answer. */
const tokensPerAnswer = { in: 4000, out: 400 };
/** The same for a window of the transcript that it reads for paid segments. */
const tokensPerPaidCall = { in: 1500, out: 150 };
/** Length of video for which there is one such window, measured on podcasts with advertisements. */
const secondsPerPaidCall = 1200;

/**
 * Minimum seconds that an estimate adds for a job, whatever was learned, because engines may have to be started and
 * loaded first.
 */
const startSeconds = 6;
/**
 * Factor by which the expected seconds are raised, so that a charge is mostly at or below its estimate but still close
 * to it.
 */
const margin = 1.1;
/** The usual values weigh as much as this many jobs, because a few videos could all be unusual. */
const weightOfUsual = 3;
/** Maximum number of jobs of one kind that count for one owner: more of them say little that is new. */
const jobsOfKind = 3;
/**
 * Number of jobs that count for an owner in any case. Beyond it they count as far as they are at most half as many as
 * those of all other owners, so that no single owner determines the estimates of all: an owner could run cheap jobs of
 * many kinds, and have the work on the next ones written off.
 */
const jobsOfOwner = 10;
/** Share of the maximum possible usage that counts at most for a job; engines may look at a frame several times. */
const mostShare = 8;
/**
 * A job that takes fewer seconds than this costs about one credit whatever its work, so little can be learned from its
 * seconds.
 */
const leastSecondsOfWeight = 6;
/**
 * Limits the influence of unusual jobs: a job that stalled counts as if it had taken at most this many times its
 * expected seconds, and a job that was cut short as if it had taken at least its expected seconds divided by this.
 */
const strangeness = 4;
/** How strongly the fit is pulled towards the usual proportions, compared with the evidence of jobs. */
const firmness = 0.01;

export class EstimateBasis implements ExpectedWork {
  #engines: ChargedEngines = { logos: true, tokens: true, paidCalls: 12 };
  #sharesOfKind: ReadonlyMap<string, Shares> = new Map();
  #shares: Shares = usualShares;
  #secondsPer: SecondsPer = usualSeconds;

  /** Learns from `work`, which comes from recent jobs, the newest first. */
  learn(engines: ChargedEngines, work: readonly ChargedWork[]): void {
    const jobs = countedWork(work);
    this.#engines = engines;
    this.#shares = sharesOf(jobs, usualShares, engines);
    this.#sharesOfKind = new Map(
      [...Map.groupBy(jobs, ({ ask }) => kindOf(ask))].map(([kind, jobsOfKind]) => [
        kind,
        sharesOf(jobsOfKind, this.#shares, engines),
      ]),
    );

    this.#secondsPer = jobs.length === 0 ? usualSeconds : secondsPerUnit(jobs);
  }

  expect(ask: Ask, video: EstimatedVideo): { readonly usage: Usage; readonly seconds: number } {
    const usage = this.#usage(ask, video);
    const job = Math.max(startSeconds, this.#secondsPer.job);
    const seconds = secondsOf({ ...this.#secondsPer, job }, usage, video.durationSeconds);
    return { usage, seconds: seconds * margin };
  }

  #usage(ask: Ask, video: EstimatedVideo): Usage {
    const maxUsage = mostUsage(ask, video.durationSeconds, this.#engines);
    const busy = busyness(ask, video);
    return Object.fromEntries(
      units
        .filter((unit) => maxUsage[unit] > 0)
        .map((unit) => [unit, maxUsage[unit] * this.#share(ask, unit) * busy[kindOfUnit(unit)]]),
    );
  }

  #share(ask: Ask, unit: Unit): number {
    if (unit === 'logo_frames' && !this.#engines.logos) return 0;
    if (unit.startsWith('tokens') && !this.#engines.tokens) return 0;
    const shares = this.#sharesOfKind.get(kindOf(ask)) ?? this.#shares;
    return shares[unit];
  }
}

type Shares = Readonly<Record<Unit, number>>;

/** The kind of a job. All jobs of one kind do the same work for each second of video. */
const kindOf = ({ capabilities, fps }: Ask): string =>
  [...capabilities.toSorted(), `${fps} fps`].join(' ');

function kindOfUnit(unit: Unit): 'sound' | 'pictures' | 'answers' {
  if (unit === 'audio_seconds') return 'sound';
  return unit.startsWith('tokens') ? 'answers' : 'pictures';
}

/** Factors by which the work on a video differs from the usual work, as far as the facts about the video show. */
function busyness({ fps }: Ask, { durationSeconds, measured }: EstimatedVideo) {
  const usual = durationSeconds * fps * usualPictures;
  return {
    sound: measured?.hasSound === false ? 0 : 1,
    pictures: measured && usual > 0 ? measured.pictures / usual : 1,
    answers: 1,
  };
}

/** The usage of a request if every engine were available and processed all sampled frames and all sound. */
function mostUsage(
  { capabilities, fps, queries, shaped_queries: shapedQueries = [] }: Ask,
  durationSeconds: number,
  { paidCalls: mostPaidCalls }: ChargedEngines,
): Readonly<Record<Unit, number>> {
  const frames = durationSeconds * fps;
  const questions = capabilities.includes('custom_query')
    ? queries.length + shapedQueries.length
    : 0;
  const answers = (capabilities.includes('summary') ? 1 : 0) + questions;
  const searched = capabilities.includes('brands') ? frames : 0;
  const paidCalls = capabilities.includes('brands')
    ? Math.min(mostPaidCalls, durationSeconds / secondsPerPaidCall)
    : 0;

  return {
    audio_seconds: needs('speech', capabilities) ? durationSeconds : 0,
    text_frames: needs('text', capabilities) ? frames : 0,
    object_frames: capabilities.includes('objects') ? frames : 0,
    logo_frames: searched,
    vision_images: searched,
    tokens_in: answers * tokensPerAnswer.in + paidCalls * tokensPerPaidCall.in,
    tokens_out: answers * tokensPerAnswer.out + paidCalls * tokensPerPaidCall.out,
  };
}

/**
 * The work of jobs that count. Jobs that reused the media of an earlier job are left out, because they did less work
 * than was requested.
 */
function countedWork(work: readonly ChargedWork[]): ChargedWork[] {
  const ofKinds = newestOf(
    work.filter(({ ask }) => ask.from_job === null),
    ({ owner, ask }) => `${owner} ${kindOf(ask)}`,
    () => jobsOfKind,
  );
  const ofOwner = Map.groupBy(ofKinds, ({ owner }) => owner);
  if (ofOwner.size === 1) return ofKinds;

  return newestOf(
    ofKinds,
    ({ owner }) => owner,
    (owner) => {
      const otherJobs = ofKinds.length - (ofOwner.get(owner)?.length ?? 0);
      return Math.max(jobsOfOwner, Math.floor(otherJobs / 2));
    },
  );
}

/** The first jobs of each group, at most as many as `mostOf` says. */
function newestOf(
  work: readonly ChargedWork[],
  groupOf: (job: ChargedWork) => string,
  mostOf: (group: string) => number,
): ChargedWork[] {
  const counts = new Map<string, number>();
  return work.filter((job) => {
    const group = groupOf(job);
    const count = (counts.get(group) ?? 0) + 1;
    counts.set(group, count);
    return count <= mostOf(group);
  });
}

/** The mean share of each unit over the jobs that could have used it, combined with the usual share. */
const sharesOf = (jobs: readonly ChargedWork[], usual: Shares, engines: ChargedEngines): Shares =>
  Object.fromEntries(
    units.map((unit) => {
      const shares = jobs.flatMap(({ ask, duration_seconds, usage }) => {
        const maxUnits = mostUsage(ask, duration_seconds, engines)[unit];
        return maxUnits > 0 ? [Math.min(mostShare, (usage[unit] ?? 0) / maxUnits)] : [];
      });
      const sum = shares.reduce((total, share) => total + share, weightOfUsual * usual[unit]);
      return [unit, sum / (weightOfUsual + shares.length)];
    }),
  ) as Shares;

const amountOf = (driver: Driver, usage: Usage, durationSeconds: number): number => {
  if (driver === 'job') return 1;
  return driver === 'video' ? durationSeconds : (usage[driver] ?? 0);
};

const secondsOf = (secondsPer: SecondsPer, usage: Usage, durationSeconds: number): number =>
  drivers.reduce(
    (sum, driver) => sum + secondsPer[driver] * amountOf(driver, usage, durationSeconds),
    0,
  );

/**
 * Seconds that each unit takes on this machine. Determines how fast the machine is as a whole, and then, as far as the
 * jobs show it, how its units differ from the usual proportions.
 */
function secondsPerUnit(jobs: readonly ChargedWork[]): SecondsPer {
  const usual = jobs.map((job) => secondsOf(usualSeconds, job.usage, job.duration_seconds));
  const speed = medianOf([
    ...jobs.map((job, index) => job.processing_seconds / (usual[index] as number)),
    ...Array.from({ length: weightOfUsual }, () => 1),
  ]);
  const rows = jobs.map((job, index) => {
    const expected = speed * (usual[index] as number);
    const seconds = Math.min(
      Math.max(job.processing_seconds, expected / strangeness),
      expected * strangeness,
    );
    const weight = 1 / Math.max(seconds, leastSecondsOfWeight);

    return {
      // Amounts are the seconds expected at the usual proportions on this machine, so each coefficient is a factor on
      // them.
      amounts: drivers.map(
        (driver) =>
          amountOf(driver, job.usage, job.duration_seconds) * usualSeconds[driver] * speed * weight,
      ),
      value: seconds * weight,
    };
  });
  const multiples = leastSquares(rows, { towards: 1, firmness });

  return Object.fromEntries(
    drivers.map((driver, index) => [
      driver,
      usualSeconds[driver] * speed * (multiples[index] as number),
    ]),
  ) as Record<Driver, number>;
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}
