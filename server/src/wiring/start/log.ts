/** Creates the log of a process: one JSON object per line, or human-readable lines at a terminal. */
import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';
import { scopeFields } from '../../tracing/scope.ts';

export function openLog(level: string, stream: NodeJS.WriteStream): Logger {
  return pino(
    {
      level,
      base: null,
      redact: ['*.api_key', '*.authorization'],
      // Adds the ids of the work in progress and of its trace to each line.
      mixin: scopeFields,
    },
    stream.isTTY ? pretty({ translateTime: 'HH:MM:ss', sync: true }) : stream,
  );
}
