/** Webhook deliveries: shows what was sent and how the receiver answered, and sends a delivery again. */
import { type ApiPromise, dataOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { Delivery, WorkspaceWebhook } from './schema.gen.ts';

export type DeliveryFilter = Loose<QueryOf<'listDeliveries'>>;

export interface Deliveries {
  /** Lists deliveries, newest first, across all pages. */
  list(filter?: DeliveryFilter, options?: CallOptions): Pages<Delivery>;
  /** The webhook address of the workspace, and which kinds of events go there. Owners and the operator set it. */
  address(options?: CallOptions): ApiPromise<WorkspaceWebhook>;
  /** Delivers the same event again, with a new round of attempts. */
  replay(id: string, options?: CallOptions): ApiPromise<Delivery>;
}

export function deliveriesOf({ call }: Connection): Deliveries {
  return {
    list(filter = {}, options = {}) {
      return pagesOf<QueryOf<'listDeliveries'>, Delivery>(filter, (query) =>
        call('listDeliveries', { ...options, query }),
      );
    },
    address: (options = {}) => dataOf(call('getWebhook', options)),
    replay: (id, options = {}) => dataOf(call('replayDelivery', { ...options, params: { id } })),
  };
}
