import { Settlers } from '@offloop/runtime';
import { ANY_PARTITION } from '@offloop/wire';
import { memberTag } from '@offloop/contract';
import { notActive } from '../errors/not-active.js';
import { ClientOfflineError } from '../errors/own-errors.js';
import type { SerializationSettings, UUID } from '@offloop/values';
import { NO_TARGET } from '../shards/routed-request.js';
import type { Shards } from '../shards/shards.js';
import type { CallTraces } from '../tracing/call-traces.js';
import { callsAreTraced } from '../tracing/channels.js';
import { Call } from './call.js';
import { limitsOf, withUsual, type CallOptions } from './call-options.js';
import { Deadline, type Watch } from './deadline.js';
import { isDirect, type Operation } from './operation.js';
import { PartCalls } from './part-calls.js';
import type { Fields } from './requests/arguments.js';
import type { ObjectName } from './requests/object-name.js';
import { EncoderStack, type RequestEncoder } from './requests/request-encoder.js';
import { TableRequest } from './requests/table-request.js';
import { preparedAfter } from './schemas/prepared.js';

/** Source of the calls' promises. */
const next = new Settlers();

/** Tags of the members that calls were made to. They are kept, since making one takes longer than the rest of sending. */
const tags = new WeakMap<UUID, number>();

function tagOf(member: UUID): number {
  let tag = tags.get(member);
  if (tag === undefined) tags.set(member, (tag = memberTag(member.toString())));
  return tag;
}

/** Target of a request without a key, if its message does not define it. */
interface Route {
  readonly partitionId: number;
  /** Tag of the member that must carry the request out, if any. */
  readonly target: number | undefined;
}

/**
 * Makes calls: from an operation and its arguments to a request on its way, and a promise of its result.
 *
 *     invoke ─▶ refused? ─▶ serialize ──────────────▶ route ───────────▶ claim ─▶ write ─▶ commit
 *                 │          │ all user code runs     │ a key's or a     │ of the ring, or of a buffer
 *                 │          │ here, and may call     │ name's partition │ when the ring is full or the
 *                 │          │ the client again:      │ a chosen member  │ object is held back by a call
 *                 │          │ an encoder a depth     │ a preferred one  │ that is sent in slices
 *                 ▼          ▼                        │ or any           ▼
 *              rejects    SchemaAbsent: the schema is sent, and all begins again (`prepared`)
 *
 * Expectation: a `get` or `set` that is neither traced nor limited. Mechanism: it allocates its promise and a `Call`: settlers
 * are taken by one shared executor, closures stand in methods of their own. Price: the rarer ways are spread over more methods.
 */
export class Invoker {
  /** Calls of many objects. */
  readonly parts: PartCalls;
  readonly #shards: Shards<Operation>;
  readonly #traces: CallTraces;
  readonly #serialization: SerializationSettings;
  readonly #encoders: EncoderStack;
  /** Options of a call that has none; undefined if it may wait for ever. */
  readonly #usual: CallOptions | undefined;
  readonly #preferredMember: (() => number | undefined) | undefined;
  /** Gives a call up that depends on one connection, when it would find none. */
  readonly #whileCursors: Watch = (giveUp) => this.#shards.whenNoCursors(() => giveUp(this.#offline()));

  /**
   * @param responseTimeoutMillis timeout of calls that have none of their own and do not wait by nature; null: none.
   * @param preferredMember returns the tag of the member that the next call without a partition goes to, if one is preferred.
   */
  constructor(
    shards: Shards<Operation>,
    traces: CallTraces,
    serialization: SerializationSettings,
    responseTimeoutMillis: number | null,
    preferredMember: (() => number | undefined) | undefined,
  ) {
    this.#shards = shards;
    this.#traces = traces;
    this.#serialization = serialization;
    this.#encoders = new EncoderStack(serialization);
    this.#usual = responseTimeoutMillis === null ? undefined : { timeout: responseTimeoutMillis };
    this.#preferredMember = preferredMember;
    const send = (call: Call): void => {
      const refusal = this.#refusal();
      if (refusal !== undefined) throw refusal;
      this.#hand(call);
    };
    this.parts = new PartCalls(traces, send, (calls, bytes) => shards.checkRoom(calls, bytes));
  }

