/** The tools that a Reelsight service offers to assistants through the Model Context Protocol. */
export {
  createHttpHandler,
  type HttpHandler,
  type HttpHandlerOptions,
  type Requester,
} from './http.ts';
export { shownResults } from './read-job.ts';
export type { ShowOrder, ShowOutcome } from './results-view.ts';
export type { Tool } from './tool.ts';
export { tools } from './tools.ts';
