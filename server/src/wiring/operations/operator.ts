/** Provides the state of the service for the operator's pages, and downloads models in the background. */
import { Fault, type OperatorOverview, platforms } from '@reelsight/contract';
import { jobCounts, workersAtJobs } from '../../db/jobs/jobs-at-work.ts';
import { listPlatformStates } from '../../db/jobs/platform-states.ts';
import type { Domain } from '../../domain/domain.ts';
import { unservedQueuesOf } from '../../domain/jobs/so-far.ts';
import type { EngineStatus } from '../../engines/engine.ts';
import { folderLogos } from '../../engines/logo-references.ts';
import { engineStatuses } from '../../engines/registry.ts';
import type { BackupsView, OperatorView } from '../../http/console/operator-view.ts';
import { listModels, type ModelListing } from '../../models/list.ts';
import { modelManifest } from '../../models/manifest.ts';
import { pullModels } from '../../models/pull.ts';
import type { ModelTrial } from '../../models/trials.ts';
import type { Meaning } from '../../search/meaning.ts';
import type { SourceStatus } from '../../sources/source-status.ts';
import type { DiskState, DiskWatch } from '../../storage/disk-watch.ts';
import type { Config } from '../settings/config.ts';
import { engineSettings } from '../settings/engine-settings.ts';
import { abilitiesOf } from './abilities.ts';
import { chosenEngines } from './chosen-engines.ts';
import type { DiskMeasure } from './disk-use.ts';
import { logoReference } from './logo-reference.ts';

export interface OperatorOptions {
  readonly config: Config;
  readonly domain: Domain;
  readonly meaning: Meaning | null;
  readonly version: string;
  readonly storageKind: 'files' | 's3';
  readonly parts: () => Promise<Readonly<Record<string, string>>>;
  readonly disk: DiskWatch;
  readonly links: () => SourceStatus;
  readonly backups: BackupsView;
  /** Whether search by sight takes words. */
  readonly findsPicturesByWords: boolean;
  /** Aborts downloads when the service stops; the next attempt resumes each download. */
  readonly signal: AbortSignal;
  readonly diskUse: DiskMeasure;
}

interface Pull {
  readonly state: 'pulling' | 'failed';
  readonly bytes: number;
  readonly error: string | null;
}

/** How long the states of engines are cached: checking them starts a program or two. */
const statusesAgeMs = 10_000;

export function openOperatorView(options: OperatorOptions): OperatorView {
  const { config } = options;
  const startedAt = new Date().toISOString();
  const pulls = new Map<string, Pull>();
  let statuses = { atMs: Number.NEGATIVE_INFINITY, list: [] as readonly EngineStatus[] };
  const engines = async (): Promise<readonly EngineStatus[]> => {
    if (performance.now() - statuses.atMs > statusesAgeMs)
      statuses = { atMs: performance.now(), list: await engineStatuses(engineSettings(config)) };
    return statuses.list;
  };

  return {
    overview: async () => ({
      version: options.version,
      role: config.service.role,
      database: options.domain.db.kind,
      storage: options.storageKind,
      started_at: startedAt,
      parts: { ...(await options.parts()) },
      disk: diskView(await options.disk.look()),
      engines: enginesView(await engines(), await meaningTrouble(options.meaning)),
      models: (await listModels(config.models.modelsDir)).map((listing) =>
        modelView(listing, pulls.get(listing.id)),
      ),
      ...(await atWork(options)),
      platforms: await platformsView(options),
      links: linksView(options.links()),
    }),
    abilities: async (askedNames) => {
      const { logosDir } = config.engines;
      const files = logosDir === null ? [] : await folderLogos(logosDir);
      const pictured = [...askedNames.pictured, ...files.map(({ name }) => name)];
      const { findsPicturesByWords } = options;
      return abilitiesOf(await engines(), { ...askedNames, pictured, findsPicturesByWords });
    },
    logoReference: (brand) => logoReference(brand, config.engines.logosDir),
    diskUse: (wantsFresh) => options.diskUse.look(wantsFresh),
    backups: options.backups,
    pullModel: (id) => {
      if (!modelManifest.some((entry) => entry.id === id))
        throw new Fault('NOT_FOUND', id, { text: 'There is no such model.' });
      if (pulls.get(id)?.state === 'pulling') return;
      void pull(options, id, pulls).then(() => {
        statuses = { ...statuses, atMs: Number.NEGATIVE_INFINITY };
      });
    },
  };
}

const linksView = (links: SourceStatus): OperatorOverview['links'] => ({
  available: links.ready,
  version: links.version,
  origin: links.origin,
  age_days: links.ageDays,
  advice: links.advice ?? null,
});

