/** The operator's client: workspaces, credits, keys, webhook deliveries, Follows. */
import { ApiPromise } from './api-promise.ts';
import type { Address, AskedOf, BodyOf, Call, DataOf, OperationId, ParamsOf } from './call.ts';
import { addresses } from './calls.gen.ts';
import { connect } from './connection.ts';
import { ConfigurationError } from './errors.ts';
import { type CallOptions, type ConnectionOptions, secretOf } from './options.ts';
import { environment, inBrowser } from './runtime.ts';

export interface AdminClientOptions extends ConnectionOptions {
  /**
   * The operator's token, for example from the file `admin-token` in the data folder. Default: the environment variable
   * REELSIGHT_ADMIN_TOKEN. In a browser it may be omitted if a session authenticates the calls, as in the console.
   */
  readonly token?: string | undefined;
}

export type AdminClient = ReturnType<typeof createAdminClient>;

type IdArgument<Id extends OperationId> = [ParamsOf<Id>] extends [undefined] ? [] : [id: string];
type BodyArgument<Id extends OperationId> = [BodyOf<Id>] extends [undefined]
  ? []
  : [body: BodyOf<Id>];
type Method<Id extends OperationId> = (
  ...args: [...IdArgument<Id>, ...BodyArgument<Id>, call?: CallOptions]
) => ApiPromise<DataOf<Id> extends undefined ? void : DataOf<Id>>;

/** Makes methods with positional arguments: first the id or name in the path, then the body, then the options. */
function methodsOf(call: Call) {
  return <Id extends OperationId>(operation: Id): Method<Id> => {
    const [, path, ...marks] = addresses[operation] as Address;
    const parameter = /\{(\w+)\}/.exec(path)?.[1];
    const method = (...args: unknown[]): ApiPromise<unknown> => {
      const params = parameter !== undefined && { [parameter]: args.shift() };
      const body = marks.includes('body') && { body: args.shift() };
      const options = args.shift() as CallOptions | undefined;
      const request = { ...options, ...(params && { params }), ...body } as AskedOf<Id>;
      const answer = call(operation, request).then(({ body: envelope, response }) => ({
        data: (envelope as { data?: unknown } | undefined)?.data,
        response,
      }));

      return new ApiPromise(answer);
    };

    return method as Method<Id>;
  };
}

function tokenHeader(givenToken: string | undefined): Record<string, string> {
  const token = givenToken ?? environment('REELSIGHT_ADMIN_TOKEN');
  if (token !== undefined) return { Authorization: `Bearer ${secretOf('token', token)}` };
  if (inBrowser()) return {};
  throw new ConfigurationError(
    "There is no operator's token: give token, or set REELSIGHT_ADMIN_TOKEN.",
  );
}

function workspacesOf(method: ReturnType<typeof methodsOf>) {
  const rotate = method('adminRotateSecret');
  return {
    list: method('adminListWorkspaces'),
    create: method('adminCreateWorkspace'),
    change: method('adminChangeWorkspace'),
    /** Deletes the workspace and everything in it. */
    delete: method('adminDeleteWorkspace'),
    addCredits: method('adminAddCredits'),
    /**
     * Replaces the secret. The old secret keeps signing, together with the new one, for `keepPreviousHours` (at most
     * 168); with 0 it becomes invalid at once.
     */
    rotateSecret: (id: string, keepPreviousHours = 0, options: CallOptions = {}) =>
      rotate(id, { keep_previous_hours: keepPreviousHours }, options),
    /** Where events of the workspace are sent, and which. */
    webhook: method('adminGetWebhook'),
    setWebhook: method('adminSetWebhook'),
    removeWebhook: method('adminRemoveWebhook'),
    /** The latest 20 deliveries; use `call` for filters and further pages. */
    deliveries: method('adminListDeliveries'),
  };
}

/** Calls about the service as a whole. */
function serviceOf(method: ReturnType<typeof methodsOf>) {
  const makeBackup = method('adminMakeBackup');
  const deleteBackup = method('adminDeleteBackup');
  return {
    disk: {
      /**
       * Shows what uses disk space; `measuring` is true while a count is in progress. Use `call` to request a new
       * count.
       */
      read: method('adminGetDisk'),
      /** Removes files before they expire, in the background. */
      free: method('adminFreeDisk'),
    },

    backups: {
      list: method('adminListBackups'),
      /** Starts a backup in the background; the list shows its state. */
      make: (options: CallOptions = {}) => makeBackup({}, options),
      /**
       * Restores a backup; `confirm` repeats the backup's name. The service is unavailable until the restore is done.
       */
      restore: method('adminRestoreBackup'),
      delete: (name: string, options: CallOptions = {}) => deleteBackup(name, {}, options),
    },
  };
}

function followsOf(method: ReturnType<typeof methodsOf>) {
  const run = method('adminRunFollow');
  return {
    create: method('adminCreateFollow'),
    list: method('adminListFollows'),
    /**
     * Changes the Follow. Omitted fields keep their values, `null` clears a field, and `status` pauses and resumes the
     * Follow.
     */
    change: method('adminChangeFollow'),
    /** Deletes the Follow and keeps its jobs. */
    delete: method('adminDeleteFollow'),
    /**
     * Checks for new videos now; with `backfill`, also takes that many of the newest videos, even if they are not new.
     */
    run: (id: string, backfill = 0, options: CallOptions = {}) => run(id, { backfill }, options),
    /** The latest 200 videos that the Follow found, each with its job or the reason why it has none. */
    videos: method('adminListFollowVideos'),
  };
}

/** Creates the operator's client. Throws ConfigurationError if the options are invalid. */
export function createAdminClient(options: AdminClientOptions = {}) {
  const { call } = connect(options, tokenHeader(options.token));
  const method = methodsOf(call);

  return {
    /** Makes any of the operator's calls, named by its operation id and typed accordingly. */
    call,

    workspaces: workspacesOf(method),

    keys: {
      /** Creates a key. The answer contains the key itself, which is never shown again. */
      create: method('adminCreateKey'),
      revoke: method('adminRevokeKey'),
    },

    runners: {
      /** Creates a runner. The answer contains its token, which is never shown again. */
      create: method('adminCreateRunner'),
      list: method('adminListRunners'),
      /**
       * Revokes a runner: from now on its calls are refused, and the parts of jobs that it was working on are taken
       * back.
       */
      revoke: method('adminRevokeRunner'),
    },

    ...serviceOf(method),

    follows: followsOf(method),

    deliveries: {
      replay: method('adminReplayDelivery'),
    },
  };
}
