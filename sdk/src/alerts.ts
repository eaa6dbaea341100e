/** Alerts: what a workspace is told about new videos, and where. */
import { type ApiPromise, dataOf, nothingOf } from './api-promise.ts';
import type { QueryOf } from './call.ts';
import type { Connection } from './connection.ts';
import type { Loose } from './create.ts';
import type { CallOptions } from './options.ts';
import { type Pages, pagesOf } from './pages.ts';
import type {
  Alert,
  AlertEntry,
  AlertMatch,
  AlertPreview,
  AlertPreviewEntry,
  AlertTest,
} from './schema.gen.ts';

export type NewAlert = Loose<AlertEntry>;
export type AlertPreviewRequest = Loose<AlertPreviewEntry>;
export type AlertMatchFilter = Loose<QueryOf<'listAlertMatches'>>;

export interface Alerts {
  /** By name. */
  list(options?: CallOptions): ApiPromise<Alert[]>;
  get(id: string, options?: CallOptions): ApiPromise<Alert>;
  create(alert: NewAlert, options?: CallOptions): ApiPromise<Alert>;
  /** Replaces the whole alert. Targets that are named by `target_id` keep their address. */
  replace(id: string, alert: NewAlert, options?: CallOptions): ApiPromise<Alert>;
  delete(id: string, options?: CallOptions): ApiPromise<void>;
  /** Lists what the alert found, newest first, across all pages. */
  matches(id: string, filter?: AlertMatchFilter, options?: CallOptions): Pages<AlertMatch>;
  /** Sends an example to the targets of the alert. */
  test(id: string, options?: CallOptions): ApiPromise<AlertTest>;
  /** Says what an alert would have found, and sends nothing. */
  preview(alert: AlertPreviewRequest, options?: CallOptions): ApiPromise<AlertPreview>;
}

export function alertsOf({ call }: Connection): Alerts {
  return {
    list: (options = {}) => dataOf(call('listAlerts', options)),
    get: (id, options = {}) => dataOf(call('getAlert', { ...options, params: { id } })),
    create: (alert, options = {}) =>
      dataOf(call('createAlert', { ...options, body: alert as AlertEntry })),
    replace: (id, alert, options = {}) =>
      dataOf(call('changeAlert', { ...options, params: { id }, body: alert as AlertEntry })),
    delete(id, options = {}) {
      return nothingOf(call('deleteAlert', { ...options, params: { id } }));
    },
    matches(id, filter = {}, options = {}) {
      return pagesOf<QueryOf<'listAlertMatches'>, AlertMatch>(filter, (query) =>
        call('listAlertMatches', { ...options, params: { id }, query }),
      );
    },
    test: (id, options = {}) => dataOf(call('testAlert', { ...options, params: { id } })),
    preview: (alert, options = {}) =>
      dataOf(call('previewAlert', { ...options, body: alert as AlertPreviewEntry })),
  };
}
