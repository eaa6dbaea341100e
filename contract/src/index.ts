/** Everything the interface says, as data and schemas; runs in Node and in the browser. */
export * from './account.ts';
export * from './admin.ts';
export * from './batch.ts';
export * from './console.ts';
export * from './console-routes.ts';
export * from './envelope.ts';
export * from './errors.ts';
export * from './job.ts';
export * from './openapi.ts';
export * from './plans.ts';
export * from './results.ts';
export * from './routes.ts';
export * from './surfaces.ts';
export * from './text.ts';
export * from './upload.ts';
export * from './usage.ts';
export * from './webhook.ts';
