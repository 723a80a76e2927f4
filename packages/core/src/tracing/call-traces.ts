import { messageById, type MessageSpec } from '@offloop/wire';
import type { FromWorker } from '@offloop/contract';
import type { WritableBytes } from '@offloop/runtime/bytes';
import type { RoutedRequest } from '../shards/routed-request.js';
import { callChannel, retryChannel, type CallMessage, type RetryMessage } from './channels.js';

type Told<Type extends FromWorker['type']> = Extract<FromWorker, { type: Type }>;

/** Record of one call, made while the channels have subscribers. */
export class CallTrace implements CallMessage {
  readonly client: string;
  readonly structure: string;
  readonly name: string;
  readonly operation: string;
  partition: number | undefined = undefined;
  requests = 0;
  requestBytes = 0;
  responseBytes = 0;
  member: string | undefined = undefined;
  address: string | undefined = undefined;
  retries = 0;

  constructor(client: string, structure: string, name: string, operation: string) {
    this.client = client;
    this.structure = structure;
    this.name = name;
    this.operation = operation;
  }

  /** Wraps a request, so that it is measured as it is written. */
  measured(request: RoutedRequest): RoutedRequest {
    this.requests++;
    this.partition = this.requests === 1 && request.partitionId >= 0 ? request.partitionId : undefined;
    const { maxBytes, target, partitionId, lane } = request;
    const write = (to: WritableBytes, at: number): number => {
      const end = request.write(to, at);
      this.requestBytes += end - at;
      return end;
    };
    return { maxBytes, target, partitionId, lane, write };
  }
}

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
