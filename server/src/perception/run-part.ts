/** Processes one part of a job: the only entry point for a process that holds the engines. */
import type { CallContext } from '../engines/engine.ts';
import { openFrames } from '../media/frames.ts';
import type { Artifacts } from './artifacts.ts';
import { soundCells } from './cells.ts';
import { brandsFound, thingsFound, wordsFound } from './found.ts';
import type { Pictures } from './frame-reader.ts';
import { runJoin } from './join/join.ts';
import type { PartOrder, PartOutcome, SpanOrder } from './part.ts';
import { soundsOf } from './part-sound.ts';
import type { Resources } from './resources.ts';
import { runDetect, runHear, runRead, runSight, runSpeakers } from './span-parts.ts';

/**
 * If an engine fails, the part still succeeds, and its artifact says what is missing. Throws the signal's reason; the
 * join also throws a Fault if no requested result could be produced. After any other error, the part is worth a retry.
 */
export async function runPart(
  order: PartOrder,
  resources: Resources,
  context: CallContext,
): Promise<PartOutcome> {
  const pass = await resources.pass(order.files.pass);
  switch (order.kind) {
    case 'join':
      await runJoin(order, pass, resources, context);
      return { artifact: null, found: {} };
    case 'speakers': {
      const [sound] = soundsOf(order, pass);
      if (!sound) throw new Error('a part of the sound without sound');
      return { artifact: await runSpeakers(order, sound, resources, context), found: {} };
    }
    case 'hear': {
      const cells = soundCells(pass).slice(order.span.from, order.span.to);
      const artifact = await runHear(
        order,
        { cells, sounds: soundsOf(order, pass) },
        resources,
        context,
      );
      return { artifact, found: wordsFound(artifact, order.ask.language, pass) };
    }
    case 'read': {
      const artifact = await withPictures(order, resources, async (pictures) => ({
        ...(await runRead(order, pictures, resources, context)),
        ...(await runSight(order, pictures, resources, context)),
      }));
      return { artifact, found: brandsFound(artifact, pass) };
    }
    case 'detect': {
      const artifact = await withPictures(order, resources, async (pictures) => ({
        ...(await runDetect(order, pictures, resources, context)),
        ...(await runSight(order, pictures, resources, context)),
      }));
      return { artifact, found: thingsFound(artifact, order.ask.objects, pass) };
    }
  }
}

async function withPictures<T extends Artifacts['read' | 'detect']>(
  { files }: SpanOrder,
  resources: Resources,
  work: (pictures: Pictures) => Promise<T>,
): Promise<T> {
  if (!files.frames) throw new Error('a part of the pictures without pictures');

  const pass = await resources.pass(files.pass);
  const frames = await openFrames(files.frames, pass);
  try {
    return await work({ pass, frames });
  } finally {
    await frames.close();
  }
}
