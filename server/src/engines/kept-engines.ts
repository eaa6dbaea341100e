/** Keeps engines loaded from one piece of work to the next; a process works on one piece at a time. */

interface Closable {
  close(): Promise<void>;
}

interface Kept {
  readonly key: string;
  readonly engine: Promise<Closable>;
}

export type KeptRole =
  | 'speech'
  | 'denoiser'
  | 'text'
  | 'objects'
  | 'detector'
  | 'outlines'
  | 'logos'
  | 'language'
  | 'sight'
  | 'sightForWords';

/** Logo pictures differ between workspaces, so several logo engines are kept; for every other role, one. */
const mostOf: Readonly<Partial<Record<KeptRole, number>>> = { logos: 3 };

export class KeptEngines {
  readonly #kept = new Map<KeptRole, Kept[]>();

  /** Returns the engine that is open for this key, or opens a new one, which replaces the least recently used. */
  async open<T extends Closable>(
    role: KeptRole,
    key: unknown,
    openNew: () => Promise<T>,
  ): Promise<T> {
    const roleEngines = this.#kept.get(role) ?? [];
    const text = JSON.stringify(key);
    const existing = roleEngines.find((entry) => entry.key === text);
    const otherEngines = roleEngines.filter((entry) => entry !== existing);
    const now = existing ?? { key: text, engine: openNew() };
    const room = (mostOf[role] ?? 1) - 1;
    this.#kept.set(role, [now, ...otherEngines.slice(0, room)]);
    await Promise.all(otherEngines.slice(room).map(closeEngine));

    try {
      return (await now.engine) as T;
    } catch (error) {
      // After a failure, the next caller tries again.
      this.#kept.set(
        role,
        (this.#kept.get(role) ?? []).filter((entry) => entry !== now),
      );
      throw error;
    }
  }

  /** Closes all kept engines. */
  async close(): Promise<void> {
    const entries = [...this.#kept.values()].flat();
    this.#kept.clear();
    await Promise.all(entries.map(closeEngine));
  }
}

const closeEngine = async ({ engine }: Kept): Promise<void> => {
  await engine.then((instance) => instance.close()).catch(() => {});
};
