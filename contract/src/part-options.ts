/** The options that name the part of a video which is analysed. Plain data, a part of `job-options.ts`. */
import type { JobOption } from './option-kinds.ts';

/** Longest video of which a part may be named, in seconds: 100 hours, as for `duration_seconds`. */
const longestVideoSeconds = 360_000;

export const partOptions = {
  from: {
    kind: 'time',
    max: longestVideoSeconds,
    default: null,
    bodies: ['job', 'batch'],
    description:
      'Second of the video at which the analysis begins. Only the part from here to `to` is analysed, priced and counted against the longest video of the plan; times in the results are those of the whole video. If the video is known to end before, the call is refused with VALIDATION_FAILED; otherwise the job fails with EXTRACTION_FAILED. Absent: the beginning.',
    descriptions: {
      batch:
        'Second of each video at which its analysis begins, as in `POST /v1/jobs`. Absent: the beginning.',
    },
    example: 90,
    addedLater: true,
    view: {
      shown: 'given',
      description: 'Second at which the analysis begins, as asked; absent if at the beginning.',
      example: 90,
    },
    flag: {
      name: 'from',
      value: 'time',
      help: 'analyse from this time on, in seconds or as 1:30',
      helps: { batch: 'analyse each video from this time on, in seconds or as 1:30' },
    },
    assistants: { job: 'Seconds.' },
    form: {
      label: 'From',
      hint: 'Only a part of the video is analysed and paid for.',
      placeholder: '1:30',
    },
  },
  to: {
    kind: 'time',
    max: longestVideoSeconds,
    default: null,
    bodies: ['job', 'batch'],
    description:
      'Second of the video at which the analysis ends, later than `from`. A video that is shorter is analysed to its end. Absent: the end.',
    descriptions: {
      batch: 'Second of each video at which its analysis ends, later than `from`. Absent: the end.',
    },
    example: 150,
    addedLater: true,
    view: {
      shown: 'given',
      description: 'Second at which the analysis ends, as asked; absent if at the end.',
      example: 150,
    },
    flag: {
      name: 'to',
      value: 'time',
      help: 'analyse up to this time, in seconds or as 2:30',
      helps: { batch: 'analyse each video up to this time, in seconds or as 2:30' },
    },
    assistants: { job: 'Seconds.' },
    form: {
      label: 'To',
      placeholder: '2:30',
    },
  },
} as const satisfies Readonly<Record<string, JobOption>>;