  /** Number of partitions; 0 before the first connection. */
  get partitionCount(): number {
    return this.#shards.partitionCount;
  }

  /**
   * Calls an operation of an object, which goes where its message says: to the owner of its key, to that of the object's
   * partition, or to any member.
   *
   * @param fields are serialized before this returns. Rejects with whatever prevents the call.
   */
  invoke<A extends Fields, R>(
    operation: Operation<A, R>,
    name: ObjectName,
    fields: NoInfer<A>,
    options?: CallOptions,
  ): Promise<R> {
    return this.#call(operation, name, fields, options);
  }

  /**
   * Calls an operation on the owner of a partition that the caller chose. Otherwise as `invoke`.
   */
  invokeOnPartition<A extends Fields, R>(
    operation: Operation<A, R>,
    name: ObjectName,
    partitionId: number,
    fields: NoInfer<A>,
    options?: CallOptions,
  ): Promise<R> {
    return this.#call(operation, name, fields, options, { partitionId, target: undefined });
  }

  /**
   * Calls an operation on a member that the caller chose, and that the request names, too: see `memberOperation`. Otherwise as
   * `invoke`. Rejects with TargetNotMemberError or MemberLeftError when the member has left.
   */
  invokeOnMember<A extends Fields, R>(
    operation: Operation<A, R>,
    name: ObjectName,
    member: UUID,
    fields: NoInfer<A>,
    options?: CallOptions,
  ): Promise<R> {
    const route = { partitionId: ANY_PARTITION, target: tagOf(member) };
    return this.#call(operation, name, fields, options, route);
  }

  /**
   * Calls an operation on the connection of this number, such as that of a cursor: see `pageOperation`. Otherwise as `invoke`.
   * Rejects with TargetDisconnectedError when the connection is gone.
   */
  invokeOnConnection<A extends Fields, R>(
    operation: Operation<A, R>,
    name: ObjectName,
    connection: number,
    fields: NoInfer<A>,
    options?: CallOptions,
  ): Promise<R> {
    return this.#call(operation, name, fields, options, { partitionId: ANY_PARTITION, target: connection });
  }

  /** Returns the error for which no call can be made now; undefined if calls can be made. */
  refusal(): Error | undefined {
    return this.#refusal() ?? (this.#shards.refusesCalls ? this.#offline() : undefined);
  }

  /** Returns the error for which no cursor can be opened now: that waits for no connection, whatever other calls do. */
  refusalOfCursor(): Error | undefined {
    return this.#refusal() ?? (this.#shards.carriesCursors ? undefined : this.#offline());
  }

  /** Rejects a call because of its arguments. If the client can make no call at all, rejects with that instead. */
  refuse(error: Error): Promise<never> {
    return Promise.reject(this.refusal() ?? error);
  }

  /** Throws the {@link refusal}, if there is one. Call it before arguments are checked by code that throws. */
  checkReady(): void {
    const refusal = this.refusal();
    if (refusal !== undefined) throw refusal;
  }

  /** Throws ClientNotActiveError if the client is shut down. Listeners may be added while it is offline. */
  checkActive(): void {
    if (this.#shards.isStopped) throw notActive();
  }

  /** Checks what every call needs. The worker finds out if a client that was connected is offline. */
  #refusal(): Error | undefined {
    const shards = this.#shards;
    if (shards.isStopped) return notActive();
    if (shards.partitionCount === 0) return this.#offline();
    return undefined;
  }

  #offline(): Error {
    return new ClientOfflineError(undefined, this.#shards.connection.whyNot());
  }

