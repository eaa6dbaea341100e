/** The first script of every page: small, so that it runs while the others are fetched. */
import { askEarly } from './api/early.ts';

void askEarly();
// Most links lead to a job, so the code of the job page is fetched at the same time as that of the frame around it.
if (/^\/jobs\/./.test(location.pathname)) void import('./job/job-page.tsx');
