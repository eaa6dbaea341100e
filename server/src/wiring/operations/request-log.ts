/**
 * Logs one line per refused request, so that its request id can be found. Repetitions are only counted, because
 * otherwise strangers could fill the disk.
 */
import type { Logger } from 'pino';
import type { AnsweredRequest } from '../../http/answered.ts';

export interface RequestLogLimits {
  readonly windowMs: number;
  /** Maximum number of lines of the same kind (code, route, workspace and key) in a window. */
  readonly sameInWindow: number;
  /** Maximum number of lines of all kinds in a window; failures of our own are logged in addition. */
  readonly allInWindow: number;
}

const usual: RequestLogLimits = { windowMs: 60_000, sameInWindow: 5, allInWindow: 600 };
/** Maximum number of kinds that are distinguished in a window. */
const kindsAtMost = 2000;

type Line = Readonly<Record<string, unknown>>;

interface Kind {
  count: number;
  untold: number;
  readonly tell: (untold: number) => void;
}

export class RequestLog {
  readonly #log: Logger;
  readonly #limits: RequestLogLimits;
  /**
   * Refusals and our own failures are counted separately: strangers can cause refusals at will, and these must not hide
   * a failure.
   */
  readonly #kinds = { refused: new Map<string, Kind>(), failed: new Map<string, Kind>() };
  readonly #timer: NodeJS.Timeout;
  #told = 0;
  #untold = 0;

  constructor(log: Logger, limits: Partial<RequestLogLimits> = {}) {
    this.#log = log;
    this.#limits = { ...usual, ...limits };
    this.#timer = setInterval(() => this.#endWindow(), this.#limits.windowMs);
    this.#timer.unref();
  }

  answered(answer: AnsweredRequest): void {
    const { fault, ms, requestId, workspaceId, keyId, ...rest } = answer;
    const id = { request_id: requestId };
    const asking = {
      ...(workspaceId !== undefined && { workspace_id: workspaceId }),
      ...(keyId !== undefined && { key_id: keyId }),
    };
    const kindFields = { ...rest, ...asking };

    if (answer.status < 400) {
      this.#log.debug({ ...id, ...kindFields, ms: Math.round(ms) }, 'answered');
    } else if (answer.status < 500) {
      this.refused('refused', kindFields, id);
    } else {
      const cause = fault && { detail: fault.detail, err: fault.cause };
      this.refused('failed', kindFields, { ...id, ...cause });
    }
  }

  /** `kindFields` identifies the kind of a line. Our own failures (`status` of 500 or more) are logged as errors. */
  refused(message: string, kindFields: Line, ownFields: Line): void {
    const isOurs = Number(kindFields.status) >= 500;
    const level = isOurs ? 'error' : 'info';
    const kinds = isOurs ? this.#kinds.failed : this.#kinds.refused;
    const tell = (line: Line) => this.#log[level]({ ...kindFields, ...line }, message);
    if (!this.#isNew(kinds, { message, ...kindFields }, tell)) return;
    if (!isOurs) this.#told += 1;

    if (isOurs || this.#told <= this.#limits.allInWindow) tell(ownFields);
    else this.#untold += 1;
  }

  /** Logs the counts that have not been logged yet, and stops. */
  close(): void {
    clearInterval(this.#timer);
    this.#endWindow();
  }

  #isNew(kinds: Map<string, Kind>, kindFields: Line, tell: (line: Line) => void): boolean {
    const id = JSON.stringify(kindFields);
    const knownKind = kinds.get(id);
    if (!knownKind && kinds.size >= kindsAtMost) {
      this.#untold += 1;
      return false;
    }

    const kind = knownKind ?? { count: 0, untold: 0, tell: (repeated) => tell({ repeated }) };
    kinds.set(id, kind);
    kind.count += 1;

    if (kind.count <= this.#limits.sameInWindow) return true;
    kind.untold += 1;

    return false;
  }

  #endWindow(): void {
    const { refused, failed } = this.#kinds;
    const kinds = [...failed.values(), ...refused.values()].filter(({ untold }) => untold > 0);
    for (const { untold, tell } of kinds.slice(0, this.#limits.allInWindow)) tell(untold);

    const beyond = kinds.slice(this.#limits.allInWindow);
    const untold = beyond.reduce((sum, kind) => sum + kind.untold, this.#untold);
    if (untold > 0) this.#log.info({ repeated: untold }, 'more requests were refused');

    refused.clear();
    failed.clear();
    this.#told = 0;
    this.#untold = 0;
  }
}
