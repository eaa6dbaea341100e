/** The tools of a Reelsight service for assistants that use the Model Context Protocol. */
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from './http.ts';
export type { Tool } from './tool.ts';
export { tools } from './tools.ts';
