import { MemberLeftError, TargetNotMemberError, type UUID } from '@offloop/values';
import type { Cluster } from '../cluster/membership.js';

/** Makes a call to each member. One that has left need not be told. */
export async function onEachMember(cluster: Cluster, call: (member: UUID) => Promise<void>): Promise<void> {
  await Promise.all(
    cluster.getMembers().map(async ({ uuid }) => {
      try {
        await call(uuid);
      } catch (error) {
        if (!(error instanceof MemberLeftError || error instanceof TargetNotMemberError)) throw error;
      }
    }),
  );
}
