/**
 * The API keys of a workspace. This client only lists them; an operator, or a member in the console, can create and
 * revoke them.
 */
import { type ApiPromise, dataOf } from './api-promise.ts';
import type { DataOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { CallOptions } from './options.ts';

export type ApiKey = DataOf<'listKeys'>[number];

export interface Keys {
  /** Lists keys without their secrets; includes revoked keys. */
  list(options?: CallOptions): ApiPromise<ApiKey[]>;
}

export const keysOf = ({ call }: Connection): Keys => ({
  list: (options = {}) => dataOf(call('listKeys', options)),
});
