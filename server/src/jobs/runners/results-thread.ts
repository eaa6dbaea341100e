/**
 * Parses and checks what runners send, in a separate thread, because results of many megabytes take seconds, during
 * which the requests of others would have to wait.
 */
import { Fault, invalidInput, type PartResultSent, partResultSent } from '@reelsight/contract';
import { deepestData, isNestedDeeper } from '../../artifacts/json-nesting.ts';
import { parseArtifact } from '../../artifacts/read-artifact.ts';
import type { Usage } from '../../engines/engine.ts';
import { type MediaPass, mediaPass } from '../../media/media.ts';
import { type CheckedPart, checkedOutcome, checkedUsage } from '../../perception/artifact-check.ts';
import type { Artifacts } from '../../perception/artifacts.ts';
import { checkedResults, checkedTranscript } from '../../perception/join/result-check.ts';
import type { CellSpan, PartOutcome } from '../../perception/part.ts';
import { type PartSights, sightsOf } from '../../perception/sight/part-sight.ts';
import { answerOrders, type OrderContext } from '../../threads/answer-orders.ts';
import { handedOver } from '../../threads/worker-thread.ts';

interface Sent {
  readonly body: Uint8Array;
  /** The description of the job's media, as JSON. */
  readonly media: string;
}

interface PartOrder extends Sent {
  readonly part: CheckedPart;
  readonly tokensPerJob: number;
}

interface JoinOrder extends Sent {
  readonly span: CellSpan;
  readonly jobId: string;
  /** Names of the pictures that the join has stored. */
  readonly files: ReadonlySet<string>;
  readonly tokensPerJob: number;
}

interface PartAnswer extends PartSights {
  /** The artifact as JSON, in the form in which it may be stored. */
  readonly artifact: string;
  readonly found: PartOutcome['found'];
  readonly usage: Usage;
}

interface JoinAnswer {
  /** As JSON in UTF-8. */
  readonly results: Uint8Array<ArrayBuffer>;
  readonly usage: Usage;
}

/** Each throws Fault VALIDATION_FAILED with a description of the problem. */
const handlers = {
  part: ({ body, media, part, tokensPerJob }: PartOrder): PartAnswer => {
    const pass = passOf(media);
    const sent = sentResult(body);
    const { artifact, found: foundParts } = checkedOutcome(part, pass, {
      artifact: sent.artifact,
      found: sent.found,
    });
    const usage = checkedUsage(part, pass, sent.usage, tokensPerJob);
    return {
      artifact: JSON.stringify(artifact),
      found: foundParts,
      usage,
      ...sightsOf(artifact as Artifacts[keyof Artifacts]),
    };
  },

  join: (
    { body, media, span, jobId, files, tokensPerJob }: JoinOrder,
    { transfer }: OrderContext,
  ): JoinAnswer => {
    const pass = passOf(media);
    const sent = sentResult(body);
    const usage = checkedUsage({ kind: 'join', span }, pass, sent.usage, tokensPerJob);
    const { durationSeconds } = pass.probe;
    const results = checkedResults(sent.results, { id: jobId, durationSeconds, files });
    // As bytes they are handed on, while an object would be copied by the thread that answers requests.
    const bytes = handedOver(Buffer.from(JSON.stringify(results)));
    transfer(bytes.buffer);

    return { results: bytes, usage };
  },

  /** Returns the transcript as JSON. */
  transcript: ({ body, media }: Sent): string =>
    JSON.stringify(checkedTranscript(jsonOf(body), passOf(media).probe.durationSeconds)),
};
export type ResultsThread = typeof handlers;

const passOf = (media: string): MediaPass => parseArtifact(media, mediaPass, 'media.json');

function sentResult(body: Uint8Array): PartResultSent {
  const outcome = partResultSent.safeParse(jsonOf(body));
  if (outcome.success) return outcome.data;
  const [issue] = outcome.error.issues;
  const where = ['body', ...(issue?.path ?? [])].join('.');
  throw invalidInput(`${where}: ${issue?.message ?? 'not valid'}.`);
}

function jsonOf(body: Uint8Array): unknown {
  if (isNestedDeeper(body, deepestData)) throw invalidInput('body: is nested too deeply.');

  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (cause) {
    throw new Fault('VALIDATION_FAILED', String(cause), { text: 'body: is not valid JSON.' });
  }
}

answerOrders(handlers, { inBackground: true });
