/** Resources that a process keeps between parts: engines, the brand lexicon, and the `media.json` of recent videos. */
import { KeptEngines } from '../engines/kept-engines.ts';
import { type EngineSettings, type Engines, openEngines } from '../engines/registry.ts';
import { readMediaPass } from '../media/frames.ts';
import type { MediaPass } from '../media/media.ts';
import type { Lexicon } from './brands/brand-lexicon.ts';
import { loadLexicon } from './brands/brand-names.ts';

export interface Resources {
  /** Opens engines for one order, because a remote client's token budget applies to a single order. */
  engines(settings: EngineSettings): Engines;
  /** Reads the `media.json` at `path`. */
  pass(path: string): Promise<MediaPass>;
  /** `operatorFile` is the path of a JSON file with the operator's brands, or null. */
  lexicon(operatorFile: string | null): Promise<Lexicon>;
  now(): Date;
  close(): Promise<void>;
}

/** Number of videos whose `media.json` is kept; for a four-hour video, it takes a few MB. */
const keptPasses = 4;

export interface ResourceOptions {
  readonly now?: () => Date;
  /** Wraps the engines of each order before they are used; by default they are used unchanged. */
  readonly watch?: (engines: Engines) => Engines;
}

export function openResources(options: ResourceOptions = {}): Resources {
  const { watch = (engines) => engines } = options;
  const engineCache = new KeptEngines();
  const passes = lastUsed(keptPasses, readMediaPass);
  const lexicons = lastUsed(1, (file: string) =>
    loadLexicon({ operatorFile: file === '' ? null : file }),
  );

  return {
    engines: (settings) => watch(openEngines(settings, engineCache)),
    pass: passes,
    lexicon: (operatorFile) => lexicons(operatorFile ?? ''),
    now: options.now ?? (() => new Date()),
    close: () => engineCache.close(),
  };
}

/** Caches the results of `load` for the last used keys; failures are not cached. */
function lastUsed<T>(
  limit: number,
  load: (key: string) => Promise<T>,
): (key: string) => Promise<T> {
  const cache = new Map<string, Promise<T>>();
  return (key) => {
    const value = cache.get(key) ?? load(key);
    cache.delete(key);
    cache.set(key, value);
    value.catch(() => cache.delete(key));
    for (const old of [...cache.keys()].slice(0, -limit)) cache.delete(old);
    return value;
  };
}
