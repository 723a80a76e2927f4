import { dataHash, partitionIdOf } from '@offloop/wire';
import {
  DataEncoder,
  MemberLeftError,
  TargetNotMemberError,
  toData,
  type PartitionAware,
  type UUID,
} from '@offloop/values';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';

/** The common part of the executors. */
export abstract class ExecutorProxy extends BaseProxy {
  /** Makes a call to each member. One that has left need not be told. */
  protected async onEachMember(call: (member: UUID) => Promise<void>): Promise<void> {
    this.checkReady();
    await Promise.all(
      this.context.cluster.getMembers().map(async ({ uuid }) => {
        try {
          await call(uuid);
        } catch (error) {
          if (!(error instanceof MemberLeftError || error instanceof TargetNotMemberError)) throw error;
        }
      }),
    );
  }
}

/**
 * Returns the partition whose owner runs a task: that of the key, else that of the task's own `partitionKey`, else that of its name, else
 * any.
 *
 * Throws HazelcastSerializationError for a key that cannot be serialized, and SchemaAbsent.
 */
export function partitionOf(
  { invoker, serialization }: ProxyContext,
  task: unknown,
  key: unknown,
  name?: string,
): number {
  const { partitionCount } = invoker;
  const deciding = key ?? (task as Partial<PartitionAware<unknown>>).partitionKey ?? name;
  if (deciding === undefined) return Math.floor(Math.random() * partitionCount);
  const data = toData(deciding, new DataEncoder(serialization));
  return partitionIdOf(dataHash(data, 0, data.length), partitionCount);
}
