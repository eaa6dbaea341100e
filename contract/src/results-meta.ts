/** Schemas for the health of a job's processing (`meta`), and for the whole results of a completed job. */
import { z } from 'zod';
import { disclosure } from './disclosure.ts';
import { possibleBrand } from './possible-brand.ts';
import {
  brandResult,
  confidenceSummary,
  metadataResult,
  objectResult,
  storyboard,
  summaryResult,
  transcriptionResult,
} from './results.ts';
import { queryResult } from './results-answers.ts';
import { onScreenText, paidSegment, shot } from './results-moments.ts';

/** The meaning of each flag. A flag is present only if it is true. */
const flagMeanings = {
  brand_detection_degraded:
    'Brands may be missing: an engine that looks for them failed or was not available.',
  object_detection_degraded:
    'Things may be missing: an engine that looks for them failed or was not available.',
  places_left_out:
    'Of pictures full of names, things or text, only the clearest places and the largest lines are listed.',
  alike_names_skipped:
    'Misread names may be missing: the brands that were looked for have so many names alike that some pictures were searched only for exact ones.',
  transcription_degraded: 'Words may be missing: the speech engine failed or was not available.',
  speech_unsure:
    'Much of the speech was hardly understood: no summary is made of what was said, and the doubtful segments have `unsure`.',
  speech_not_understood:
    'Somebody speaks where no word was understood, maybe in another language: see `language_spans` of `transcription`.',
  diarization_unavailable: 'Speakers were not distinguished.',
  summary_degraded:
    'The summary was made by a simpler engine or from part of the video, or is missing.',
  query_degraded:
    'Questions were answered by a simpler engine or from part of the video, or not at all.',
  paid_segments_degraded:
    'The language model did not read all that it should of the speech for paid segments: it failed, or took too long. There they are as words tell.',
  proof_verification_skipped: 'Proof frames were not verified by a second look.',
  proof_frames_truncated: 'There were more appearances to prove than the 20 frames of a job.',
  storyboard_unavailable: 'The storyboard could not be made.',
  no_audio: 'The video has no sound.',
  no_speech_detected: 'No speech was found in the video.',
  media_reused: 'Media from an earlier job on the same video was reused.',
  transcript_reused: 'The transcript of `from_job` was reused.',
  transcript_corrected: 'It was reused with the words as people had corrected them.',
  test: 'These are the fixed results of a job in a test workspace. No video was analysed.',
} as const;
export type HealthFlag = keyof typeof flagMeanings;
export const healthFlags = Object.keys(flagMeanings) as HealthFlag[];

const flag = z
  .literal(true)
  .optional()
  .meta({ examples: [true] });
const flags = Object.fromEntries(
  Object.entries(flagMeanings).map(([name, meaning]) => [name, flag.describe(meaning)]),
) as Record<HealthFlag, typeof flag>;

const engine = (of: string, example: string) =>
  z
    .string()
    .optional()
    .describe(`Name and version of ${of}; absent if it did not run.`)
    .meta({ examples: [example] });

export const engineNames = z
  .looseObject({
    speech: engine('the speech engine', 'moonshine tiny-en'),
    diarization: engine('the engine that distinguishes speakers', 'sherpa-onnx'),
    text: engine('the engine that reads text on screen', 'pp-ocr v4-mobile'),
    objects: engine('the engine that finds things', 'centernet mb3-512'),
    logos: engine('the engine that finds logos', 'clip clip-vit-base-patch32'),
    language: engine('the engine that writes summaries and answers', 'extractive 2'),
    paid: engine(
      'what finds paid segments: words, and the language model if it refined them',
      'paid-words 1',
    ),
  })
  .meta({ id: 'EngineNames', description: 'Name and version of each engine that ran.' });

export const videoForm = z
  .looseObject({
    width: z.int().min(1).describe('Width as shown, in pixels.'),
    height: z.int().min(1).describe('Height as shown, in pixels.'),
    fps: z.number().nullable().describe('Average frames a second; null if unknown.'),
  })
  .meta({ id: 'VideoForm', description: 'The picture of the video, upright as players show it.' });

