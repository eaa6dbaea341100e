/**
 * The results of a completed job: one schema per capability, which allows unknown fields for later versions
 * (interface.md "Results of a job").
 */
import { z } from 'zod';
import { brandDisclosure } from './disclosure.ts';
import { olderThanTranscript } from './results-answers.ts';
import { surfaces } from './surfaces.ts';

const seconds = z.number().min(0);
const fraction = z.number().min(0).max(1);
const confidence = fraction.describe('Confidence, 0 to 1.');
const surface = z
  .enum(surfaces)
  .optional()
  .describe('The surface the brand is on; absent if unknown.')
  .meta({ examples: ['jersey-front'] });

export const boundingBox = z
  .looseObject({
    x: fraction.describe('Left edge, as a fraction of the width of the frame, from its left.'),
    y: fraction.describe('Top edge, as a fraction of the height of the frame, from its top.'),
    width: fraction.describe('Width, as a fraction of the width of the frame.'),
    height: fraction.describe('Height, as a fraction of the height of the frame.'),
  })
  .meta({ id: 'BoundingBox', description: 'Fractions of the frame as shown, from the top left.' });
export type BoundingBox = z.infer<typeof boundingBox>;

/**
 * A point of two numbers. The schema has both keywords, because tools for older drafts read `items`, and tools for the
 * current draft read `prefixItems`.
 */
const point = z.tuple([fraction, fraction]).meta({
  items: { type: 'number', minimum: 0, maximum: 1 },
  minItems: 2,
  maxItems: 2,
});

/** Rings of points, at most 64 per ring; each point is `[x, y]` in fractions of the frame. */
export const outline = z.array(z.array(point).max(64)).meta({
  id: 'Outline',
  description:
    'Rings around the thing, each of at most 64 points `[x, y]` in fractions of the frame.',
});

const corrected = z
  .literal(true)
  .optional()
  .describe('Always true: a person changed it; absent from what is as found.')
  .meta({ examples: [true] });

export const transcriptWord = z
  .looseObject({
    start: seconds.describe('When the word begins, in seconds.'),
    end: seconds.describe('When the word ends, in seconds.'),
    text: z.string().describe('The word.'),
    confidence: fraction
      .optional()
      .describe('Confidence of the engine, 0 to 1; absent if unknown.'),
  })
  .meta({ id: 'TranscriptWord', description: 'One spoken word.' });

export const transcriptSegment = z
  .looseObject({
    start: seconds.describe('When the segment begins, in seconds.'),
    end: seconds.describe('When the segment ends, in seconds.'),
    text: z.string().describe('What is said.'),
    speaker: z
      .int()
      .min(1)
      .optional()
      .describe(
        'Who speaks, counted from 1 in order of first speech; absent if speakers were not distinguished.',
      ),
    confidence: fraction
      .optional()
      .describe('Confidence of the engine, 0 to 1; absent if unknown.'),
    unsure: z
      .literal(true)
      .optional()
      .describe(
        'Always true: the words were heard so unsurely that they are likely wrong, and no summary is made of them; absent otherwise, and where the engine does not tell.',
      )
      .meta({ examples: [true] }),
    words: z
      .array(transcriptWord)
      .optional()
      .describe('The words with their times; absent if the engine gives none.'),
    speaker_name: z
      .string()
      .optional()
      .describe('How people called the speaker; absent from what is as found.')
      .meta({ examples: ['Ada Lovelace'] }),
    index: z
      .int()
      .min(0)
      .optional()
      .describe(
        'Index of the line in the transcript as heard, counted from 0, by which it is corrected; present once people changed lines of this transcript, as lines may be divided or left out then.',
      )
      .meta({ examples: [12] }),
    revision: z
      .int()
      .min(1)
      .optional()
      .describe('The version of a line that a person changed; absent if it is as heard.')
      .meta({ examples: [7] }),
    corrected,
  })
  .meta({ id: 'TranscriptSegment', description: 'A stretch of speech between two pauses.' });
export type TranscriptSegment = z.infer<typeof transcriptSegment>;

const languageSpan = z
  .looseObject({
    start: seconds.describe('When it begins, in seconds.'),
    end: seconds.describe('When it ends, in seconds; pauses within it count.'),
    language: z
      .string()
      .describe('Code of the language, such as `en`; `und` if it is not known.')
      .meta({ examples: ['en'] }),
    understood: z
      .literal(false)
      .optional()
      .describe('False where somebody speaks and no word was understood; else absent.')
      .meta({ examples: [false] }),
  })
  .meta({ id: 'LanguageSpan', description: 'A stretch of speech in one language.' });

