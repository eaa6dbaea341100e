/** Turns the API's flags and codes into sentences that say what the user can do. */
import { notUnderstoodText } from '@reelsight/contract/not-understood';
import type { ResultsMeta, TranscriptionResult } from '@reelsight/sdk';

export interface Remark {
  readonly id: string;
  /** True if something is missing or worse than it could be; false if the remark is only for information. */
  readonly lacking: boolean;
  readonly text: string;
  readonly wayOut?: string;
  /** The remark in a few words, shown next to the numbers. */
  readonly short?: string;
}

type Flag = Exclude<
  { [Key in keyof ResultsMeta]: true extends ResultsMeta[Key] ? Key : never }[keyof ResultsMeta],
  undefined
>;

const models = 'Whoever runs this service can add a model for it, or connect a model server.';

const remarks: Readonly<Record<Flag, Omit<Remark, 'id'>>> = {
  brand_detection_degraded: {
    lacking: true,
    short: 'names only, no logos',
    text: 'Brands were found by their names on screen and in speech only: there was no picture of a logo to look for, or looking failed.',
    wayOut: models,
  },
  places_left_out: {
    lacking: true,
    text: 'Some pictures are full of names or objects: of those, only the clearest places are listed.',
  },
  alike_names_skipped: {
    lacking: true,
    text: 'So many names of the brand library look alike that some pictures were searched only for names read letter by letter.',
    wayOut:
      'Remove aliases that differ in one letter: a name read with one wrong letter is found without them.',
  },
  object_detection_degraded: {
    lacking: true,
    text: 'Objects could not be looked for with the best engine, so some may be missing.',
    wayOut: models,
  },
  transcription_degraded: {
    lacking: true,
    text: 'Speech, or part of it, could not be transcribed.',
    wayOut:
      'The embedded engine only knows English. Whoever runs this service can add a speech model for other languages.',
  },
  speech_unsure: {
    lacking: true,
    short: 'speech hardly understood',
    text: 'Much of the speech was hardly understood, so nothing that was said is summed up. What stands out as doubtful is marked in the transcript.',
    wayOut:
      'A clearer recording helps, or another speech model, which whoever runs this service can add.',
  },
  speech_not_understood: {
    lacking: true,
    text: 'Somebody speaks where no word was understood, maybe in another language.',
  },
  diarization_unavailable: {
    lacking: true,
    text: 'Speakers could not be told apart: no speaker model is installed.',
    wayOut: 'Whoever runs this service can add one.',
  },
  summary_degraded: {
    lacking: true,
    text: 'The summary is made of sentences quoted from the video: no language model is installed to write one.',
    wayOut: models,
  },
  query_degraded: {
    lacking: true,
    text: 'Questions were answered by the passage that fits best: no language model is installed to understand them.',
    wayOut: models,
  },
  paid_segments_degraded: {
    lacking: true,
    text: 'Paid segments were found by words alone, at least in part: the language model failed or took too long.',
    wayOut: 'Ask again later, or tell the operator, whose log says what failed.',
  },
  proof_verification_skipped: {
    lacking: true,
    text: 'Proof frames were not checked a second time.',
    wayOut: 'Read them with your own eyes, or ask again once a vision model is set up.',
  },
  proof_frames_truncated: {
    lacking: true,
    text: 'A video keeps at most 20 proof frames, and there were more appearances than that.',
    wayOut: 'Name fewer brands in one analysis, or use the filmstrip for the rest.',
  },
  storyboard_unavailable: {
    lacking: true,
    text: 'The filmstrip could not be made.',
    wayOut: 'Ask again while the video is held.',
  },
  no_audio: { lacking: false, text: 'The video has no sound, so nothing was transcribed.' },
  no_speech_detected: { lacking: false, text: 'Nobody speaks in this video.' },
  media_reused: {
    lacking: false,
    text: 'The video of an earlier analysis was reused instead of downloaded again.',
  },
  transcript_reused: {
    lacking: false,
    text: 'The transcript of an earlier analysis was used again.',
  },
  transcript_corrected: { lacking: false, text: 'People had corrected that transcript.' },
  test: { lacking: false, text: 'A test: no video was analysed.' },
};

