/** What parts produce for the join: plain data, one JSON file each. */

import type { Surface } from '@reelsight/contract';
import { type ErrorCode, Fault } from '@reelsight/contract/errors';
import type { Box, EngineInfo } from '../engines/engine.ts';
import type { HeardSpan, SpeakerTurn } from '../engines/speech.ts';
import type { ObjectSighting } from './things/object-tracks.ts';
import type { Sighting } from './tracks.ts';

/** Why a part has no result. */
export interface PartFailure {
  readonly code: ErrorCode;
  /** Public. */
  readonly text: string;
  /** For the log. */
  readonly detail: string;
}

export interface HearArtifact {
  /** One a cell; cells that could not be heard are missing. */
  readonly spans: readonly HeardSpan[];
  /** Why some or all are missing. */
  readonly failure: PartFailure | null;
}

export interface SpeakersArtifact {
  /** Null if speakers could not be distinguished. */
  readonly turns: readonly SpeakerTurn[] | null;
  readonly engine: EngineInfo | null;
}

/** A line of text with the samples in which it stands. */
export interface ReadLine {
  readonly text: string;
  readonly confidence: number;
  readonly box: Box;
  readonly samples: readonly number[];
}

/** A brand in one sampled moment. */
export interface SeenName extends Sighting {
  /** Name of the brand in results. */
  readonly name: string;
  readonly confidence: number;
  readonly source: 'logo' | 'text' | 'model';
  /** Contrast and sharpness against the best of the picture, 0 to 1; absent if nobody could measure it. */
  readonly clarity?: number;
  /** What was read, or what a model called it. */
  readonly seen: string;
}

/** What a second look says. */
export type Verdict = 'yes' | 'no' | 'unsure';

/** The piece of a brand's track within one cell. */
export interface BrandPiece {
  readonly cell: number;
  /** Index into the pass's `shots`. */
  readonly shot: number;
  /** At least one, ascending by sample, at most one a sample. */
  readonly sightings: readonly SeenName[];
  readonly verdict: Verdict;
  /** Its surface, if surfaces are asked for; null: none of them. */
  readonly surface?: Surface | null;
}

export interface ReadArtifact {
  readonly lines: readonly ReadLine[];
  readonly pieces: readonly BrandPiece[];
  /** Logos were not looked for, or an engine failed (`brand_detection_degraded`). */
  readonly degraded: boolean;
  /** Pieces a model was asked about, and those for which it gave no answer. */
  readonly surfaces: { readonly asked: number; readonly failed: number };
  /** No engine could look. */
  readonly failure: PartFailure | null;
  /** Engines that gave an answer. */
  readonly engines: { readonly text: EngineInfo | null; readonly logos: EngineInfo | null };
}

export interface DetectingEngine {
  readonly info: EngineInfo;
  /** What all looks at a thing together have to reach. */
  readonly minConfidence: number;
}

/** A thing in one sampled moment, seen by the engine of this index. */
export interface SeenThing extends ObjectSighting {
  readonly engine: number;
}

/** A second, closer look. */
export interface CloserLook {
  /** Index into `sightings`: the one it examined. */
  readonly sighting: number;
  /** Its own confidence; null if it failed. */
  readonly confidence: number | null;
  /** A model was asked; else the detector looked again. */
  readonly byModel: boolean;
}

export interface DetectArtifact {
  readonly engines: readonly DetectingEngine[];
  readonly sightings: readonly SeenThing[];
  readonly looks: readonly CloserLook[];
  /** Names that no engine has a way to see. */
  readonly unsupported: readonly string[];
  /** An engine failed on the way (`object_detection_degraded`). */
  readonly degraded: boolean;
  /** Every engine that could see one of the names failed. */
  readonly failure: PartFailure | null;
}

export interface Artifacts {
  readonly hear: HearArtifact;
  readonly speakers: SpeakersArtifact;
  readonly read: ReadArtifact;
  readonly detect: DetectArtifact;
}

export const failureOf = (error: unknown, otherwise: ErrorCode): PartFailure => {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const fault = error instanceof Fault ? error : new Fault(otherwise, detail);
  return { code: fault.code, text: fault.message, detail: `${fault.detail}\n${detail}` };
};

export const faultOf = ({ code, text, detail }: PartFailure): Fault =>
  new Fault(code, detail, { text });
