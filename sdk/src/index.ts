/** Typed client of a Reelsight service, for Node and the browser. */
export * from './admin.ts';
export type { BatchFilter, NewBatch } from './batches.ts';
export type {
  Addresses,
  Answered,
  AnswerOf,
  Asked,
  AskedOf,
  Call,
  CallOptions,
  OperationId,
  Send,
} from './call.ts';
export { operatorAddresses } from './calls.gen.ts';
export * from './client.ts';
export {
  type Connection,
  type ConnectionOptions,
  connect,
  createSender,
  pause,
} from './connection.ts';
export {
  ApiError,
  type ApiErrorCode,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  errorOf,
  InvalidRequestError,
  NotFoundError,
  PaymentRequiredError,
  PermissionError,
  RateLimitError,
  ServerError,
  TooLargeError,
} from './errors.ts';
export type { EventsFilter, EventsPage, StreamedEvent, StreamOptions } from './events.ts';
export {
  type CreateOptions,
  isTerminal,
  type JobFilter,
  type NewJob,
  type WaitOptions,
} from './jobs.ts';
export type { Page, Pages } from './pages.ts';
export type * from './schema.gen.ts';
export * from './transcript.ts';
export { contentTypeOf, type PutOptions } from './uploads.ts';
export * from './webhook.ts';
