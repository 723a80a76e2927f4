import type { Hold, Reject, Resolve } from '@offloop/runtime';
import type { CallTrace, CallTraces } from '../tracing/call-traces.js';
import { callsAreTraced } from '../tracing/channels.js';
import { Call } from './call.js';
import type { CallOptions } from './call-options.js';
import { PartResults, type PartSink } from './part-results.js';
import type { Fields } from './requests/arguments.js';
import type { PartRequest, PartRequests } from './requests/part-requests.js';
import { doRest, doSlice } from './slices.js';

/** Makes calls of many objects: one request a partition, and one promise for all of them. */
export class PartCalls {
  readonly #traces: CallTraces;
  readonly #send: (call: Call) => void;
  readonly #checkRoom: (calls: number, bytes: number) => void;

  /**
   * @param send hands a call to its shard. Throws if it is not admitted.
   * @param checkRoom see `Shards.checkRoom`.
   */
  constructor(
    traces: CallTraces,
    send: (call: Call) => void,
    checkRoom: (calls: number, bytes: number) => void,
  ) {
    this.#traces = traces;
    this.#send = send;
    this.#checkRoom = checkRoom;
  }

  /** Sends the requests, in this tick. Resolves to the results in the requests' order; rejects as `PartResults` says. */
  invoke<A extends Fields, R>(parts: PartRequests<A, R>, options: CallOptions | undefined): Promise<R[]> {
    return this.trace(parts, (trace) => {
      const { requests } = parts;
      const results = new PartResults<R>(requests.length);
      this.send(parts, requests, options, results, trace);
      return results.all;
    });
  }

  /**
   * Sends the requests over several turns of the loop. The call counts as sent now: calls on its object that are made meanwhile
   * wait behind it. Resolves and rejects as `invoke`.
   *
   * @param added resolves when all objects are added to the parts; the call rejects as it does.
   */
  invokeInSlices<A extends Fields, R>(
    parts: PartRequests<A, R>,
    added: Promise<void>,
    options: CallOptions | undefined,
  ): Promise<R[]> {
    return this.trace(parts, (trace) => this.#invokeInSlices(parts, added, options, trace));
  }

  /** Makes a call, and traces it if there is a subscriber; the trace is for `send`. */
  trace<R>(
    { operation, name }: PartRequests,
    make: (trace: CallTrace | undefined) => Promise<R>,
  ): Promise<R> {
    return callsAreTraced() ? this.#traces.run(operation.spec, name.text, make) : make(undefined);
  }

  /**
   * Sends requests, in this tick; each result goes to `results` as it comes. @param target the requests' target, which the
   * operation's flags define.
   */
  send<R>(
    { operation, name }: PartRequests<never, R>,
    requests: readonly PartRequest[],
    options: CallOptions | undefined,
    results: PartSink<R>,
    trace: CallTrace | undefined,
    target?: number,
  ): void {
    const { hold } = name;
    requests.forEach((request, part) => {
      if (target !== undefined) request.target = target;
      this.#sendPart(new Call(operation, name, options, trace), request, results, part, hold);
    });
  }

  /**
   * Throws BackpressureError unless all of these requests may be sent now. For requests that are sent as a unit or not at all.
   */
  checkRoom(requests: readonly PartRequest[]): void {
    const bytes = requests.reduce((sum, { maxBytes }) => sum + maxBytes, 0);
    this.#checkRoom(requests.length, bytes);
  }

  async #invokeInSlices<A extends Fields, R>(
    parts: PartRequests<A, R>,
    added: Promise<void>,
    options: CallOptions | undefined,
    trace: CallTrace | undefined,
  ): Promise<R[]> {
    const before = parts.name.hold;
    const hold = parts.name.holdBack();
    try {
      await added;
    } catch (error) {
      hold.release();
      throw error;
    }
    const { operation, requests } = parts;
    const results = new PartResults<R>(requests.length);
    const step = (part: number): number => {
      const call = new Call(operation, parts.name, options, trace);
      this.#sendPart(call, requests[part], results, part, before?.open);
      return 1;
    };
    const work = { steps: requests.length, stride: 1, step };
    void doRest(work, doSlice(work, 0)).then(() => hold.release());
    return results.all;
  }

  /** @param call has neither request nor a way to settle yet. */
  #sendPart<R>(
    call: Call,
    request: PartRequest,
    results: PartSink<R>,
    part: number,
    hold: Hold | undefined,
  ): void {
    const reject: Reject = (error) => results.fail(part, error);
    // TRUSTED: the completion reader makes what the operation says, which no type can know of bytes.
    const resolve: Resolve = (result) => {
      if (result instanceof Promise) result.then(resolve, reject);
      else results.succeed(part, result as R);
    };
    call.request = request;
    call.resolve = resolve;
    call.reject = reject;
    call.hold = hold;
    try {
      this.#send(call);
    } catch (error) {
      reject(error);
    }
  }
}
