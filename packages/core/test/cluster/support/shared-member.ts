import { forTests } from './members.js';

/** What a file may know of a member that it shares: no test may end it, or be in its way. */
export interface SharedMember {
  readonly address: string;
}

/**
 * A real member with the SQL engine and the classes of Hazelcast's tests, which other files use meanwhile: names of objects have to be a
 * file's own. What they begin with may say what they are: see `test/setup/shared-member.ts`.
 */
export function sharedMember(): SharedMember {
  return forTests(async () => ({ address: await shared('member') }));
}

/** Two members like that, which know the tasks of the executors' tests, too. */
export function sharedCluster(): { readonly addresses: readonly string[] } {
  return forTests(async () => ({ addresses: (await shared('cluster')).split(',') }));
}

/** What `test/setup/shared-member.ts` makes once for all files: addresses, or the folder of classes. */
export async function shared(what: 'member' | 'cluster' | 'classes'): Promise<string> {
  const response = await fetch(`${process.env['OFFLOOP_SHARED_MEMBERS']!}/${what}`);
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
