/** Prompts: ready-made texts that a user can pick in a client instead of writing them. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { jobIdInput } from './fields.ts';

export function addPrompts(server: McpServer): void {
  server.registerPrompt(
    'brand_report',
    {
      title: 'Brand report',
      description: 'A report about the brands of a completed job.',
      argsSchema: z.object({ job_id: jobIdInput }),
    },
    ({ job_id }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: brandReport(job_id) } }],
    }),
  );
}

const brandReport = (jobId: string): string =>
  `Write a report about the brands in the video of Reelsight job ${jobId}. Read job_overview, then brand_appearances of each brand. For each brand say how often and how long it is seen, how often it is said, its most prominent appearance with its time as mm:ss, and how sure the service is. Look at the proof frame of the most prominent appearance with the tool frame. List at the end what may be missing, by the flags of the job. Do not start new jobs.`;