export const transcriptionResult = z
  .looseObject({
    text: z.string().describe('All that is said; empty if nothing is.'),
    segments: z.array(transcriptSegment).describe('The same with times, in order.'),
    language: z
      .string()
      .describe(
        'Code of the detected language, such as `en`; your hint if none could be detected, `und` if unknown, empty if there is no speech.',
      ),
    language_spans: z
      .array(languageSpan)
      .optional()
      .describe(
        'Where which language is spoken, in order; absent on older results, from captions, and if there is no speech.',
      ),
    duration_seconds: seconds.describe('Length of the video in seconds.'),
    word_count: z.int().min(0).describe('Number of words in `text`.'),
    speakers_detected: z
      .int()
      .min(0)
      .optional()
      .describe('Number of speakers; absent if speakers were not distinguished.'),
    speakers: z
      .array(
        z.looseObject({
          speaker: z.int().min(1).describe('Number of the speaker.'),
          name: z
            .string()
            .optional()
            .describe('How people called the speaker.')
            .meta({ examples: ['Ada Lovelace'] }),
          merged: z
            .array(z.int().min(1))
            .optional()
            .describe('Numbers of the speakers as heard, counted from 1, who are this one as well.')
            .meta({ examples: [[3]] }),
        }),
      )
      .optional()
      .describe('Speakers whom people named or merged; absent from what is as found.')
      .meta({ examples: [[{ speaker: 1, name: 'Ada Lovelace', merged: [3] }]] }),
    emptied: z
      .array(
        z.looseObject({
          index: z
            .int()
            .min(0)
            .describe('Index of the line in the transcript as heard, counted from 0.'),
          start: seconds.describe('When the line begins, in seconds.'),
          end: seconds.describe('When the line ends, in seconds.'),
          revision: z.int().min(1).describe('The version of the line.'),
        }),
      )
      .optional()
      .describe('Lines that a person emptied, and which `segments` leaves out; absent if none.')
      .meta({ examples: [[{ index: 4, start: 12.2, end: 14, revision: 9 }]] }),
    corrected,
  })
  .meta({ id: 'TranscriptionResult', description: 'What is said in the video.' });
export type TranscriptionResult = z.infer<typeof transcriptionResult>;

export const summaryResult = z
  .looseObject({
    text: z.string().describe('The summary, in sentences.'),
    key_topics: z.array(z.string()).describe('What the video is about, in a few words each.'),
    older_than_transcript: olderThanTranscript,
  })
  .meta({ id: 'SummaryResult', description: 'What the video is about.' });
export type SummaryResult = z.infer<typeof summaryResult>;

export const brandAppearance = z
  .looseObject({
    timestamp: seconds.describe('The moment that shows or says it best, in seconds.'),
    timestamp_start: seconds
      .optional()
      .describe('When it comes into view, in seconds; only if it is seen.'),
    timestamp_end: seconds
      .optional()
      .describe('When it leaves the view, in seconds; only if it is seen.'),
    visible_duration: seconds
      .optional()
      .describe('How long it is in view, in seconds; only if it is seen.'),
    confidence: fraction.optional().describe('Confidence in this appearance, 0 to 1.'),
    context: z.string().describe('What is seen or said, in words.'),
    speaker: z
      .int()
      .min(1)
      .optional()
      .describe(
        'Who says it, counted from 1; only if it is heard, speakers were distinguished, and the result is not of an earlier version as found.',
      )
      .meta({ examples: [1] }),
    speaker_name: z
      .string()
      .optional()
      .describe('How people called who says it; absent from what is as found.')
      .meta({ examples: ['Ada Lovelace'] }),
    speech_context: z
      .string()
      .optional()
      .describe('The words spoken around it; only if it is heard and `return_proof` is on.')
      .meta({ examples: ['I always buy Nike for the track.'] }),
    source: z.enum(['visual', 'audio']).describe('`visual`: seen. `audio`: heard.'),
    surface,
    frame_url: z
      .string()
      .optional()
      .describe('Path of the proof frame, `/v1/frames/…`; absent if there is none.'),
    bounding_box: boundingBox
      .optional()
      .describe('Where it is on the proof frame; absent if there is no proof frame.'),
    outline: outline
      .optional()
      .describe(
        'Its shape on the proof frame, in fractions of the frame; only of a logo whose shape was told.',
      ),
    corrected,
  })
  .meta({
    id: 'BrandAppearance',
    description: 'A stretch of time in which a brand is seen, or the moment it is said.',
  });
export type BrandAppearance = z.infer<typeof brandAppearance>;

