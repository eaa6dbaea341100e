/** Tells what the configured engines can't do for the next job. */
import type { Abilities } from '@reelsight/contract';
import type { EngineRole, EngineStatus } from '../../engines/engine.ts';
import { cocoNameOf } from '../../perception/things/object-names.ts';
import { chosenEngines } from './chosen-engines.ts';

export function abilitiesOf(
  engines: readonly EngineStatus[],
  objects: readonly string[],
): Abilities {
  const chosen = chosenEngines(engines);
  const hasEngine = (role: EngineRole) => chosen.some((engine) => engine.role === role);
  const onlyEmbedded = (role: EngineRole) =>
    chosen.every((engine) => engine.role !== role || engine.info.kind === 'embedded');
  const fewThings = chosen.every(
    ({ role, info }) =>
      role !== 'objects' || info.kind === 'embedded' || info.name.startsWith('yolox'),
  );
  const lacking: [Abilities['lacking'][number], boolean][] = [
    ['logos', !hasEngine('logos')],
    ['speakers', !hasEngine('diarization')],
    ['languages', onlyEmbedded('speech')],
    ['vision', !hasEngine('vision')],
    ['language_model', onlyEmbedded('language')],
    ['objects', fewThings],
    ['meaning', !hasEngine('embedding')],
  ];

  return {
    lacking: lacking.filter(([, lacks]) => lacks).map(([name]) => name),
    unseen_objects: fewThings ? objects.filter((name) => cocoNameOf(name) === null) : [],
  };
}
