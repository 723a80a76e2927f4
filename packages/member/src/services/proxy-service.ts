import { clientMessages, encodeEvent } from '@offloop/wire/protocol';
import type { WireUuid } from '@offloop/wire/protocol';

import type { Call } from '../call.js';
import type { Dispatcher } from '../dispatcher.js';
import { unsupported } from '../errors.js';
import { Registrations } from '../registrations.js';

/** A kind of distributed object, by the service name of Hazelcast's that clients use. */
export type ObjectService = {
  readonly serviceName: string;
  /** Drops everything that is kept under a name. */
  destroy(name: string): void;
};

const ProxyEvent = { CREATED: 'CREATED', DESTROYED: 'DESTROYED' } as const;
type ProxyEvent = (typeof ProxyEvent)[keyof typeof ProxyEvent];

/** The distributed objects there are. */
export class ProxyService {
  readonly #memberUuid: WireUuid;
  readonly #services: Map<string, ObjectService>;
  /** Names by service name. */
  readonly #objects: Map<string, Set<string>>;
  readonly #listeners: Registrations<undefined> = new Registrations();

  constructor(memberUuid: WireUuid, services: readonly ObjectService[]) {
    this.#memberUuid = memberUuid;
    this.#services = new Map(services.map((service) => [service.serviceName, service]));
    this.#objects = new Map(services.map((service) => [service.serviceName, new Set()]));
  }

  register(dispatcher: Dispatcher): void {
    const m = clientMessages;
    dispatcher.on(m.createProxy, (call) => {
      const { name, serviceName } = call.decode(m.createProxy);
      this.#create(serviceName, name);
      call.void();
    });
    dispatcher.on(m.createProxies, (call) => {
      for (const [name, serviceName] of call.decode(m.createProxies).proxies) this.#create(serviceName, name);
      call.void();
    });
    dispatcher.on(m.destroyProxy, (call) => this.#destroy(call));
    dispatcher.on(m.getDistributedObjects, (call) => this.#list(call));
    dispatcher.on(m.addDistributedObjectListener, (call) => call.uuid(this.#listeners.add(call, undefined)));
    dispatcher.on(m.removeDistributedObjectListener, (call) => {
      const { registrationId } = call.decode(m.removeDistributedObjectListener);
      call.boolean(this.#listeners.remove(registrationId));
    });
  }

  #create(serviceName: string, name: string): void {
    const objects = this.#objects.get(serviceName);
    if (objects === undefined) throw unsupported(`objects of ${serviceName} (asked for '${name}')`);
    if (objects.has(name)) return;
    objects.add(name);
    this.#publish(ProxyEvent.CREATED, serviceName, name);
  }

  #destroy(call: Call): void {
    const { name, serviceName } = call.decode(clientMessages.destroyProxy);
    const service = this.#services.get(serviceName);
    if (service === undefined) throw unsupported(`objects of ${serviceName} (asked for '${name}')`);
    service.destroy(name);
    const existed = this.#objects.get(serviceName)?.delete(name) ?? false;
    call.void();
    if (existed) this.#publish(ProxyEvent.DESTROYED, serviceName, name);
  }

  #list(call: Call): void {
    const response: { serviceName: string; name: string }[] = [];
    for (const [serviceName, names] of this.#objects) {
      for (const name of names) response.push({ serviceName, name });
    }
    call.respond(clientMessages.getDistributedObjects, { response });
  }

  #publish(eventType: ProxyEvent, serviceName: string, name: string): void {
    const values = { name, serviceName, eventType, source: this.#memberUuid };
    const spec = clientMessages.addDistributedObjectListener;
    for (const { connection, correlationLow, correlationHigh } of this.#listeners.values()) {
      const options = { correlationLow, correlationHigh };
      connection.send(encodeEvent(spec, 'DistributedObject', values, options));
    }
  }
}