export const brandDetection = z
  .looseObject({
    timestamp: seconds.describe('Time of the frame, in seconds.'),
    confidence,
    bounding_box: boundingBox.describe('Where the brand is on the frame.'),
    outline: outline
      .optional()
      .describe('Its shape, in fractions of the frame; only of a logo whose shape was told.'),
    source: z
      .enum(['logo', 'text', 'model', 'person'])
      .describe(
        'What found it: a known `logo`, the `text` of its name, a vision `model`, or a `person` who added it.',
      ),
    surface,
    clarity: fraction
      .optional()
      .describe(
        'Contrast and sharpness of the inside of the box against the best of its frame, 0 to 1; absent if it was not measured.',
      ),
    verified: z.boolean().describe('Whether a second look confirmed it.'),
  })
  .meta({ id: 'BrandDetection', description: 'A brand found on one frame.' });

export const brandResult = z
  .looseObject({
    name: z.string().describe('Name of the brand.'),
    confidence,
    total_appearances: z.int().min(0).describe('Number of `appearances`.'),
    total_visible_duration: seconds
      .optional()
      .describe('How long it is in view altogether, in seconds; absent if it is only heard.'),
    first_seen: seconds.describe('When it is first seen or said, in seconds.'),
    last_seen: seconds.describe('When it is last seen or said, in seconds.'),
    appearances: z.array(brandAppearance).describe('Each time it is seen or said, in order.'),
    frame_detections: z
      .array(brandDetection)
      .describe('Every frame it was found on, in order of time.'),
    disclosure: brandDisclosure
      .optional()
      .describe(
        'Whether the video says that the brand paid for it; absent on older results, and if there was neither a transcript nor metadata nor text on screen to tell.',
      ),
    corrected,
  })
  .meta({ id: 'BrandResult', description: 'One brand, and where it appears.' });
export type BrandResult = z.infer<typeof brandResult>;

export const objectAppearance = z
  .looseObject({
    timestamp: seconds.describe('The moment that shows it best, in seconds.'),
    timestamp_start: seconds.describe('When it comes into view, in seconds.'),
    timestamp_end: seconds.describe('When it leaves the view, in seconds.'),
    confidence,
    context: z.string().describe('What is seen, in words.'),
    bounding_box: boundingBox
      .optional()
      .describe('Where it is at `timestamp`; absent if that is not known.'),
    outline: outline
      .optional()
      .describe(
        'Its shape at `timestamp`, in fractions of the frame; absent if the engine gives none.',
      ),
    frame_url: z
      .string()
      .optional()
      .describe('Path of the proof frame, `/v1/frames/…`; absent if there is none.'),
    corrected,
  })
  .meta({ id: 'ObjectAppearance', description: 'A stretch of time in which a thing is seen.' });

export const objectDetection = z
  .looseObject({
    timestamp: seconds.describe('Time of the frame, in seconds.'),
    confidence,
    bounding_box: boundingBox.describe('Where the thing is on the frame.'),
    outline: outline
      .optional()
      .describe('Its shape, in fractions of the frame; absent if the engine gives none.'),
    verified: z.boolean().describe('Whether a second look confirmed it.'),
  })
  .meta({ id: 'ObjectDetection', description: 'A thing found on one frame.' });

export const objectResult = z
  .looseObject({
    name: z.string().describe('The thing, as it was asked for.'),
    category: z.string().describe('The kind of object, such as `animal` or `vehicle`.'),
    confidence,
    total_appearances: z.int().min(0).describe('Number of `appearances`.'),
    total_visible_duration: seconds.describe('How long it is in view altogether, in seconds.'),
    first_seen: seconds.describe('When it is first seen, in seconds.'),
    last_seen: seconds.describe('When it is last seen, in seconds.'),
    appearances: z
      .array(objectAppearance)
      .describe('Each time it is seen, in order. After a cut, it counts as a separate appearance.'),
    frames: z.array(objectDetection).describe('Every frame it was found on, in order of time.'),
    corrected,
  })
  .meta({ id: 'ObjectResult', description: 'One thing that was asked for, and where it is seen.' });
export type ObjectResult = z.infer<typeof objectResult>;

const chapter = z.looseObject({
  start: seconds.describe('When the chapter begins, in seconds.'),
  end: seconds.describe('When the chapter ends, in seconds.'),
  title: z.string().describe('Title of the chapter.'),
});

const audioTrackResult = z.looseObject({
  index: z.int().describe('What `audio_track` of a job names it by; streams are counted from 0.'),
  codec: z.string().describe('Codec, such as `aac`.'),
  channels: z.int().nullable().describe('Number of channels; null if the file does not say.'),
  language: z.string().nullable().describe('Code of its language; null if the file does not say.'),
  title: z.string().nullable().describe('Its name, such as `Commentary`; null if it has none.'),
  heard: z.boolean().describe('Whether this is the track that the job heard.'),
});

