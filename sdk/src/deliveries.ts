/** Deliveries of webhooks: shows what was sent and answered, and sends it again. */
import { type ApiPromise, dataOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type { Delivery } from './schema.gen.ts';

export type DeliveryFilter = Loose<QueryOf<'listDeliveries'>>;

export interface Deliveries {
  /** Newest first, across all pages. */
  list(filter?: DeliveryFilter, options?: CallOptions): Pages<Delivery>;
  /** Starts a new round of attempts to deliver the same event. */
  replay(id: string, options?: CallOptions): ApiPromise<Delivery>;
}

export function deliveriesOf({ call }: Connection): Deliveries {
  return {
    list(filter = {}, options = {}) {
      return pagesOf<QueryOf<'listDeliveries'>, Delivery>(filter, (query) =>
        call('listDeliveries', { ...options, query }),
      );
    },
    replay: (id, options = {}) => dataOf(call('replayDelivery', { ...options, params: { id } })),
  };
}