/** Downloads a model. Never rejects, but records the error. */
async function pull(
  { config, signal }: OperatorOptions,
  id: string,
  pulls: Map<string, Pull>,
): Promise<void> {
  pulls.set(id, { state: 'pulling', bytes: 0, error: null });

  const failed = (error: string) => pulls.set(id, { state: 'failed', bytes: 0, error });
  try {
    const [outcome] = await pullModels({
      ...config.models,
      disk: config.disk,
      names: [id],
      signal,
      onProgress: (progress) => {
        if (progress.kind === 'bytes')
          pulls.set(id, { state: 'pulling', bytes: progress.bytes, error: null });
      },
    });
    if (outcome?.state === 'failed') failed(outcome.reason ?? 'The model could not be pulled.');
    else pulls.delete(id);
  } catch (error) {
    failed(error instanceof Fault ? error.detail : 'The model could not be pulled.');
  }
}

const diskView = (disk: DiskState | null): OperatorOverview['disk'] =>
  disk && {
    state: disk.state,
    free_bytes: disk.freeBytes,
    total_bytes: disk.totalBytes,
    reserve_bytes: disk.reserveBytes,
  };

/** Describes the problem with the configured embedding model; null if there is none. */
async function meaningTrouble(meaning: Meaning | null): Promise<string | null> {
  if (!meaning)
    return 'It was pulled after the service started: start the service again to search by meaning.';
  const { trouble } = meaning.embedder;
  if (trouble) return trouble;
  if (meaning.isOut) return 'It does not answer, so that searches are by words alone.';
  if ((await meaning.least()) !== null) return null;
  return 'It was not tried with examples yet, or does not tell what belongs together: searches are by words alone.';
}

function enginesView(
  engines: readonly EngineStatus[],
  embeddingTrouble: string | null,
): OperatorOverview['engines'] {
  const chosen = chosenEngines(engines);
  return engines.map((engine) => {
    const { role, info, available } = engine;
    const isChosen = chosen.includes(engine);
    return {
      role,
      name: info.name,
      version: info.version || null,
      kind: info.kind,
      available,
      chosen: isChosen,
      missing: engine.needs ?? null,
      trouble: role === 'embedding' && isChosen ? embeddingTrouble : null,
    };
  });
}

function modelView(
  model: ModelListing,
  pulling: Pull | undefined,
): OperatorOverview['models'][number] {
  const installed = model.state === 'installed';
  const state = installed ? 'installed' : (pulling?.state ?? damaged(model));
  return {
    model_id: model.id,
    title: model.title,
    role: model.role ?? 'other',
    license: model.licence,
    size_bytes: model.sizeBytes,
    state,
    pulled_bytes: installed ? model.sizeBytes : (pulling?.bytes ?? 0),
    error: installed ? null : (pulling?.error ?? model.reason ?? null),
    trial: model.trial && trialView(model.trial),
  };
}

const trialView = ({ triedAt, saw, error, seconds, peakBytes }: ModelTrial) => ({
  tried_at: triedAt,
  saw,
  error,
  seconds,
  peak_bytes: peakBytes,
});

const damaged = (model: ModelListing): 'failed' | 'absent' =>
  model.state === 'damaged' ? 'failed' : 'absent';

async function atWork({
  domain,
}: OperatorOptions): Promise<Pick<OperatorOverview, 'workers' | 'queues' | 'jobs'>> {
  const [workers, queues, unserved, jobs] = await Promise.all([
    workersAtJobs(domain.db),
    domain.queue.depth(),
    unservedQueuesOf(domain),
    jobCounts(domain.db),
  ]);
  return {
    workers: workers.map((row) => ({
      worker_id: row.worker_id,
      jobs: [...row.jobs],
      serves: [...row.serves],
      hosts: row.hosts,
      heartbeat_at: row.heartbeat_at?.toISOString() ?? null,
    })),
    queues: queues.map(({ queue, waiting, active }) => ({
      queue,
      waiting,
      active,
      served: !unserved.includes(queue),
    })),
    jobs,
  };
}

async function platformsView({
  config,
  domain,
}: OperatorOptions): Promise<OperatorOverview['platforms']> {
  const { pausedPlatforms: paused } = config.sources;
  const rows = await listPlatformStates(domain.db);
  const names = new Set<string>([...platforms, ...rows.map((row) => row.platform)]);
  const now = domain.now();

  return [...names].map((platform) => {
    const row = rows.find((state) => state.platform === platform);
    const until = row?.backoff_until && row.backoff_until > now ? row.backoff_until : null;
    const off = row?.paused === true || paused.includes(platform);

    return {
      platform,
      state: off ? 'unavailable' : until ? 'limited' : 'ok',
      until: until?.toISOString() ?? null,
      last_error: off ? 'Paused by the operator.' : null,
    };
  });
}
