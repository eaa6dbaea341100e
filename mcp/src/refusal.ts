/** Reasons why a tool did not do what was asked, in words that tell an assistant what to do next. */
import { ApiError, ConnectionError, FileError } from '@reelsight/sdk';

export interface RefusalText {
  readonly code: string;
  readonly message: string;
  readonly what_to_do: string;
  readonly retry_after_seconds?: number;
  /** Id of the API request, which the user can quote to support. */
  readonly request_id?: string;
}

/** Thrown by a tool that refuses a call itself. */
export class Refusal extends Error {
  readonly code: string;
  readonly whatToDo: string;

  constructor(code: string, message: string, whatToDo: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.whatToDo = whatToDo;
  }

  /** The refusal that `refusalOf` described. */
  static of({ code, message, what_to_do: whatToDo }: RefusalText): Refusal {
    return new Refusal(code, message, whatToDo);
  }
}

const askPerson = 'Tell the person; only they can change that. Do not try again by yourself.';
const smaller =
  'Ask the person whether more may be spent, or analyse less: fewer capabilities, a lower fps.';
const wait = 'Wait, then try once more.';

const byCode: Readonly<Record<string, string>> = {
  INVALID_API_KEY: 'Tell the person that the API key of this connection is missing or not valid.',
  INSUFFICIENT_SCOPE: 'Tell the person that the API key of this connection lacks a scope.',
  INSUFFICIENT_CREDITS: 'Tell the person that credits have to be added.',
  BUDGET_EXCEEDED: smaller,
  SUBSCRIPTION_PAST_DUE: askPerson,
  PLAN_REQUIRED: 'Name brands or surfaces, or tell the person that the plan does not allow this.',
  MODE_NOT_ALLOWED: askPerson,
  JOB_NOT_FOUND: 'Check the id, or call list_jobs to see which jobs there are.',
  JOB_NOT_CANCELLABLE: 'Call job_status: the job has ended already, or belongs to a batch.',
  TOO_MANY_PENDING_JOBS: 'Wait until some jobs have ended. Do not create more now.',
  CONCURRENT_LIMIT_REACHED: 'Wait until some jobs have ended. Do not create more now.',
};

const byStatus: Readonly<Record<number, string>> = {
  402: askPerson,
  403: askPerson,
  404: 'Check the id.',
  409: 'Call job_status to see what state the job is in.',
  422: 'Correct the arguments that the message names, then try again.',
  429: wait,
};

/** The refusal to show for an error; undefined for a fault of our own, whose details must not be revealed. */
export function refusalOf(error: unknown): RefusalText | undefined {
  if (error instanceof Refusal) {
    return { code: error.code, message: error.message, what_to_do: error.whatToDo };
  }

  if (error instanceof ApiError) {
    const { code, message, status, retryAfterSeconds, requestId } = error;
    return {
      code,
      message,
      what_to_do: byCode[code] ?? byStatus[status] ?? wait,
      ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
      ...(requestId !== undefined && { request_id: requestId }),
    };
  }

  if (error instanceof FileError) {
    return {
      code: error.code,
      message: error.message,
      what_to_do: 'Tell the person that the file changed, or could not be read, during the upload.',
    };
  }

  if (error instanceof ConnectionError) {
    return {
      code: 'SERVICE_UNREACHABLE',
      message: error.message,
      what_to_do: 'Tell the person that the Reelsight service does not answer.',
    };
  }

  return undefined;
}
