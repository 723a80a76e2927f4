import { RequestFlag } from '@offloop/contract';
import { messages } from '@offloop/wire';
import Long from 'long';
import { askAgain } from '../calls/ask-again.js';
import type { CallOptions } from '../calls/call-options.js';
import { decodedOperation, operation, type Operation } from '../calls/operation.js';
import type { Fields } from '../calls/requests/arguments.js';
import { Deadline } from '../calls/deadline.js';
import {
  ConsistencyLostError,
  HazelcastInstanceNotActiveError,
  IOError,
  MemberLeftError,
  NoDataMemberInClusterError,
  TargetDisconnectedError,
  TargetNotMemberError,
  type UUID,
  type UuidHalves,
  longFrom,
} from '@offloop/values';
import { isInt64, notAnInt64 } from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import type { PNCounter } from './pn-counter.js';
import { Replicas } from './replicas.js';
import { VectorClock } from './vector-clock.js';

export interface PNCounterContext extends ProxyContext {
  /** True if an update that may have been carried out is sent again. */
  readonly redoOperation: boolean;
}

interface State {
  readonly value: bigint;
  readonly replicaTimestamps: readonly (readonly [UuidHalves, bigint])[];
}

const asItIs = (state: State): State => state;

const m = {
  get: decodedOperation(messages.pnCounter.get, asItIs, RequestFlag.MEMBER),
  add: decodedOperation(messages.pnCounter.add, asItIs, RequestFlag.MEMBER),
  getConfiguredReplicaCount: operation(messages.pnCounter.getConfiguredReplicaCount),
};

/** Errors after which the replica has not carried out the request, so that another one may. */
const NOT_RUN = [ConsistencyLostError, TargetNotMemberError];

/** Errors after which the replica may have carried out the request. */
const IN_DOUBT = [TargetDisconnectedError, MemberLeftError, HazelcastInstanceNotActiveError, IOError];

export const pnCounterService: Service<PNCounterProxy, PNCounterContext> = {
  name: 'hz:impl:PNCounterService',
  kind: 'PN counter',
  createProxy: (name, context) => new PNCounterProxy(name, context),
};

class PNCounterProxy extends BaseProxy implements PNCounter {
  readonly #redoOperation: boolean;
  readonly #replicas: Replicas;
  #clock = new VectorClock();
  /** The configured number of replicas; undefined before the first call. */
  #replicaCount: number | undefined;
  #askedCount: Promise<number> | undefined;

  constructor(name: string, context: PNCounterContext) {
    super(pnCounterService.name, name, context);
    this.#redoOperation = context.redoOperation;
    this.#replicas = new Replicas(context.cluster);
  }

  get(options?: CallOptions): Promise<Long> {
    return this.#run(m.get, {}, true, options);
  }

  getAndAdd(delta: Long | number, options?: CallOptions): Promise<Long> {
    if (!isInt64(delta)) return this.refuse(notAnInt64('delta', delta));
    return this.#add(delta, true, options);
  }

  addAndGet(delta: Long | number, options?: CallOptions): Promise<Long> {
    if (!isInt64(delta)) return this.refuse(notAnInt64('delta', delta));
    return this.#add(delta, false, options);
  }

  getAndSubtract(delta: Long | number, options?: CallOptions): Promise<Long> {
    if (!isInt64(delta)) return this.refuse(notAnInt64('delta', delta));
    return this.#add(negative(delta), true, options);
  }

  subtractAndGet(delta: Long | number, options?: CallOptions): Promise<Long> {
    if (!isInt64(delta)) return this.refuse(notAnInt64('delta', delta));
    return this.#add(negative(delta), false, options);
  }

  decrementAndGet(options?: CallOptions): Promise<Long> {
    return this.#add(-1, false, options);
  }

  incrementAndGet(options?: CallOptions): Promise<Long> {
    return this.#add(1, false, options);
  }

  getAndDecrement(options?: CallOptions): Promise<Long> {
    return this.#add(-1, true, options);
  }

  getAndIncrement(options?: CallOptions): Promise<Long> {
    return this.#add(1, true, options);
  }

  reset(): Promise<void> {
    this.#clock = new VectorClock();
    return Promise.resolve();
  }

  #add(delta: Long | number, getBeforeUpdate: boolean, options: CallOptions | undefined): Promise<Long> {
    return this.#run(m.add, { delta, getBeforeUpdate }, this.#redoOperation, options);
  }

  #askReplicaCount(deadline: Deadline | undefined): Promise<number> {
    this.#askedCount ??= askAgain((each) => this.invoke(m.getConfiguredReplicaCount, {}, each))
      .then((count) => (this.#replicaCount = count))
      .finally(() => (this.#askedCount = undefined));
    return deadline?.within(this.#askedCount) ?? this.#askedCount;
  }

  /**
   * Sends a request to one replica after the other until one answers.
   *
   * @param isRepeatable true if a request that may have been carried out is sent to another replica.
   */
  async #run<A extends Fields>(
    operationOf: Operation<A & TargetFields, State>,
    fields: A,
    isRepeatable: boolean,
    options: CallOptions | undefined,
  ): Promise<Long> {
    this.checkReady();
    const deadline = Deadline.of(options);
    const tried: UUID[] = [];
    let last: unknown;
    const replicaCount = this.#replicaCount ?? (await this.#askReplicaCount(deadline));
    for (;;) {
      const replica = this.#replicas.choose(replicaCount, tried);
      // Not made before it is thrown: creating an error costs more than the rest of a call.
      if (replica === undefined) throw last ?? noMember();
      tried.push(replica);
      // An answer to an earlier request must not undo a `reset`.
      const clock = this.#clock;
      try {
        const { invoker } = this.context;
        const state = await invoker.invokeOnMember(
          operationOf,
          this.objectName,
          replica,
          // The spread stands last: Node 20 takes 0.7 µs for an object that begins with it, and 0.05 µs this way.
          { replicaTimestamps: clock.entries, targetReplicaUUID: replica, ...fields },
          deadline?.left,
        );
        clock.merge(state.replicaTimestamps);
        return longFrom(state.value);
      } catch (error) {
        const movesOn = isRepeatable ? [...NOT_RUN, ...IN_DOUBT] : NOT_RUN;
        if (!movesOn.some((errorClass) => error instanceof errorClass)) throw error;
        last = error;
      }
    }
  }
}

// An interface could be extended elsewhere, so it is not assignable to `Fields`.
// oxlint-disable-next-line typescript/consistent-type-definitions
type TargetFields = {
  readonly replicaTimestamps: readonly (readonly [UUID, Long])[];
  readonly targetReplicaUUID: UUID;
};

function negative(delta: Long | number): Long {
  return (typeof delta === 'number' ? Long.fromNumber(delta) : delta).negate();
}

function noMember(): Error {
  return new NoDataMemberInClusterError(
    'Cannot invoke operations on a CRDT because the cluster does not contain any data members',
  );
}
