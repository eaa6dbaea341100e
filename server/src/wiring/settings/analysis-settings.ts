/** Settings for the analysis of videos: models, engines, a model server, workers. */
import { availableParallelism, totalmem } from 'node:os';
import { secretSetting, setting } from './setting.ts';
import * as kind from './setting-kinds.ts';

export const models = {
  modelsDir: setting(
    'REELSIGHT_MODELS_DIR',
    kind.text,
    null,
    'Folder of pulled models; default: `models` in the data folder.',
  ),
  hubUrl: setting(
    'REELSIGHT_MODELS_HUB',
    kind.address,
    'https://huggingface.co',
    'Hub from which models are pulled.',
  ),
  mirror: setting(
    'REELSIGHT_MODELS_MIRROR',
    kind.text,
    null,
    'Folder or address from which models are pulled instead of the hub.',
  ),
};

export const engines = {
  threads: setting('REELSIGHT_ENGINE_THREADS', kind.count, '1', 'Threads that one engine may use.'),
  device: setting(
    'REELSIGHT_DEVICE',
    kind.oneOf(['cpu', 'cuda']),
    'cpu',
    'What the networks of the engines run on. `cuda` needs an NVIDIA GPU and the image `cuda`; where it does not work, a worker or runner does not start. Models of sherpa-onnx (Whisper, telling speakers apart) stay on the CPU.',
  ),
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
  paid: {
    calls: setting(
      'REELSIGHT_PAID_MODEL_CALLS',
      kind.countOrNone,
      '12',
      'Passages of a video, of up to seven minutes each, that a language model reads to refine its paid segments; 0: it reads none. Each is one call, which counts and costs tokens.',
    ),
    timeMs: setting(
      'REELSIGHT_PAID_MODEL_SECONDS',
      kind.seconds,
      '120',
      'Seconds that these calls may take together, within the time of merging; what is not read by then stays as it was found by words.',
    ),
  },
};

export const remote = {
  url: setting(
    'REELSIGHT_AI_URL',
    kind.address,
    null,
    'OpenAI-compatible server for remote engines.',
  ),
  key: secretSetting('REELSIGHT_AI_KEY', kind.text, null, 'Key of that server.'),
  models: {
    language: setting(
      'REELSIGHT_AI_LANGUAGE_MODEL',
      kind.text,
      null,
      'Language model on that server; unset: not used.',
    ),
    vision: setting(
      'REELSIGHT_AI_VISION_MODEL',
      kind.text,
      null,
      'Vision model on that server; unset: not used.',
    ),
    speech: setting(
      'REELSIGHT_AI_SPEECH_MODEL',
      kind.text,
      null,
      'Speech model on that server; unset: not used.',
    ),
  },
  embedding: {
    model: setting(
      'REELSIGHT_AI_EMBEDDING_MODEL',
      kind.text,
      null,
      'Embedding model on that server, for search by meaning; unset: a pulled model is used, and without one search is by words alone. Set it for every process, also those with the role `api`.',
    ),
    queryPrefix: setting(
      'REELSIGHT_AI_EMBEDDING_QUERY_PREFIX',
      kind.prefix,
      null,
      'What the embedding model wants before what is looked for, such as `query: ` for E5.',
    ),
    passagePrefix: setting(
      'REELSIGHT_AI_EMBEDDING_PASSAGE_PREFIX',
      kind.prefix,
      null,
      'What it wants before a passage, such as `passage: ` for E5.',
    ),
  },
  timeoutMs: setting(
    'REELSIGHT_AI_TIMEOUT_SECONDS',
    kind.seconds,
    '120',
    'Seconds that one call to that server may take.',
  ),
  retries: setting(
    'REELSIGHT_AI_RETRIES',
    kind.countOrNone,
    '3',
    'Retries of one call to that server.',
  ),
  materialTokens: setting(
    'REELSIGHT_AI_MATERIAL_TOKENS',
    kind.count,
    '24000',
    'Tokens of passages that one call to the language model reads.',
  ),
  answerTokens: setting(
    'REELSIGHT_AI_ANSWER_TOKENS',
    kind.count,
    '1200',
    'Tokens of the longest answer; set more for reasoning models.',
  ),
  tokensPerJob: setting(
    'REELSIGHT_AI_TOKENS_PER_JOB',
    kind.count,
    '400000',
    'Tokens that a job may use on that server, and is charged for at most, whatever the server reports.',
  ),
};

