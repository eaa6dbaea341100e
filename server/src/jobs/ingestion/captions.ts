/**
 * A platform's captions in place of a transcript: decides whether a job uses them, and makes its `transcript.json` from
 * them.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needs } from '@reelsight/contract';
import { languageTag } from '@reelsight/contract/language-code';
import { readOptionalArtifact } from '../../artifacts/read-artifact.ts';
import type { JobRow } from '../../db/jobs/jobs.ts';
import { type EngineSettings, speechLanguages } from '../../engines/registry.ts';
import { decodedRange, mediaPass } from '../../media/media.ts';
import {
  type Captions,
  captionsForm,
  captionTranscript,
} from '../../perception/speech/caption-transcript.ts';

/** Stored with the media, so that later jobs on the video have the captions too. */
export const captionsFile = 'captions.json';

/** The captions that a job accepts from the platform. */
export interface CaptionsWanted {
  /** The caller's hint, BCP 47. */
  readonly language: string | null;
  /** Whether machine-made captions are acceptable for a language (BCP 47). */
  readonly automatic: (language: string) => boolean;
}

/**
 * Null if the job accepts no captions. A job accepts captions made by people unless it has `captions: none`. It accepts
 * machine-made captions if it has `captions: any`, or if no engine knows the language.
 */
export async function captionsWanted(
  { ask, url }: Pick<JobRow, 'ask' | 'url'>,
  engines: EngineSettings,
): Promise<CaptionsWanted | null> {
  // Rows written by an earlier version have no `captions` field.
  const { captions = 'human', capabilities } = ask;
  if (url === null || captions === 'none' || !needs('speech', capabilities)) return null;

  const knownLanguages = captions === 'any' ? [] : await speechLanguages(engines);
  const primary = (code: string): string => new Intl.Locale(code).language;

  return {
    language: languageTag(ask.language),
    automatic: (code) => knownLanguages !== null && !knownLanguages.includes(primary(code)),
  };
}

const heardMedia = mediaPass.pick({ probe: true, audio: true, range: true });

/**
 * Writes `transcript.json` into the folder of an ingestion if the captions in that folder suit the job. A transcript
 * reused from another job is kept: it was made with the same choice of captions, and its file may be a link to the
 * other job's stored file, which must not be overwritten.
 */
export async function takeCaptions(
  folder: string,
  preference: CaptionsWanted | null,
): Promise<void> {
  const path = join(folder, 'transcript.json');
  if (existsSync(path)) return;

  const captions =
    preference && (await readOptionalArtifact(join(folder, captionsFile), captionsForm));
  if (!captions || !serves(captions, preference)) return;
  const pass = await readOptionalArtifact(join(folder, 'media.json'), heardMedia);
  const transcript =
    pass?.audio && captionTranscript(captions, pass.probe.durationSeconds, decodedRange(pass));
  if (transcript) await writeFile(path, JSON.stringify(transcript));
}

/** Whether the captions suit the job. They may not, because they may have been fetched for another job. */
function serves({ language, automatic }: Captions, preference: CaptionsWanted): boolean {
  const isOtherLanguage =
    preference.language !== null && !sameLanguage(preference.language, language);
  return !isOtherLanguage && (!automatic || preference.automatic(language));
}

function sameLanguage(codeA: string, codeB: string): boolean {
  try {
    return new Intl.Locale(codeA).language === new Intl.Locale(codeB).language;
  } catch {
    return false;
  }
}
