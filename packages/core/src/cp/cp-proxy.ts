import { messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import type { Invoker } from '../calls/invoker.js';
import { operation, type Operation } from '../calls/operation.js';
import type { Fields } from '../calls/requests/arguments.js';
import { ObjectName } from '../calls/requests/object-name.js';
import { UnsupportedOperationError } from '@offloop/values';
import type { DistributedObject } from '../objects/distributed-object.js';
import type { CpGroup, CpName } from './names.js';
import type { Sessions } from './sessions.js';

const m = { destroy: operation(messages.cpGroup.destroyCPObject) };

export interface CpObject {
  readonly name: CpName;
  readonly group: CpGroup;
  readonly invoker: Invoker;
  readonly sessions: Sessions;
  /** To be called when the object was destroyed. */
  readonly onGone: (name: ObjectName) => void;
}

export abstract class CpProxy implements DistributedObject {
  protected readonly group: CpGroup;
  protected readonly sessions: Sessions;
  readonly #serviceName: string;
  readonly #fullName: string;
  readonly #name: ObjectName;
  readonly #invoker: Invoker;
  readonly #onGone: (name: ObjectName) => void;

  constructor(serviceName: string, { name, group, invoker, sessions, onGone }: CpObject) {
    this.group = group;
    this.sessions = sessions;
    this.#serviceName = serviceName;
    this.#fullName = name.full;
    this.#name = new ObjectName(name.object, serviceName, name.full);
    this.#invoker = invoker;
    this.#onGone = onGone;
  }

  getName(): string {
    return this.#fullName;
  }

  getPartitionKey(): string {
    throw new UnsupportedOperationError(
      'This operation is not supported by CP Subsystem: its objects are in no partition',
    );
  }

  getServiceName(): string {
    return this.#serviceName;
  }

  async destroy(): Promise<void> {
    await this.invoke(m.destroy, { serviceName: this.#serviceName, objectName: this.#name.text });
    this.#onGone(this.#name);
  }

  /** See {@link Invoker.refuse}. */
  protected refuse(error: Error): Promise<never> {
    return this.#invoker.refuse(error);
  }

  protected invoke<A extends Fields, R>(
    operationOf: Operation<A & GroupField, R>,
    fields: A,
    options?: CallOptions,
  ): Promise<R> {
    return this.#invoker.invoke(operationOf, this.#name, { groupId: this.group, ...fields }, options);
  }
}

// An interface could be extended elsewhere, so it is not assignable to `Fields`.
// oxlint-disable-next-line typescript/consistent-type-definitions
type GroupField = { readonly groupId: CpGroup };