  #call<R>(
    operation: Operation<never, R>,
    name: ObjectName,
    fields: Fields,
    options: CallOptions | undefined,
    route?: Route,
  ): Promise<R> {
    // The closure is made apart: one a call would be garbage of its own.
    return callsAreTraced()
      ? this.#traced(operation, name, fields, options, route)
      : this.#begin<R>(new Call(operation, name, options, undefined), fields, route);
  }

  #traced<R>(
    operation: Operation<never, R>,
    name: ObjectName,
    fields: Fields,
    options: CallOptions | undefined,
    route: Route | undefined,
  ): Promise<R> {
    return this.#traces.run(operation.spec, name.text, (trace) =>
      this.#begin<R>(new Call(operation, name, options, trace), fields, route),
    );
  }

  #begin<R>(call: Call, fields: Fields, route: Route | undefined): Promise<R> {
    const refusal = this.#refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    const { operation, name } = call;
    const { partitionCount } = this.#shards;
    const partitionId =
      route?.partitionId ?? (operation.isOfName ? name.partitionId(partitionCount) : ANY_PARTITION);
    let encoder: RequestEncoder | undefined;
    try {
      if (isDirect(operation)) {
        encoder = this.#encoders.push();
        encoder.prepare(operation, name, fields, partitionId, partitionCount);
      }
      call.request =
        encoder ??
        new TableRequest(operation.spec, name.text, fields, partitionId, partitionCount, this.#serialization);
      return this.#send(call, route?.target);
    } catch (error) {
      return this.#beginAfter(error, call, fields, route);
    } finally {
      if (encoder !== undefined) this.#encoders.pop();
    }
  }

  // Apart from `#begin`: what a closure captures is allocated where it stands, for each call.
  #beginAfter<R>(error: unknown, call: Call, fields: Fields, route: Route | undefined): Promise<R> {
    // Only now is it asked if the client is offline: `#begin` has looked at the arguments first.
    const refusal = this.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    const { operation, name, options, trace } = call;
    const make = (left: CallOptions | undefined): Promise<R> =>
      this.#begin<R>(new Call(operation, name, left, trace), fields, route);
    // The schema may wait for another connection; a call that depends on one does not.
    return preparedAfter(error, options, make, operation.isOfConnection ? this.#whileCursors : undefined);
  }

  /** Throws if the call is not admitted. @param target tag of the member that must carry it out, if any. */
  #send<R>(call: Call, target: number | undefined): Promise<R> {
    const { operation, request } = call;
    const preferred = request.partitionId < 0 && target === undefined ? this.#preferredMember?.() : undefined;
    if (preferred !== undefined) call.operation = operation.preferring;
    request.target = target ?? preferred ?? NO_TARGET;
    // TRUSTED: the completion reader makes what the operation says, which no type can know of bytes.
    const promise = next.promise<R>(call);
    call.hold = call.name.hold;
    this.#hand(call);
    return promise;
  }

  /** Hands a request to its shard. Throws if the call is not admitted. */
  #hand(call: Call): void {
    const { operation, options, name, request, trace } = call;
    const own = options === undefined ? undefined : limitsOf(options, operation);
    call.limits = this.#usual === undefined ? own : withUsual(own, operation, this.#usual);
    const { places } = this.#shards;
    let shard: number;
    if (places === undefined) {
      shard = shardOf(this.#shards, operation, name, request.partitionId);
    } else {
      const chosen = places.choose(operation, name, request.partitionId, call.hold);
      shard = chosen.place;
      request.lane = chosen.lane;
      call.hold = chosen.waitsFor;
    }
    if (own !== undefined) call.resolve = new Deadline(own).resolving(call.resolve);
    if (trace === undefined) {
      this.#shards.send(shard, call);
      return;
    }
    call.operation = operation.traced;
    call.request = trace.measured(request);
    this.#traces.sent(trace, shard, this.#shards.send(shard, call));
  }
}

/**
 * Returns the shard that makes a call. A call that changes an object goes to one shard even if any member may get it: so it keeps
 * its order with the making and the end of the object.
 */
function shardOf(
  shards: Shards<Operation>,
  operation: Operation,
  name: ObjectName,
  partitionId: number,
): number {
  if (shards.count === 1) return 0;
  if (operation.isOfConnection) return shards.ofConnections;
  const changes = partitionId < 0 && operation.spec.effect !== 'reads';
  return shards.shardOf(changes ? name.partitionId(shards.partitionCount) : partitionId);
}