/** Search by meaning. */
export const meaning = {
  waitMs: setting(
    'REELSIGHT_MEANING_WAIT_SECONDS',
    kind.seconds,
    '1.5',
    'Seconds that a search waits for the embedding model; after that it answers by words alone.',
  ),
  memoryBytes: setting(
    'REELSIGHT_MEANING_MEMORY_MB',
    kind.megabytes,
    '128',
    'Memory of a process for what it compares in searches by meaning, in MB; 100,000 minutes of video take 30. Of a workspace that needs more, the newest videos are compared.',
  ),
  least: setting(
    'REELSIGHT_MEANING_LEAST',
    kind.share,
    null,
    'How alike two texts must be to the embedding model, 0 to 1; default: found out by trying the model with examples.',
  ),
  textsPerMinute: setting(
    'REELSIGHT_MEANING_TEXTS_PER_MINUTE',
    kind.count,
    '3000',
    'Texts, each up to half a minute of speech, that one process has embedded in a minute, for jobs that completed.',
  ),
};

/** Search by sight. */
export const sight = {
  memoryBytes: setting(
    'REELSIGHT_SIGHT_MEMORY_MB',
    kind.megabytes,
    '128',
    'Memory of a process for what it compares in searches by sight, in MB; 100,000 shots take 15, and with a model that finds pictures by words 55 to 80 more. Of a workspace that needs more, the newest videos are compared.',
  ),
};

const memoryOfDownload = 60 * 2 ** 20;
// A container's limit is 0 or larger than the machine if there is none.
const memoryBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
const defaultSlowDownloads = Math.min(64, Math.floor(memoryBytes / 4 / memoryOfDownload));

