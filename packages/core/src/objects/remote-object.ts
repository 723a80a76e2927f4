import type { DistributedObject } from './distributed-object.js';

/** An object of a kind this client has no proxy for: it can be named and destroyed. */
export class RemoteObject implements DistributedObject {
  readonly #name: string;
  readonly #serviceName: string;
  readonly #destroy: () => Promise<void>;

  constructor(name: string, serviceName: string, destroy: () => Promise<void>) {
    this.#name = name;
    this.#serviceName = serviceName;
    this.#destroy = destroy;
  }

  getName(): string {
    return this.#name;
  }

  getPartitionKey(): string {
    return this.#name;
  }

  getServiceName(): string {
    return this.#serviceName;
  }

  destroy(): Promise<void> {
    return this.#destroy();
  }
}
