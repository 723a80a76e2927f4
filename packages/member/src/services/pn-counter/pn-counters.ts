import { ErrorCode, messages, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { MemberError } from '../../calls/errors.js';
import type { Structure, StructureContext } from '../shared/structure.js';

/** Default of members for the number of replicas: all members. */
const REPLICA_COUNT = 2 ** 31 - 1;

/** The timestamps of a counter that a client has seen, by replica. */
type Timestamps = readonly (readonly [WireUuid, bigint])[];

/** One counter. This member is its only replica. */
interface Counter {
  value: bigint;
  /** Timestamp of the last update; 0 before the first. */
  timestamp: bigint;
}

/** PN counters. */
export function pnCounters({ handlers, memberUuid }: StructureContext): Structure {
  const m = messages.pnCounter;
  const counters = new Map<string, Counter>();
  const isThis = ({ msb, lsb }: WireUuid): boolean => msb === memberUuid.msb && lsb === memberUuid.lsb;
  /**
   * Returns a counter, a new one if needed. Throws MemberError if this member is not `target`, or lacks updates that the client
   * has seen.
   */
  const counterOf = (name: string, target: WireUuid, seen: Timestamps): Counter => {
    if (!isThis(target)) throw notAMember();
    let counter = counters.get(name);
    if (counter === undefined) counters.set(name, (counter = { value: 0n, timestamp: 0n }));
    const { timestamp: last } = counter;
    if (seen.some(([replica, timestamp]) => timestamp > (isThis(replica) ? last : 0n))) {
      throw consistencyLost();
    }
    return counter;
  };
  const respond = (
    call: Call,
    message: typeof m.get | typeof m.add,
    { timestamp }: Counter,
    value: bigint,
  ): void => {
    const replicaTimestamps: [WireUuid, bigint][] = timestamp === 0n ? [] : [[memberUuid, timestamp]];
    call.respond(message, { value, replicaTimestamps, replicaCount: REPLICA_COUNT });
  };

  handlers.on(m.get, (call) => {
    const { name, replicaTimestamps, targetReplicaUUID } = call.decode(m.get);
    const counter = counterOf(name, targetReplicaUUID, replicaTimestamps);
    respond(call, m.get, counter, counter.value);
  });
  handlers.on(m.add, (call) => {
    const { name, delta, getBeforeUpdate, replicaTimestamps, targetReplicaUUID } = call.decode(m.add);
    const counter = counterOf(name, targetReplicaUUID, replicaTimestamps);
    const before = counter.value;
    counter.value = BigInt.asIntN(64, before + delta);
    counter.timestamp++;
    respond(call, m.add, counter, getBeforeUpdate ? before : counter.value);
  });
  handlers.on(m.getConfiguredReplicaCount, (call) => call.int32(REPLICA_COUNT));
  return {
    serviceName: 'hz:impl:PNCounterService',
    destroy: (name) => counters.delete(name),
    close: () => counters.clear(),
  };
}

function notAMember(): MemberError {
  return new MemberError(
    ErrorCode.TARGET_NOT_MEMBER,
    'com.hazelcast.spi.exception.TargetNotMemberException',
    'The target replica is not a member of this cluster',
  );
}

function consistencyLost(): MemberError {
  return new MemberError(
    ErrorCode.CONSISTENCY_LOST,
    'com.hazelcast.core.ConsistencyLostException',
    'This replica has not got all of what the client has seen',
  );
}
