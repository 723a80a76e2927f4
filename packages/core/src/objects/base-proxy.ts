import type { EventName, EventOf, MessageSpec } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import type { Operation, PartOperation } from '../calls/operation.js';
import type { Fields } from '../calls/requests/arguments.js';
import { ObjectName } from '../calls/requests/object-name.js';
import { prepared } from '../calls/schemas/prepared.js';
import { PartRequests } from '../calls/requests/part-requests.js';
import { durationError, forEachPair, missing } from './argument-checks.js';
import type { DistributedObject } from './distributed-object.js';
import { holdUntil } from './listeners/hold-until.js';
import {
  listen,
  type ListenerContext,
  type ListenerFields,
  type ListenerMessages,
  type OnDecoded,
} from './listeners/listen.js';
import type { Invoker } from '../calls/invoker.js';
import type { ILogger } from '../logging/logger.js';

/** Proxy of one distributed object: its name, and the ways to call its members. The proxies of all structures extend it. */
export abstract class BaseProxy implements DistributedObject {
  readonly #serviceName: string;
  readonly #name: ObjectName;
  readonly #context: ProxyContext;
  #warned: boolean = false;

  constructor(serviceName: string, name: string, context: ProxyContext) {
    this.#serviceName = serviceName;
    this.#name = new ObjectName(name, serviceName);
    this.#context = context;
  }

  getName(): string {
    return this.#name.text;
  }

  getPartitionKey(): string {
    return this.#name.text;
  }

  getServiceName(): string {
    return this.#serviceName;
  }

  destroy(): Promise<void> {
    return this.#context.destroyProxy(this.#name, this.#serviceName);
  }

  protected get objectName(): ObjectName {
    return this.#name;
  }

  protected get context(): ProxyContext {
    return this.#context;
  }

  /** Calls an operation of this object: see {@link Invoker.invoke}. */
  protected invoke<A extends Fields, R>(
    operation: Operation<A, R>,
    fields: NoInfer<A>,
    options?: CallOptions,
  ): Promise<R> {
    return this.#context.invoker.invoke(operation, this.#name, fields, options);
  }

  /**
   * Rejects an argument that is not a duration. The first one of an object is logged with the place of the call: programs that
   * swallow the errors of their cache would never learn that nothing is stored.
   *
   * @param place place of the call's options among its arguments.
   */
  protected notADuration(argument: string, value: unknown, place?: string): Promise<never> {
    const refusal = this.#context.invoker.refusal();
    if (refusal !== undefined) return Promise.reject(refusal);
    const error = durationError(argument, value, place);
    if (!this.#warned) {
      this.#warned = true;
      this.#context.logger.warn(this.#serviceName, `'${this.#name.text}': ${error.message}`, error);
    }
    return Promise.reject(error);
  }

  protected missing(argument: string): Promise<never> {
    return this.refuse(missing(argument));
  }

  /** See {@link Invoker.refuse}. */
  protected refuse(error: Error): Promise<never> {
    return this.#context.invoker.refuse(error);
  }

  /** See {@link Invoker.checkActive}. */
  protected checkActive(): void {
    this.#context.invoker.checkActive();
  }

  /** See {@link Invoker.checkReady}. */
  protected checkReady(): void {
    this.#context.invoker.checkReady();
  }

  /** Makes requests, one a partition, to be filled with keys or entries and given to `context.invoker.parts`. */
  protected parts<A extends Fields, R>(
    operation: PartOperation<A, R>,
    fields: NoInfer<A>,
    objects: number,
  ): PartRequests<A, R> {
    return new PartRequests(operation, this.#name, fields, this.#context.serialization, objects);
  }

  /** Makes a call of many pairs. Either every request is admitted, or none is sent. @param adding returns what adds one pair to them. */
  protected async putPairs<A extends Fields, K, V>(
    operation: PartOperation<A, void>,
    fields: NoInfer<A>,
    pairs: readonly (readonly [K, V])[],
    options: CallOptions | undefined,
    adding: (parts: PartRequests<A, void>) => (key: K, value: V) => void,
  ): Promise<void> {
    this.checkReady();
    const { invoker } = this.#context;
    const objects = Array.isArray(pairs) ? 2 * pairs.length : 0;
    await prepared(options, (left) => {
      const parts = this.parts(operation, fields, objects);
      forEachPair(pairs, adding(parts));
      invoker.parts.checkRoom(parts.requests);
      return invoker.parts.invoke(parts, left);
    });
  }

  /** Adds a listener of this object's events: see {@link listen}. */
  protected async listen<Add extends MessageSpec, E extends EventName<Add>>(
    messages: ListenerMessages<Add>,
    fields: ListenerFields<Add>,
    event: E,
    onEvent: OnDecoded<EventOf<Add, E>>,
  ): Promise<string> {
    const added = listen(this.#context, this.#name.text, messages, fields, event, onEvent);
    holdUntil(this.#name, added);
    return added;
  }
}

export interface ProxyContext extends ListenerContext {
  readonly invoker: Invoker;
  readonly logger: ILogger;
  /**
   * Destroys an object on the cluster. @param name the proxy's own name object, which knows the calls that this one has to wait
   * for.
   */
  destroyProxy(name: ObjectName, serviceName: string): Promise<void>;
}
