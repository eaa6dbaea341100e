/** Records which capabilities of a job failed, which health flags to set, and which engines ran. */
import { type Capability, Fault, type HealthFlag } from '@reelsight/contract';
import type { CallContext, EngineInfo } from '../../engines/engine.ts';
import { engineLabel } from '../../engines/registry.ts';
import type { Transcript } from '../speech/transcript.ts';

export class Health {
  readonly #capabilities: readonly Capability[];
  readonly #transcript: Transcript;
  readonly #context: CallContext;
  readonly #flags: Set<HealthFlag>;
  readonly #failures = new Map<Capability, Fault>();
  readonly #ran = new Map<string, EngineInfo[]>();

  constructor(capabilities: readonly Capability[], transcript: Transcript, context: CallContext) {
    this.#capabilities = capabilities;
    this.#transcript = transcript;
    this.#context = context;
    this.#flags = new Set(transcript.flags);
    if (transcript.failure && capabilities.includes('transcription'))
      this.#failures.set('transcription', speechFault(transcript.failure));
  }

  get flags(): readonly HealthFlag[] {
    return [...this.#flags];
  }

  flag(flag: HealthFlag): void {
    this.#flags.add(flag);
  }

  failed(capability: Capability): boolean {
    return this.#failures.has(capability);
  }

  /** Runs the work of a capability. A failure is recorded, not thrown; only an abort is thrown. */
  async attempt<T>(capability: Capability, work: () => Promise<T>): Promise<T | null> {
    return this.#attempt(capability, work, (fault) => this.#failures.set(capability, fault));
  }

  /** Like `attempt`, but for work that a capability can do without: a failure is only logged. */
  async attemptExtra<T>(of: Capability, work: () => Promise<T>): Promise<T | null> {
    return this.#attempt(of, work, () => {});
  }

  async #attempt<T>(
    capability: Capability,
    work: () => Promise<T>,
    note: (fault: Fault) => void,
  ): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      this.#context.signal.throwIfAborted();
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#context.log?.('capability failed', { capability, detail });
      note(error instanceof Fault ? error : new Fault('ANALYSIS_FAILED', detail));
      return null;
    }
  }

  ran(role: string, infos: readonly EngineInfo[]): void {
    const engines = this.#ran.get(role) ?? [];
    const isKnown = (info: EngineInfo) =>
      engines.some(({ name, version }) => name === info.name && version === info.version);

    // Workers may have different versions of the same engine, so its name alone does not identify it.
    for (const info of infos) if (!isKnown(info)) engines.push(info);
    this.#ran.set(role, engines);
  }

  /** For `results.meta.engines`. */
  get engines(): Readonly<Record<string, string>> {
    const seeing = [...this.#ran].filter(([, infos]) => infos.length > 0);
    const labels = seeing.map(([role, infos]) => [role, engineLabel(infos)]);
    return { ...this.#transcript.engines, ...Object.fromEntries(labels) };
  }

  /**
   * Throws if the job fails as a whole: if all requested capabilities failed, or cannot do without one that failed
   * (interface.md "Stages of a job"). A summary needs the transcript. A job can also fail in `jobs/interruptions.ts`,
   * `jobs/parts/overdue.ts` and `jobs/ingestion/check-readable.ts`.
   */
  failWhereNothingIsLeft(): void {
    const { failure } = this.#transcript;
    const isLeft = (capability: Capability): boolean =>
      !this.#failures.has(capability) && !(capability === 'summary' && failure);
    if (this.#capabilities.some(isLeft)) return;

    const [fault] = this.#failures.values();
    if (fault) throw fault;
    if (failure) throw speechFault(failure);
  }
}

const speechFault = (text: string): Fault =>
  new Fault('TRANSCRIPTION_FAILED', 'no transcript', { text });