export const worker = {
  ingestions: setting(
    'REELSIGHT_WORKER_CONCURRENCY',
    kind.count,
    String(Math.max(1, Math.min(4, availableParallelism()))),
    'Videos that one worker ingests at once, one more for an owner of workspaces who has none under way, and one more for such an owner for each that takes over a minute; in addition half as many videos that take long to decode, and one more; default: the number of cores, at most 4.',
  ),
  slowDownloads: setting(
    'REELSIGHT_SLOW_DOWNLOADS',
    kind.countOrNone,
    String(defaultSlowDownloads),
    'Links that one worker reads in addition, because each takes over 3 seconds to download; each for an owner of workspaces who has no video under way. A download takes about 60 MB of memory; default: as many as fit into a quarter of the memory, at most 64.',
  ),
  serves: setting(
    'REELSIGHT_SERVES',
    kind.partQueues,
    'hear,see,join',
    'Parts of jobs that this worker does: `hear` (speech), `see` (text, brands, objects), `join` (results); `none`: it only ingests.',
  ),
  hosts: {
    count: setting(
      'REELSIGHT_HOSTS',
      kind.count,
      String(availableParallelism()),
      'Engine hosts of a worker, which is the number of parts it does at once; default: the number of cores.',
    ),
    memoryMb: setting(
      'REELSIGHT_HOST_MEMORY_MB',
      kind.count,
      '900',
      'Resident memory in MB above which an engine host is replaced after its current part; at half as much again it is stopped at once.',
    ),
    parts: setting(
      'REELSIGHT_HOST_PARTS',
      kind.count,
      '1000',
      'Parts after which an engine host is replaced.',
    ),
  },
  partSizes: {
    partSeconds: setting(
      'REELSIGHT_PART_SECONDS',
      kind.amount,
      '8',
      'Minimum length of a part of a video, in seconds.',
    ),
  },
  clips: {
    atOnce: setting(
      'REELSIGHT_CLIPS_AT_ONCE',
      kind.count,
      '2',
      'Clips of up to a minute that one worker makes at once, each of another owner of workspaces, and two more for owners of whom none is being made; of longer clips half as many, and one more.',
    ),
    deadlineMs: setting(
      'REELSIGHT_CLIP_DEADLINE_MINUTES',
      kind.minutes,
      '60',
      'Minutes that one clip may take to make.',
    ),
    sidePixels: setting(
      'REELSIGHT_CLIP_SIDE_PIXELS',
      kind.count,
      '1920',
      'Longest side of the picture of a clip, in pixels.',
    ),
    mostBytes: setting(
      'REELSIGHT_MAX_CLIP_MB',
      kind.megabytes,
      '2048',
      'Largest file of a clip in MB.',
    ),
  },
  memoryLimitMb: setting(
    'REELSIGHT_CHILD_MEMORY_MB',
    kind.count,
    '4096',
    'Resident memory in MB above which the process of an ingestion is stopped.',
  ),
  probeMs: setting(
    'REELSIGHT_PROBE_SECONDS',
    kind.seconds,
    '120',
    'Seconds that probing a file may take before it is decoded.',
  ),
  sandbox: {
    wanted: setting(
      'REELSIGHT_SANDBOX',
      kind.oneOf(['auto', 'bwrap', 'user', 'landlock', 'none']),
      'auto',
      'What isolates the process that opens a video: `bwrap` (bubblewrap), `user` (a separate user; the service must be started as root), `landlock` (no other files, by Landlock of Linux 6.2 and setpriv of util-linux 2.40 or later; the network stays open to it), `none`, or `auto`, the first of these that works. If you name one and it does not work, the service does not start. yt-dlp runs in the sandbox with `auto` where it works, and with `bwrap` only there: otherwise links are refused. `user`, `landlock` and `none` leave it outside.',
    ),
    userId: setting(
      'REELSIGHT_SANDBOX_USER',
      kind.count,
      '64738',
      'Numeric id of the user and group for `user`; nothing else may use it.',
    ),
  },
  deadlines: {
    part: setting(
      'REELSIGHT_PART_DEADLINE_MINUTES',
      kind.minutes,
      '30',
      'Minutes that one part may take before it is tried again; telling speakers apart and merging have the whole time of their stage.',
    ),
    job: setting(
      'REELSIGHT_JOB_DEADLINE_MINUTES',
      kind.minutes,
      '360',
      'Minutes that a job may be processing (TIMEOUT).',
    ),
    stages: {
      ingestion: setting(
        'REELSIGHT_INGESTION_DEADLINE_MINUTES',
        kind.minutes,
        '60',
        'Minutes that ingestion may take.',
      ),
      transcription: setting(
        'REELSIGHT_TRANSCRIPTION_DEADLINE_MINUTES',
        kind.minutes,
        '180',
        'Minutes that transcription may take.',
      ),
      analysis: setting(
        'REELSIGHT_ANALYSIS_DEADLINE_MINUTES',
        kind.minutes,
        '240',
        'Minutes that analysis may take.',
      ),
      merging: setting(
        'REELSIGHT_MERGING_DEADLINE_MINUTES',
        kind.minutes,
        '15',
        'Minutes that merging may take.',
      ),
    },
  },
  limits: {
    maxSidePixels: setting(
      'REELSIGHT_MAX_SIDE_PIXELS',
      kind.count,
      '8192',
      'Longest side, in pixels, of a picture that is decoded.',
    ),
    maxFramePixels: setting(
      'REELSIGHT_MAX_FRAME_PIXELS',
      kind.count,
      '40000000',
      'Most pixels of a picture that is decoded.',
    ),
    frameSidePixels: setting(
      'REELSIGHT_FRAME_SIDE_PIXELS',
      kind.count,
      '1280',
      'Longest side of a sampled frame, in pixels.',
    ),
    maxOutputBytes: setting(
      'REELSIGHT_MAX_MEDIA_MB',
      kind.megabytes,
      '16384',
      'Largest file in MB that decoding a video may leave.',
    ),
  },
  proofFrames: setting(
    'REELSIGHT_PROOF_FRAMES',
    kind.count,
    '20',
    'Proof frames that a job may have.',
  ),
  storyboardTiles: setting(
    'REELSIGHT_STORYBOARD_TILES',
    kind.count,
    '150',
    'Storyboard tiles that a job may have.',
  ),
};