export const metadataResult = z
  .looseObject({
    title: z.string().nullable().describe('Title of the video; null if unknown.'),
    description: z.string().nullable().describe("The author's description; null if unknown."),
    author: z.string().nullable().describe('Who published it; null if unknown.'),
    author_url: z.string().nullable().describe("Address of the author's page; null if unknown."),
    published_at: z
      .string()
      .nullable()
      .describe('When it was published, ISO 8601; null if unknown.'),
    duration_seconds: seconds
      .nullable()
      .describe('Length of the video in seconds; null if unknown.'),
    thumbnail_url: z
      .string()
      .nullable()
      .describe('Address of a picture of the video; null if there is none.'),
    language: z
      .string()
      .nullable()
      .describe('Code of the language that the platform names, such as `en`; null if unknown.'),
    tags: z.array(z.string()).describe("The author's tags."),
    categories: z.array(z.string()).describe('Categories on the platform.'),
    chapters: z.array(chapter).describe('Chapters, in order.'),
    view_count: z.int().nullable().describe('Number of views at `fetched_at`; null if unknown.'),
    like_count: z.int().nullable().describe('Number of likes at `fetched_at`; null if unknown.'),
    comment_count: z
      .int()
      .nullable()
      .describe('Number of comments at `fetched_at`; null if unknown.'),
    paid_promotion: z
      .boolean()
      .nullable()
      .optional()
      .describe(
        'Whether the platform labels the video as containing paid promotion. Null if the platform did not tell; absent where it was not asked: unless the video is from YouTube and the operator has a key for its interface, and on results from before.',
      )
      .meta({ examples: [true] }),
    width: z.int().nullable().describe('Width in pixels; null if unknown.'),
    height: z.int().nullable().describe('Height in pixels; null if unknown.'),
    fps: z.number().nullable().describe('Frames a second; null if unknown.'),
    container: z
      .string()
      .nullable()
      .describe('Format of the file, such as `mp4`; null if unknown.'),
    video_codec: z
      .string()
      .nullable()
      .describe('Codec of the picture, such as `h264`; null if unknown or none.'),
    audio_codec: z
      .string()
      .nullable()
      .describe('Codec of the sound, such as `aac`; null if unknown or none.'),
    audio_tracks: z
      .array(audioTrackResult)
      .optional()
      .describe('Tracks of sound in the file, at most 100. Absent on older results.'),
    has_audio: z.boolean().nullable().describe('Whether it has sound; null if unknown.'),
    size_bytes: z.int().nullable().describe('Size of the file in bytes; null if unknown.'),
    fetched_at: z.string().describe('When these facts were read, ISO 8601.'),
  })
  .meta({ id: 'MetadataResult', description: 'Facts about the video and its file.' });
export type MetadataResult = z.infer<typeof metadataResult>;

export const confidenceSummary = z
  .looseObject({
    high: z.int().describe('Number of appearances with a confidence of 0.8 or more.'),
    medium: z.int().describe('Number of appearances with a confidence of 0.5 or more, below 0.8.'),
    low: z.int().describe('Number of appearances with a confidence below 0.5.'),
    total: z.int().describe('Number of all appearances.'),
  })
  .meta({ id: 'ConfidenceSummary', description: 'Brand appearances by confidence.' });

export const storyboard = z
  .looseObject({
    version: z
      .union([z.literal(1), z.literal(2)])
      .describe(
        'Version of this form. `1`: a tile covers the time from its own to the next one. `2`: its time is the middle of the interval it represents.',
      ),
    interval_ms: z.int().describe('Typical time between two tiles, in milliseconds.'),
    timestamps_ms: z
      .array(z.int())
      .optional()
      .describe(
        'Time of each tile in milliseconds, ascending. Absent on older results only, where tile k is at k × `interval_ms`.',
      ),
    tile: z
      .looseObject({
        w: z.int().describe('Width of a tile in pixels.'),
        h: z.int().describe('Height of a tile in pixels.'),
      })
      .describe('Size of a tile; its longer side has 580 pixels.'),
    grid: z
      .looseObject({
        cols: z.int().describe('Number of tiles in a row.'),
        rows: z.int().describe('Number of rows on a sheet.'),
      })
      .describe('Tile k is on sheet floor(k / (cols × rows)), row by row.'),
    count: z.int().describe('Number of tiles on all sheets. The rest of the last sheet is black.'),
    duration_ms: z.number().describe('Length of the video in milliseconds.'),
    sheets: z.array(z.string()).describe('Path of each sheet, `/v1/frames/…`, in order.'),
  })
  .meta({
    id: 'Storyboard',
    description: 'Small frames without boxes over the whole video, on sheets.',
  });
export type Storyboard = z.infer<typeof storyboard>;