/** Shown for a job that was asked again and did not get the transcript of the earlier one. */
export const heardAnew: Remark = {
  id: 'heard_anew',
  lacking: false,
  text: 'The speech was transcribed anew: what people corrected in the earlier analysis is not in it.',
};

/** The transcription, where it is given, says where no word was understood. */
export function remarksOf(meta: ResultsMeta, transcription?: TranscriptionResult): Remark[] {
  const unheardTimes = notUnderstoodText(transcription);
  const flagged = (Object.keys(remarks) as Flag[])
    .filter((flag) => meta[flag] === true)
    .map((flag) => {
      const { text, ...rest } = remarks[flag];
      const isPlaced = flag === 'speech_not_understood' && unheardTimes !== '';
      return {
        id: flag,
        ...rest,
        text: isPlaced ? `${text.slice(0, -1)}: ${unheardTimes}.` : text,
      };
    });
  const gaps: Remark[] = [];

  if (meta.objects_not_found?.length) {
    gaps.push({
      id: 'objects_not_found',
      lacking: false,
      text: `Looked for, and not recognised in any picture: ${meta.objects_not_found.join(', ')}. If you see one, add it by “Add what was missed”.`,
    });
  }

  if (meta.objects_unsupported?.length) {
    gaps.push({
      id: 'objects_unsupported',
      lacking: true,
      text: `The installed engine has no way to see: ${meta.objects_unsupported.join(', ')}.`,
      wayOut: models,
    });
  }

  return [...flagged, ...gaps].sort((a, b) => Number(b.lacking) - Number(a.lacking));
}

const failures: Readonly<Record<string, string>> = {
  BUDGET_EXCEEDED: 'The real length costs more than the spending cap. Ask again with a higher one.',
  VIDEO_TOO_LONG: 'Analyse a shorter cut, or move the workspace to a larger plan.',
  EXTRACTION_FAILED: 'See that the link plays and is public, or upload the file itself.',
  PLATFORM_403: 'The platform wants a sign-in or blocks this server. Upload the file instead.',
  PLATFORM_RATE_LIMITED: 'Wait some minutes, then ask again.',
  PLATFORM_UNAVAILABLE: 'Ask again later, or upload the file.',
  TRANSCRIPTION_FAILED:
    'Ask again without transcription, or have the operator look at the speech engine.',
  ANALYSIS_FAILED: 'Ask again; if it fails once more, the operator finds the reason in the log.',
  SURFACE_VERIFICATION_UNAVAILABLE:
    'Ask again without surfaces, or have whoever runs this service connect a vision model.',
  TIMEOUT: 'Ask again with fewer frames a second, fewer capabilities or a shorter cut.',
  STAGE_DEADLINE_EXCEEDED:
    'Ask again with fewer frames a second, fewer capabilities or a shorter cut.',
  WORKER_STALLED: 'The machine was probably short of memory or restarted. Ask again.',
  HELD_EXPIRED: 'Add credits, then ask again.',
  PROCESSING_ERROR: 'Ask again; if it fails once more, the operator finds the reason in the log.',
};

/** Advice for uploaded files, where the video platform cannot be the cause. */
const uploadFailures: Readonly<Record<string, string>> = {
  EXTRACTION_FAILED:
    'The file is damaged, or is no video that can be read. See that it plays on your computer, export it once more as mp4 (H.264), and upload that.',
  VIDEO_TOO_LONG: 'Cut the file shorter, or move the workspace to a larger plan.',
  PLATFORM_UNAVAILABLE: 'Upload the file again.',
};

/** What the user can do about a failed job. */
export function adviceFor(code: string, source: 'link' | 'upload'): string {
  if (source === 'upload' && uploadFailures[code]) return uploadFailures[code];
  return failures[code] ?? 'Ask again; if it fails once more, ask the operator of this service.';
}
