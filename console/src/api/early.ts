/**
 * What the page of this address will ask for first, asked while its scripts are still on their way: on a slow line
 * each answer would otherwise wait for all scripts, and for the answer before it. A script of its own, fetched first.
 */

// It imports little: whatever it imports is fetched before it runs.
import { type EarlyJob, showEarly } from './early-view.ts';

/** An answer that nobody asked for by then is old. */
const freshMs = 10_000;

interface Early {
  readonly at: number;
  readonly answer: Promise<Response>;
}

const early = new Map<string, Early>();

/** `fetch`, which hands out each answer that was asked for early once. */
export const fetchWithEarly: typeof fetch = (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input, location.origin).href;
  const found = early.get(url);
  if (!found || (init?.method ?? 'GET') !== 'GET') return fetch(input, init);

  early.delete(url);
  if (performance.now() - found.at > freshMs) return fetch(input, init);

  // One that was refused or got lost is asked again, so that its caller sees what there is now.
  return found.answer.then(
    (answer) => (answer.ok ? answer : fetch(input, init)),
    () => fetch(input, init),
  );
};

function ask(path: string): Promise<Response> {
  const answer = fetch(path, { headers: { Accept: 'application/json' } });
  early.set(new URL(path, location.origin).href, { at: performance.now(), answer });
  return answer;
}

async function dataOf<Data>(answer: Promise<Response>): Promise<Data | undefined> {
  const found = await answer;
  return found.ok ? ((await found.clone().json()) as { data?: Data }).data : undefined;
}

interface Session {
  readonly user: unknown;
  readonly workspaces: readonly { readonly workspace_id: string }[];
}

/** A job's page: its row, then its results as the page reads them first. */
async function askForJob(job: string, { workspaces }: Session): Promise<void> {
  const chosen = localStorage.getItem('workspace');
  const workspace =
    workspaces.find(({ workspace_id: id }) => JSON.stringify(id) === chosen) ?? workspaces[0];
  if (!workspace) return;

  const home = `/console/v1/workspaces/${encodeURIComponent(workspace.workspace_id)}`;
  const row = await dataOf<{ status: string }>(ask(`${home}/jobs/${job}`));
  const address = new URLSearchParams(location.search);
  if (row?.status !== 'completed' || address.has('found')) return;

  const path = `${home}/v1/jobs/${job}?results=without_frames&corrected=true`;
  const found = await dataOf<EarlyJob>(ask(path));
  // Another tab, an open brand or a frame is what somebody came for then.
  if (found && [...address.keys()].every((name) => name === 't')) showEarly(home, found);
}

/** Never rejects: what fails here is asked again by the page, which says so. */
export async function askEarly(): Promise<void> {
  const [, job] = /^\/jobs\/(job_\w+)$/.exec(location.pathname) ?? [];
  if (!job) return;

  try {
    const session = await dataOf<Session>(ask('/console/v1/session'));
    if (session?.user) await askForJob(job, session);
  } catch {
    // No connection: the page notices by itself.
  }
}
