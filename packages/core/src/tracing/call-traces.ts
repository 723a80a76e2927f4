import { messageById, type MessageSpec } from '@offloop/wire';
import type { FromWorker } from '@offloop/contract';
import { callChannel, retryChannel, type RetryMessage } from './channels.js';
import { CallTrace } from './call-trace.js';

type Told<Type extends FromWorker['type']> = Extract<FromWorker, { type: Type }>;

/** The traced calls in flight, and their reports from the worker. */
export class CallTraces {
  readonly #client: string;
  /** Traces by shard, then by the slot of a request. A slot is taken again only after all reports on the call before. */
  readonly #bySlot: Map<number, CallTrace>[] = [];

  constructor(client: string) {
    this.#client = client;
  }

  /** Makes a call and publishes it, by the channels and in the order of Node.js's `tracePromise`. */
  run<R>(spec: MessageSpec, name: string, make: (trace: CallTrace) => Promise<R>): Promise<R> {
    const { service, name: operation } = messageById(spec.id)!;
    const trace = new CallTrace(this.#client, service, name, operation);
    return callChannel.tracePromise(() => make(trace), trace);
  }

  /** Notes the slot by which the worker knows a request of this call. */
  sent(trace: CallTrace, shard: number, slot: number): void {
    (this.#bySlot[shard] ??= new Map()).set(slot, trace);
  }

  onRetried({ slot, attempt, reason }: Told<'call-retried'>, shard: number): void {
    const trace = this.#bySlot[shard]?.get(slot);
    if (trace === undefined) return;
    trace.retries++;
    retryChannel.publish({ call: trace, attempt, reason } satisfies RetryMessage);
  }

  onEnded({ slot, responseBytes, member, address }: Told<'call-ended'>, shard: number): void {
    const slots = this.#bySlot[shard];
    const trace = slots?.get(slot);
    if (trace === undefined) return;
    slots.delete(slot);
    trace.responseBytes += responseBytes;
    if (member === null || address === null) return;
    trace.member = member;
    trace.address = address;
  }
}
