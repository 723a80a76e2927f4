import { Gate } from '@offloop/runtime';
import { mustBe } from '../errors/must-be.js';
import { messages } from '@offloop/wire';
import { askAgain } from '../calls/ask-again.js';
import type { CallOptions } from '../calls/call-options.js';
import { decodedOperation, operation } from '../calls/operation.js';
import { NO_NAME, ObjectName } from '../calls/requests/object-name.js';
import { Deadline } from '../calls/deadline.js';
import type { ILogger } from '../logging/logger.js';
import type { DistributedObject } from './distributed-object.js';
import type { ProxyContext } from './base-proxy.js';
import { holdUntil, registeredOrLate } from './listeners/hold-until.js';

/**
 * A kind of distributed object that this client has a proxy for. @typeParam Context the parts of a client that its proxies need.
 */
export interface Service<
  P extends DistributedObject = DistributedObject,
  Context extends ProxyContext = ProxyContext,
> {
  /** The member's name for the service, such as `hz:impl:mapService`. */
  readonly name: string;
  /** Name of the kind of object, for messages: `map`. */
  readonly kind: string;
  /** Returns the object of another service that an object of this one is built on, and that is made with it. */
  foundation?(name: string): { readonly name: string; readonly serviceName: string };
  /** Makes a proxy. Callers get it when the promise resolves. */
  createProxy(name: string, context: Context): P | Promise<P>;
}

const m = {
  createProxy: operation(messages.client.createProxy),
  destroyProxy: operation(messages.client.destroyProxy),
  getDistributedObjects: decodedOperation(messages.client.getDistributedObjects, ({ response }) => response),
};

/** Most objects that are being made on the cluster at the same time. */
const MOST_UNDER_WAY = 128;

function endingKey(serviceName: string, name: string): string {
  return `${serviceName} ${name}`;
}

/** The proxies of one client, one for each object. */
export class ProxyRegistry<Context extends ProxyContext> {
  readonly #services: readonly Service<DistributedObject, Context>[];
  readonly #context: Context;
  readonly #logger: ILogger;
  readonly #proxies = new Map<Service<DistributedObject, Context>, Map<string, Promise<DistributedObject>>>();
  /**
   * Names of objects whose destruction waits for calls made before it, by service and name: a new object of that name waits
   * behind it.
   */
  readonly #ending = new Map<string, ObjectName>();
  readonly #gate = new Gate(MOST_UNDER_WAY);
  /** The listener of objects that was added last; undefined once all are registered. */
  #listener: Promise<unknown> | undefined;
  readonly #onGone: (name: ObjectName) => void;

  /**
   * @param services all kinds of proxies.
   * @param onGone is called when an object was destroyed, and was not made again meanwhile.
   */
  constructor(
    services: readonly Service<DistributedObject, Context>[],
    context: Context,
    logger: ILogger,
    onGone: (name: ObjectName) => void = () => undefined,
  ) {
    this.#services = services;
    this.#context = context;
    this.#logger = logger;
    this.#onGone = onGone;
  }

  /**
   * Resolves to the object of that name, the same proxy each time. It is made on the cluster if it does not exist.
   *
   * @param options limit how long this caller waits. The object is made all the same, for others who wait for it.
   */
  get<P extends DistributedObject>(
    service: Service<P, Context>,
    name: string,
    options?: CallOptions,
  ): Promise<P> {
    let deadline: Deadline | undefined;
    try {
      deadline = Deadline.of(options);
    } catch (error) {
      return this.#context.invoker.refuse(error as Error);
    }
    const proxy = this.#get(service, name);
    return deadline?.within(proxy) ?? proxy;
  }

