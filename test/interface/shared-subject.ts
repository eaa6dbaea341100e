/** The shared service, for the suites of the interface. */
import { sharedService } from '../../server/testing/shared-service.ts';
import { Subject } from './subject.ts';

export async function sharedSubject(): Promise<Subject> {
  return new Subject(await sharedService());
}

/** The shared service with the owners of two new workspaces. */
export async function sharedTwo() {
  const subject = await sharedSubject();
  const owner = await subject.owner('scale', 100_000);
  const stranger = await subject.owner('scale', 1000);
  return { subject, owner, stranger };
}
