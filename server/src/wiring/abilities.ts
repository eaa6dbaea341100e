/** Tells what the next job can't get from the configured engines. */
import type { Abilities } from '@reelsight/contract';
import type { EngineRole, EngineStatus } from '../engines/engine.ts';
import { cocoNameOf } from '../perception/things/object-names.ts';
import { chosenEngines } from './chosen-engines.ts';

export function abilitiesOf(
  engines: readonly EngineStatus[],
  objects: readonly string[],
): Abilities {
  const chosen = chosenEngines(engines);
  const has = (role: EngineRole) => chosen.some((one) => one.role === role);
  const onlyEmbedded = (role: EngineRole) =>
    chosen.every((one) => one.role !== role || one.info.kind === 'embedded');
  const fewThings = chosen.every(
    ({ role, info }) =>
      role !== 'objects' || info.kind === 'embedded' || info.name.startsWith('yolox'),
  );
  const lacking: [Abilities['lacking'][number], boolean][] = [
    ['logos', !has('logos')],
    ['speakers', !has('diarization')],
    ['languages', onlyEmbedded('speech')],
    ['vision', !has('vision')],
    ['language_model', onlyEmbedded('language')],
    ['objects', fewThings],
    ['meaning', !has('embedding')],
  ];

  return {
    lacking: lacking.filter(([, lacks]) => lacks).map(([name]) => name),
    unseen_objects: fewThings ? objects.filter((name) => cocoNameOf(name) === null) : [],
  };
}
