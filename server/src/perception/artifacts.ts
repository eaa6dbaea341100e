/**
 * The data that parts produce for the join: one plain JSON file each. This module contains the schemas and the types
 * derived from them.
 */
import { type ErrorCode, Fault } from '@reelsight/contract/errors';
import { z } from 'zod';
import type { ArtifactSchema, ReadonlyDeep } from '../artifacts/read-artifact.ts';
import { type ValueRules, valuesOfOurs } from './value-rules.ts';

const engine = ({ object, text }: ValueRules) =>
  object({
    name: text(100),
    version: text(100),
    kind: z.enum(['embedded', 'local', 'remote']),
  });

const failure = ({ object, text, failureCode }: ValueRules) =>
  object({
    code: failureCode,
    /** Public text that explains the failure. */
    text: text(500),
    /** For the log. */
    detail: text(20_000),
  });

const word = ({ object, text, number }: ValueRules) =>
  object({
    start: number(0),
    end: number(0),
    text: text(500),
    confidence: number(0, 1).exactOptional(),
  });

export const speechSegmentForm = (values: ValueRules) =>
  values.object({
    start: values.number(0),
    end: values.number(0),
    text: values.text(20_000),
    confidence: values.number(0, 1).exactOptional(),
    words: values.list(word(values)).exactOptional(),
  });

const utterance = (values: ValueRules) =>
  values.object({
    start: values.number(0),
    end: values.number(0),
    words: values.list(word(values)).exactOptional(),
    segments: values.list(speechSegmentForm(values)).exactOptional(),
    sureness: values.number().exactOptional(),
  });

const heardSpan = (values: ValueRules) =>
  values.object({
    start: values.number(0),
    end: values.number(0),
    channel: values.integer(0, 1).exactOptional(),
    utterances: values.list(utterance(values)),
    speechSeconds: values.number(0),
    language: values.text(20).nullable(),
    degraded: z.boolean(),
    engine: engine(values),
  });

const hear = (values: ValueRules) =>
  values.object({
    /** One entry per cell; cells that could not be transcribed are missing. */
    spans: values.list(heardSpan(values)),
    /** Why some or all spans are missing; null if none is. */
    failure: failure(values).nullable(),
  });

const speakerTurn = ({ object, number, integer }: ValueRules) =>
  object({
    start: number(0),
    end: number(0),
    speaker: integer(1, 1000),
  });

const speakers = (values: ValueRules) =>
  values.object({
    /** Null if speakers could not be distinguished. */
    turns: values.list(speakerTurn(values)).nullable(),
    engine: engine(values).nullable(),
  });

/** A line of on-screen text, with the samples in which it appears. */
const readLine = ({ object, list, text, number, integer, box }: ValueRules) =>
  object({
    text: text(5000),
    confidence: number(0, 1),
    box,
    samples: list(integer(0), { least: 1 }),
  });

/** A brand in one sample. */
const seenName = ({ object, list, text, number, integer, box, ring }: ValueRules) =>
  object({
    sample: integer(0),
    box,
    /** Outline of a logo, if the engine can determine it. */
    outline: list(ring, { most: 100 }).exactOptional(),
    /** Name of the brand in results. */
    name: text(500),
    confidence: number(0, 1),
    source: z.enum(['logo', 'text', 'model']),
    /** Contrast and sharpness relative to the best in the picture, 0 to 1; absent if they could not be measured. */
    clarity: number(0, 1).exactOptional(),
    /** The text that was read, or the name that a model gave. */
    seen: text(5000),
  });

/** The verdict of a second, closer look. */
const verdict = z.enum(['yes', 'no', 'unsure']);

/** The piece of a brand's track that lies within one cell. */
const brandPiece = (values: ValueRules) =>
  values.object({
    cell: values.integer(0),
    /** Index into the pass's `shots`. */
    shot: values.integer(0),
    /** At least one, ascending by sample, at most one per sample. */
    sightings: values.list(seenName(values), { least: 1 }),
    verdict,
    /**
     * The requested surface that the brand is on; null if it is on none of them; absent if no surfaces were requested.
     */
    surface: values.surface.nullable().exactOptional(),
  });

/** What the stretches of a part look like, for search by sight. */
const describedStretches = ({ object, list, text, number }: ValueRules) =>
  object({
    /** Identifies what made the vectors; of a pulled model its id, at most 100 characters, and a mark of its files. */
    model: text(120),
    stretches: list(
      object({
        start: number(0),
        end: number(0),
        /** When the described picture is shown. */
        timestamp: number(0),
        /** Bytes of the vector, in base64. */
        vector: text(1400),
      }),
      { most: 2000 },
    ),
  });

