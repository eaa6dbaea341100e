/** Settings of what analyses videos: models, engines, a model server, workers. */
import { availableParallelism } from 'node:os';
import { setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const models = {
  modelsDir: setting(
    'REELSIGHT_MODELS_DIR',
    kind.text,
    null,
    'Folder of pulled models; default: models in the data folder.',
  ),
  hubUrl: setting(
    'REELSIGHT_MODELS_HUB',
    kind.address,
    'https://huggingface.co',
    'Hub models are pulled from.',
  ),
  mirror: setting(
    'REELSIGHT_MODELS_MIRROR',
    kind.text,
    null,
    'Folder or address models are pulled from.',
  ),
};

export const engines = {
  threads: setting('REELSIGHT_ENGINE_THREADS', kind.count, '1', 'Threads one engine may use.'),
  brandsFile: setting(
    'REELSIGHT_BRANDS_FILE',
    kind.text,
    null,
    'JSON file of brands that extends the lexicon.',
  ),
  logosDir: setting(
    'REELSIGHT_LOGOS_DIR',
    kind.text,
    null,
    'Folder of logo pictures, named after their brands.',
  ),
};

export const remote = {
  url: setting(
    'REELSIGHT_AI_URL',
    kind.address,
    null,
    'OpenAI-compatible server for remote engines.',
  ),
  key: setting('REELSIGHT_AI_KEY', kind.text, null, 'Key of that server.'),
  models: {
    language: setting(
      'REELSIGHT_AI_LANGUAGE_MODEL',
      kind.text,
      null,
      'Its language model; unset: not used.',
    ),
    vision: setting(
      'REELSIGHT_AI_VISION_MODEL',
      kind.text,
      null,
      'Its vision model; unset: not used.',
    ),
    speech: setting(
      'REELSIGHT_AI_SPEECH_MODEL',
      kind.text,
      null,
      'Its speech model; unset: not used.',
    ),
  },
  timeoutMs: setting(
    'REELSIGHT_AI_TIMEOUT_SECONDS',
    kind.seconds,
    '120',
    'Longest one call to it may take.',
  ),
  retries: setting('REELSIGHT_AI_RETRIES', kind.countOrNone, '3', 'Retries of one call to it.'),
  materialTokens: setting(
    'REELSIGHT_AI_MATERIAL_TOKENS',
    kind.count,
    '24000',
    'Tokens of passages one call reads.',
  ),
  answerTokens: setting(
    'REELSIGHT_AI_ANSWER_TOKENS',
    kind.count,
    '1200',
    'Longest answer; more for reasoning models.',
  ),
  tokensPerJob: setting(
    'REELSIGHT_AI_TOKENS_PER_JOB',
    kind.count,
    '400000',
    'Tokens a job may use there.',
  ),
};

export const worker = {
  ingestions: setting(
    'REELSIGHT_WORKER_CONCURRENCY',
    kind.count,
    String(Math.max(1, Math.min(4, availableParallelism()))),
    'Videos one worker ingests at once, and one more of a workspace that has none under way; default: cores, at most 4.',
  ),
  serves: setting(
    'REELSIGHT_SERVES',
    kind.partQueues,
    'hear,see,join',
    'Parts of jobs this worker does: `hear` (speech), `see` (text, brands, things), `join` (results); `none`: it only ingests.',
  ),
  hosts: {
    count: setting(
      'REELSIGHT_HOSTS',
      kind.count,
      String(availableParallelism()),
      'Engine hosts of a worker: parts it does at once; default: cores.',
    ),
    memoryMb: setting(
      'REELSIGHT_HOST_MEMORY_MB',
      kind.count,
      '700',
      'Resident memory above which an engine host is renewed after its part; half as much again ends it.',
    ),
    parts: setting(
      'REELSIGHT_HOST_PARTS',
      kind.count,
      '1000',
      'Parts after which an engine host is renewed.',
    ),
  },
  partSizes: {
    partSeconds: setting(
      'REELSIGHT_PART_SECONDS',
      kind.amount,
      '8',
      'Least length of a part of a video.',
    ),
  },
  memoryLimitMb: setting(
    'REELSIGHT_CHILD_MEMORY_MB',
    kind.count,
    '4096',
    'Resident memory after which the process of an ingestion is ended.',
  ),
  probeMs: setting(
    'REELSIGHT_PROBE_SECONDS',
    kind.seconds,
    '120',
    'Longest a file may take to say what it is, before it is decoded.',
  ),
  sandbox: {
    wanted: setting(
      'REELSIGHT_SANDBOX',
      kind.oneOf(['auto', 'bwrap', 'user', 'none']),
      'auto',
      'What keeps the process that opens a video from everything else: `bwrap` (bubblewrap), `user` (a user of its own; the service must be started as root), `none`, or `auto`, the first of these that works. One that is named and does not work stops the start.',
    ),
    userId: setting(
      'REELSIGHT_SANDBOX_USER',
      kind.count,
      '64738',
      'Id of the user and group of `user`; nobody else may have it.',
    ),
  },
  deadlines: {
    part: setting(
      'REELSIGHT_PART_DEADLINE_MINUTES',
      kind.minutes,
      '30',
      'Longest one part may take before it is tried again; that of the speakers has the time of transcription.',
    ),
    job: setting(
      'REELSIGHT_JOB_DEADLINE_MINUTES',
      kind.minutes,
      '360',
      'Longest a job may process (TIMEOUT).',
    ),
    stages: {
      ingestion: setting(
        'REELSIGHT_INGESTION_DEADLINE_MINUTES',
        kind.minutes,
        '60',
        'Longest ingestion may take.',
      ),
      transcription: setting(
        'REELSIGHT_TRANSCRIPTION_DEADLINE_MINUTES',
        kind.minutes,
        '180',
        'Longest transcription may take.',
      ),
      analysis: setting(
        'REELSIGHT_ANALYSIS_DEADLINE_MINUTES',
        kind.minutes,
        '240',
        'Longest analysis may take.',
      ),
      merging: setting(
        'REELSIGHT_MERGING_DEADLINE_MINUTES',
        kind.minutes,
        '15',
        'Longest merging may take.',
      ),
    },
  },
  limits: {
    maxSidePixels: setting(
      'REELSIGHT_MAX_SIDE_PIXELS',
      kind.count,
      '8192',
      'Longest side of a picture that is decoded.',
    ),
    maxFramePixels: setting(
      'REELSIGHT_MAX_FRAME_PIXELS',
      kind.count,
      '40000000',
      'Pixels of a picture that is decoded.',
    ),
    frameSidePixels: setting(
      'REELSIGHT_FRAME_SIDE_PIXELS',
      kind.count,
      '1280',
      'Longest side of a sampled frame.',
    ),
    leastBytesPerSecond: setting(
      'REELSIGHT_MIN_BYTES_PER_SECOND',
      kind.amount,
      '4',
      'Bytes a video must have for each second it claims to last beyond the first ten minutes; 0: any.',
    ),
    maxOutputBytes: setting(
      'REELSIGHT_MAX_MEDIA_MB',
      kind.megabytes,
      '16384',
      'Largest file that taking a video apart may leave.',
    ),
  },
  proofFrames: setting('REELSIGHT_PROOF_FRAMES', kind.count, '20', 'Proof frames a job may have.'),
  storyboardTiles: setting(
    'REELSIGHT_STORYBOARD_TILES',
    kind.count,
    '150',
    'Storyboard tiles a job may have.',
  ),
};
