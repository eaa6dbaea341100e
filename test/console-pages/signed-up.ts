/**
 * A service whose first account is signed in in a browser. Nothing is analysed: tests set the states of jobs as a
 * worker would.
 */
import { openAsBlob } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { type Client, createClient } from '../../sdk/src/index.ts';
import { startTestService, type TestService } from '../../server/testing/service.ts';
import { openBrowser, signUpFirst, type Visit, visit, workspaceOf } from './browser.ts';
import { sample } from './stage.ts';

export interface SignedUp {
  readonly service: TestService;
  readonly browser: Browser;
  readonly visitor: Visit;
  readonly page: Page;
  /** Client with a key of the account's workspace. */
  readonly client: Client;
  /** Upload key of the sample, for new jobs. */
  readonly uploadKey: string;
  close(): Promise<void>;
}

export async function startSignedUp(): Promise<SignedUp> {
  const service = await startTestService();
  const browser = await openBrowser();
  const visitor = await visit(browser);
  const { page } = visitor;
  await signUpFirst(page, service.firstAccountUrl);

  const { api_key: apiKey } = await service.admin.keys.create(await workspaceOf(page), {
    name: 'test',
    scopes: ['jobs:read', 'jobs:write'],
  });
  const client = createClient({ baseUrl: service.apiUrl, apiKey });
  const uploadKey = await client.uploads.put(await openAsBlob(sample, { type: 'video/mp4' }));

  return {
    service,
    browser,
    visitor,
    page,
    client,
    uploadKey,
    async close() {
      await browser.close();
      await service.close();
    },
  };
}