const read = (values: ValueRules) =>
  values.object({
    lines: values.list(readLine(values)),
    pieces: values.list(brandPiece(values)),
    /** Whether logos were not looked for, or an engine failed (`brand_detection_degraded`). */
    degraded: z.boolean(),
    /** Present if more places or lines were found in pictures than are kept (`places_left_out`). */
    crowded: z.literal(true).optional(),
    /** Present if misread names of a picture were no longer looked for (`alike_names_skipped`). */
    nearNamesSkipped: z.literal(true).optional(),
    /** Number of pieces for which a model was asked about the surface, and for how many of them it gave no answer. */
    surfaces: values.object({ asked: values.integer(0), failed: values.integer(0) }),
    /** Set if no engine could analyse the part. */
    failure: failure(values).nullable(),
    /** The engines that gave an answer. */
    engines: values.object({
      text: engine(values).nullable(),
      logos: engine(values).nullable(),
    }),
    /** Absent unless the part was asked for it, and if the engine failed. */
    sight: describedStretches(values).exactOptional(),
    /** The same stretches for search by words; absent unless a model for that is installed and did not fail. */
    sightForWords: describedStretches(values).exactOptional(),
  });

const detectingEngine = (values: ValueRules) =>
  values.object({
    info: engine(values),
    /** Minimum confidence, from all looks at a thing combined, for the thing to be reported. */
    minConfidence: values.number(),
  });

/** A thing in one sample. */
const seenThing = ({ object, list, text, number, integer, box, ring }: ValueRules) =>
  object({
    sample: integer(0),
    box,
    name: text(500),
    confidence: number(0, 1),
    look: integer(0),
    outline: list(ring, { most: 100 }).exactOptional(),
    /** Index of the engine that detected the thing. */
    engine: integer(0),
  });

/** A second, closer look at a thing. */
const closerLook = ({ object, number, integer }: ValueRules) =>
  object({
    /** Index into `sightings` of the sighting that was examined. */
    sighting: integer(0),
    /** Confidence of this look alone; null if the look failed. */
    confidence: number(0, 1).nullable(),
    /** True if a model was asked; false if the detector looked again. */
    byModel: z.boolean(),
  });

const detect = (values: ValueRules) =>
  values.object({
    engines: values.list(detectingEngine(values), { most: 20 }),
    sightings: values.list(seenThing(values)),
    looks: values.list(closerLook(values)),
    /** Names that no engine can detect. */
    unsupported: values.list(values.text(500), { most: 1000 }),
    /** Whether an engine failed during the part (`object_detection_degraded`). */
    degraded: z.boolean(),
    /** Present if more places were found in a picture than are kept (`places_left_out`). */
    crowded: z.literal(true).optional(),
    /** Set if every engine that could detect one of the names failed. */
    failure: failure(values).nullable(),
    /** As in the artifact of `read`. */
    sight: describedStretches(values).exactOptional(),
    /** As in the artifact of `read`. */
    sightForWords: describedStretches(values).exactOptional(),
  });

/**
 * The form of each part's artifact, wherever the artifact comes from; `values` determines how strictly its values are
 * checked.
 */
export const artifactForms = (values: ValueRules) => ({
  hear: hear(values),
  speakers: speakers(values),
  read: read(values),
  detect: detect(values),
});

type FormOf<Form extends (values: ValueRules) => z.ZodType> = ReadonlyDeep<
  z.infer<ReturnType<Form>>
>;

/** The reason why a part has no result. */
export type PartFailure = FormOf<typeof failure>;
export type HearArtifact = FormOf<typeof hear>;
export type SpeakersArtifact = FormOf<typeof speakers>;
export type ReadLine = FormOf<typeof readLine>;
export type SeenName = FormOf<typeof seenName>;
export type Verdict = z.infer<typeof verdict>;
export type BrandPiece = FormOf<typeof brandPiece>;
export type DescribedStretches = FormOf<typeof describedStretches>;
export type ReadArtifact = FormOf<typeof read>;
export type SeenThing = FormOf<typeof seenThing>;
export type CloserLook = FormOf<typeof closerLook>;
export type DetectArtifact = FormOf<typeof detect>;

export interface Artifacts {
  readonly hear: HearArtifact;
  readonly speakers: SpeakersArtifact;
  readonly read: ReadArtifact;
  readonly detect: DetectArtifact;
}

/** Schemas for artifacts that this service produced itself or has already checked. */
export const storedArtifacts: {
  readonly [Kind in keyof Artifacts]: ArtifactSchema<Artifacts[Kind]>;
} = artifactForms(valuesOfOurs);

export const failureOf = (error: unknown, otherwise: ErrorCode): PartFailure => {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const fault = error instanceof Fault ? error : new Fault(otherwise, detail);
  return { code: fault.code, text: fault.message, detail: `${fault.detail}\n${detail}` };
};

export const faultOf = ({ code, text, detail }: PartFailure): Fault =>
  new Fault(code, detail, { text });

/** The fault to report if all parts of a capability failed. In `parts`, null stands for an abandoned part. */
export function faultOfAll(
  parts: readonly ({ readonly failure: PartFailure | null } | null)[],
): Fault {
  const failure = parts.find((part) => part?.failure)?.failure;
  return failure ? faultOf(failure) : new Fault('ANALYSIS_FAILED', 'all its parts were given up');
}
