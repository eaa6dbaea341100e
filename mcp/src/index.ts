/** The tools that a Reelsight service offers to assistants through the Model Context Protocol. */
export { createHttpHandler, type HttpHandler, type HttpHandlerOptions } from './http.ts';
export type { Tool } from './tool.ts';
export { tools } from './tools.ts';