  #get<P extends DistributedObject>(service: Service<P, Context>, name: string): Promise<P> {
    if (typeof name !== 'string') {
      return this.#context.invoker.refuse(mustBe(`a ${service.kind}'s name`, 'a string', name));
    }
    const proxies = this.#proxiesOf(service);
    const known = proxies.get(name);
    if (known !== undefined) return known;
    const proxy = this.#create(service, name);
    proxies.set(name, proxy);
    // A name that could not be made is asked for again by the next `get`. After a `destroy`, that may have been by now.
    proxy.catch(() => {
      if (proxies.get(name) === proxy) proxies.delete(name);
    });
    return proxy;
  }

  /**
   * Resolves to all objects of the cluster. Those of unknown kinds have only a name and `destroy`. None is made on the cluster:
   * one that is destroyed meanwhile would be made again.
   */
  async all(): Promise<DistributedObject[]> {
    const { invoker } = this.#context;
    const infos = await askAgain((options) => invoker.invoke(m.getDistributedObjects, NO_NAME, {}, options));
    return Promise.all(
      infos.map(async ({ serviceName, name }) => {
        const service = this.#services.find((each) => each.name === serviceName);
        return service === undefined
          ? new RemoteObject(name, serviceName, () =>
              this.destroy(new ObjectName(name, serviceName), serviceName),
            )
          : this.#local(service, name);
      }),
    );
  }

  /**
   * Destroys an object on the cluster. @param name the name object of the calls on it: the destruction does not overtake them.
   */
  async destroy(name: ObjectName, serviceName: string): Promise<void> {
    const service = this.#services.find((each) => each.name === serviceName);
    if (service !== undefined) this.#proxiesOf(service).delete(name.text);
    if (this.#listener !== undefined) holdUntil(name, this.#listener);
    const destroyed = this.#context.invoker.invoke(m.destroyProxy, name, { serviceName });
    if (name.hold === undefined) await destroyed;
    else await this.#during(endingKey(serviceName, name.text), name, destroyed);
    const isLeft = service !== undefined && this.#proxiesOf(service).has(name.text);
    if (!isLeft) this.#onGone(name);
  }

  /** Has objects that are made and destroyed from now on wait until a listener of that is registered: see {@link holdUntil}. */
  awaitListener(registered: Promise<unknown>): void {
    const all: Promise<unknown> = Promise.all([this.#listener, registeredOrLate(registered)]).finally(() => {
      if (this.#listener === all) this.#listener = undefined;
    });
    this.#listener = all;
  }

  /** Makes the objects that have a proxy on a new cluster, which has none of them. */
  recreate(): void {
    for (const [service, proxies] of this.#proxies) {
      for (const name of proxies.keys()) {
        this.#createOnCluster(service, name).catch((error: Error) => {
          this.#logger.warn(
            'Client',
            `${service.kind} '${name}' could not be made on the new cluster`,
            error,
          );
        });
      }
    }
  }

  async #during(key: string, name: ObjectName, destroyed: Promise<void>): Promise<void> {
    this.#ending.set(key, name);
    try {
      await destroyed;
    } finally {
      if (this.#ending.get(key) === name) this.#ending.delete(key);
    }
  }

  #local<P extends DistributedObject>(service: Service<P, Context>, name: string): Promise<P> {
    const proxies = this.#proxiesOf(service);
    let proxy = proxies.get(name);
    if (proxy === undefined) {
      proxy = Promise.resolve(service.createProxy(name, this.#context));
      proxies.set(name, proxy);
    }
    return proxy;
  }

  async #create<P extends DistributedObject>(service: Service<P, Context>, name: string): Promise<P> {
    await this.#createOnCluster(service, name);
    return service.createProxy(name, this.#context);
  }

  async #createOnCluster(service: Service<DistributedObject, Context>, name: string): Promise<void> {
    const { invoker } = this.#context;
    const objectName = this.#ending.get(endingKey(service.name, name)) ?? new ObjectName(name, service.name);
    if (this.#listener !== undefined) holdUntil(objectName, this.#listener);
    const foundation = service.foundation?.(name);
    const create = (object: ObjectName, serviceName: string): Promise<void> =>
      this.#gate.pass(() =>
        askAgain((options) => invoker.invoke(m.createProxy, object, { serviceName }, options)),
      );
    await create(objectName, service.name);
    if (foundation === undefined) return;
    await create(new ObjectName(foundation.name, foundation.serviceName), foundation.serviceName);
  }

  /** Returns the proxies of a service. TRUSTED: the map is the service's own, so its values are of the service's type. */
  #proxiesOf<P extends DistributedObject>(service: Service<P, Context>): Map<string, Promise<P>> {
    let proxies = this.#proxies.get(service);
    if (proxies === undefined) this.#proxies.set(service, (proxies = new Map()));
    return proxies as Map<string, Promise<P>>;
  }
}

/** An object of a kind that this client has no proxy for: it has a name, and can be destroyed. */
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
