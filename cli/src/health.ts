/** Turns the health flags of results into sentences that say what to do. */
import { notUnderstoodText } from '@reelsight/contract/not-understood';
import type { ResultsMeta, TranscriptionResult } from '@reelsight/sdk';

const sentences: Readonly<Record<string, string>> = {
  brand_detection_degraded:
    'Brands may be missing: not every engine that finds them was available (text and speech only, or an engine failed).',
  object_detection_degraded:
    'Objects may be missing: the installed engine knows only some kinds of objects, or failed on some frames.',
  transcription_degraded:
    'Speech, or part of it, could not be transcribed. The embedded recogniser only knows English; `reelsight models pull` adds one for other languages.',
  places_left_out:
    'Some pictures are full of names or things: of those, only the clearest places are listed.',
  alike_names_skipped:
    'Misread names may be missing: the brand library has too many names alike. Aliases that differ in one letter are not needed.',
  speech_unsure:
    'Much of the speech was hardly understood: no summary is made of what was said, and what stands out as doubtful is marked as unsure. A clearer recording or another speech engine (`reelsight models pull`) helps.',
  speech_not_understood: 'Somebody speaks where no word was understood, maybe in another language.',
  diarization_unavailable:
    'Speakers were not distinguished: no speaker model is installed. `reelsight models pull` adds one.',
  summary_degraded:
    'The summary is made of sentences quoted from the video: no language model is configured.',
  query_degraded:
    'Questions were answered by quoting the video: no language model is configured (REELSIGHT_AI_URL).',
  paid_segments_degraded:
    'Paid segments were found by words alone, at least in part: the language model failed or took too long.',
  proof_verification_skipped:
    'Proof frames were not checked a second time: no vision model is configured (REELSIGHT_AI_URL).',
  proof_frames_truncated: 'There were more proof frames than a job may have; the best were kept.',
  storyboard_unavailable: 'The storyboard could not be made.',
  no_audio: 'The video has no sound.',
  no_speech_detected: 'Nobody speaks in the video.',
  media_reused: 'The video was not fetched again: an earlier job’s media was used.',
  transcript_reused: 'The transcript is that of an earlier job on the same video.',
  transcript_corrected: 'People had corrected that transcript.',
  test: 'These are the fixed results of a test workspace: no video was analysed.',
};

export function healthSentences(meta: ResultsMeta, transcription?: TranscriptionResult): string[] {
  const unheardTimes = notUnderstoodText(transcription);
  const flags = Object.entries(sentences)
    .filter(([flag]) => (meta as Record<string, unknown>)[flag] === true)
    .map(([flag, sentence]) =>
      flag === 'speech_not_understood' && unheardTimes
        ? `${sentence.slice(0, -1)}: ${unheardTimes}.`
        : sentence,
    );
  const list = (names: readonly string[] | undefined, text: string) =>
    names?.length ? [`${text}: ${names.join(', ')}.`] : [];
  return [
    ...flags,
    ...list(meta.objects_not_found, 'Looked for but not seen'),
    ...list(meta.objects_unsupported, 'The installed engine has no way to see'),
  ];
}