export const unseenSpan = z
  .looseObject({
    start: z.number().min(0).describe('When it begins, in seconds.'),
    end: z.number().min(0).describe('When it ends, in seconds.'),
  })
  .meta({ id: 'UnseenSpan', description: 'A stretch of the video that was not looked at.' });

export const resultsMeta = z
  .looseObject({
    ...flags,
    fps_used: z
      .number()
      .describe("Frames per second that were analysed, after applying the plan's limit."),
    frames_analyzed: z.int().describe('Number of frames that were analysed.'),
    unseen_spans: z
      .array(unseenSpan)
      .optional()
      .describe(
        'Where the picture is damaged, so that nothing was looked for in it; absent if nowhere.',
      ),
    video: videoForm
      .optional()
      .describe('Size and rate of the picture; absent on older results, and if there is none.'),
    texts_read: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Number of different texts that were read on screen, with `brands` or `custom_query`; absent on older results, and if no frame was read.',
      )
      .meta({ examples: [14] }),
    engines: engineNames.describe('The engines that did the work.'),
    objects_not_found: z
      .array(z.string())
      .optional()
      .describe('Things that were asked for but not seen; absent if there are none.')
      .meta({ examples: [['dog']] }),
    objects_unsupported: z
      .array(z.string())
      .optional()
      .describe('Things that the engine cannot see; absent if there are none.')
      .meta({ examples: [['unicorn']] }),
  })
  .meta({
    id: 'ResultsMeta',
    description: 'Health of the processing; flags appear only when true.',
  });
export type ResultsMeta = z.infer<typeof resultsMeta>;

export const results = z
  .looseObject({
    transcription: transcriptionResult.optional().describe('What is said, if asked for.'),
    summary: summaryResult.optional().describe('What the video is about, if asked for.'),
    brands: z.array(brandResult).optional().describe('Brands seen or heard, if asked for.'),
    metadata: metadataResult.optional().describe('Facts about the video, if asked for.'),
    objects: z
      .array(objectResult)
      .optional()
      .describe('The things that were asked for and seen, if `objects` was.'),
    query_results: z
      .array(queryResult)
      .optional()
      .describe('One answer to each question, in the same order, if `custom_query` was asked for.'),
    confidence_summary: confidenceSummary
      .optional()
      .describe('Brand appearances by confidence, if `brands` was asked for.'),
    storyboard: storyboard
      .optional()
      .describe('Frames over the whole video, if `brands` or `objects` and proof were asked for.'),
    shots: z
      .array(shot)
      .optional()
      .describe(
        'The shots of the video, in order and without gaps; absent on older results, and if no capability looked at frames.',
      ),
    on_screen_text: z
      .array(onScreenText)
      .optional()
      .describe(
        'Lines of text on screen in order of time, at most 2000, those that are on screen longest; with `brands` or `custom_query`. Absent on older results, and if no frame could be read.',
      ),
    paid_segments: z
      .array(paidSegment)
      .optional()
      .describe(
        'Where the video says or shows that it is paid for, in order of time, at most 100 and those that people added; with `brands`. Absent on older results, and if there was neither a transcript nor metadata nor text on screen to tell.',
      ),
    disclosures: z
      .array(disclosure)
      .optional()
      .describe(
        'Where the video discloses that it is paid for, in order of time, at most 100; with `brands`. Empty means: no disclosure found. Absent where `paid_segments` is, and on results from before there were any.',
      ),
    possible_brands: z
      .array(possibleBrand)
      .optional()
      .describe(
        'Texts on screen that no brand of the results explains and that may be brands, the likeliest first, at most 20; with `brands`. They count nowhere else. Shown corrected, without those that people confirmed or dismissed. Absent on older results, and if no frame was read.',
      ),
    meta: resultsMeta.describe('How well the processing went.'),
  })
  .meta({ id: 'Results', description: 'One key for each capability that was asked for.' });
export type Results = z.infer<typeof results>;
