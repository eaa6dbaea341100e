/** Determines what the configured engines will be unable to do for the next job. */
import type { Abilities } from '@reelsight/contract';
import { identityOf } from '@reelsight/contract/name-identity';
import type { EngineRole, EngineStatus } from '../../engines/engine.ts';
import { iconsOf } from '../../engines/logo-references.ts';
import type { AskedNames } from '../../http/console/operator-view.ts';
import { cocoNameOf } from '../../perception/things/object-names.ts';
import { chosenEngines } from './chosen-engines.ts';

interface Question extends AskedNames {
  /** Whether a model is installed that knows pictures and words. */
  readonly findsPicturesByWords: boolean;
}

export function abilitiesOf(
  engines: readonly EngineStatus[],
  { objects, brands, pictured, findsPicturesByWords }: Question,
): Abilities {
  const chosen = chosenEngines(engines);
  const hasEngine = (role: EngineRole) => chosen.some((engine) => engine.role === role);
  const onlyEmbedded = (role: EngineRole) =>
    chosen.every((engine) => engine.role !== role || engine.info.kind === 'embedded');
  const fewThings = chosen.every(
    ({ role, info }) =>
      role !== 'objects' || info.kind === 'embedded' || info.name.startsWith('yolox'),
  );
  // A model on a server knows logos itself; the engines on this machine compare logos with pictures.
  const knowsLogos = chosen.some(({ role, info }) => role === 'logos' && info.kind === 'remote');
  const lacking: [Abilities['lacking'][number], boolean][] = [
    ['logos', onlyEmbedded('logos')],
    ['speakers', !hasEngine('diarization')],
    ['languages', onlyEmbedded('speech')],
    ['vision', !hasEngine('vision')],
    ['language_model', onlyEmbedded('language')],
    ['objects', fewThings],
    ['meaning', !hasEngine('embedding')],
    ['words_for_pictures', !findsPicturesByWords],
  ];

  return {
    lacking: lacking.filter(([, lacks]) => lacks).map(([name]) => name),
    unseen_objects: fewThings ? objects.filter((name) => cocoNameOf(name) === null) : [],
    unseen_logos: knowsLogos ? [] : withoutPicture(brands, pictured),
  };
}

function withoutPicture(brands: readonly string[], pictured: readonly string[]): string[] {
  const drawnNames = iconsOf(brands).map(({ name }) => name);
  const seenIdentities = new Set([...pictured, ...drawnNames].map(identityOf));
  return brands.filter((name) => !seenIdentities.has(identityOf(name)));
}
