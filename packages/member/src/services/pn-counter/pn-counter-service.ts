import { ErrorCode, messages, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { MemberError } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
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

/** Service of PN counters. */
export class PNCounterService implements Structure {
  readonly serviceName = 'hz:impl:PNCounterService';
  readonly #memberUuid: WireUuid;
  readonly #counters = new Map<string, Counter>();

  constructor({ memberUuid }: StructureContext) {
    this.#memberUuid = memberUuid;
  }

  register(handlers: Handlers): void {
    const m = messages.pnCounter;
    handlers.on(m.get, (call) => {
      const { name, replicaTimestamps, targetReplicaUUID } = call.decode(m.get);
      const counter = this.#counter(name, targetReplicaUUID, replicaTimestamps);
      this.#respond(call, m.get, counter, counter.value);
    });
    handlers.on(m.add, (call) => {
      const { name, delta, getBeforeUpdate, replicaTimestamps, targetReplicaUUID } = call.decode(m.add);
      const counter = this.#counter(name, targetReplicaUUID, replicaTimestamps);
      const before = counter.value;
      counter.value = BigInt.asIntN(64, before + delta);
      counter.timestamp++;
      this.#respond(call, m.add, counter, getBeforeUpdate ? before : counter.value);
    });
    handlers.on(m.getConfiguredReplicaCount, (call) => call.int32(REPLICA_COUNT));
  }

  destroy(name: string): void {
    this.#counters.delete(name);
  }

  close(): void {
    this.#counters.clear();
  }

  /**
   * Returns a counter, a new one if needed. Throws MemberError if this member is not `target`, or lacks updates that the client
   * has seen.
   */
  #counter(name: string, target: WireUuid, seen: Timestamps): Counter {
    if (!this.#isThis(target)) throw notAMember();
    let counter = this.#counters.get(name);
    if (counter === undefined) this.#counters.set(name, (counter = { value: 0n, timestamp: 0n }));
    const { timestamp: last } = counter;
    if (seen.some(([replica, timestamp]) => timestamp > (this.#isThis(replica) ? last : 0n))) {
      throw consistencyLost();
    }
    return counter;
  }

  #isThis({ msb, lsb }: WireUuid): boolean {
    return msb === this.#memberUuid.msb && lsb === this.#memberUuid.lsb;
  }

  #respond(
    call: Call,
    message: typeof messages.pnCounter.get | typeof messages.pnCounter.add,
    { timestamp }: Counter,
    value: bigint,
  ): void {
    const replicaTimestamps: [WireUuid, bigint][] = timestamp === 0n ? [] : [[this.#memberUuid, timestamp]];
    call.respond(message, { value, replicaTimestamps, replicaCount: REPLICA_COUNT });
  }
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
