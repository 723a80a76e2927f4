import { messages, type WireUuid } from '@offloop/wire';

import type { Call } from '../../calls/call.js';
import { unsupported } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { Listeners, sendEvent } from '../shared/listeners.js';
import type { Structure } from '../shared/structure.js';

const ProxyEvent = { CREATED: 'CREATED', DESTROYED: 'DESTROYED' } as const;
type ProxyEvent = (typeof ProxyEvent)[keyof typeof ProxyEvent];

/** Creates, lists and destroys distributed objects. */
export class ProxyService {
  readonly #memberUuid: WireUuid;
  readonly #structures: Map<string, Structure>;
  /** Names of the existing objects, by name of their service. */
  readonly #objects: Map<string, Set<string>>;
  readonly #listeners: Listeners<undefined> = new Listeners();

  constructor(memberUuid: WireUuid, structures: readonly Structure[]) {
    this.#memberUuid = memberUuid;
    this.#structures = new Map(structures.map((structure) => [structure.serviceName, structure]));
    this.#objects = new Map(structures.map(({ serviceName }) => [serviceName, new Set()]));
  }

  register(handlers: Handlers): void {
    const m = messages.client;
    handlers.on(m.createProxy, (call) => {
      const { name, serviceName } = call.decode(m.createProxy);
      this.#create(serviceName, name);
      call.void();
    });
    handlers.on(m.createProxies, (call) => {
      for (const [name, serviceName] of call.decode(m.createProxies).proxies) this.#create(serviceName, name);
      call.void();
    });
    handlers.on(m.destroyProxy, (call) => this.#destroy(call));
    handlers.on(m.getDistributedObjects, (call) => this.#list(call));
    handlers.on(m.addDistributedObjectListener, (call) => call.uuid(this.#listeners.add(call, undefined)));
    handlers.on(m.removeDistributedObjectListener, (call) => {
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
    const { name, serviceName } = call.decode(messages.client.destroyProxy);
    const structure = this.#structures.get(serviceName);
    if (structure === undefined) throw unsupported(`objects of ${serviceName} (asked for '${name}')`);
    structure.destroy(name);
    const existed = this.#objects.get(serviceName)?.delete(name) ?? false;
    call.void();
    if (existed) this.#publish(ProxyEvent.DESTROYED, serviceName, name);
  }

  #list(call: Call): void {
    const response: { serviceName: string; name: string }[] = [];
    for (const [serviceName, names] of this.#objects) {
      for (const name of names) response.push({ serviceName, name });
    }
    call.respond(messages.client.getDistributedObjects, { response });
  }

  #publish(eventType: ProxyEvent, serviceName: string, name: string): void {
    const values = { name, serviceName, eventType, source: this.#memberUuid };
    const spec = messages.client.addDistributedObjectListener;
    for (const listener of this.#listeners) sendEvent(listener, spec, 'DistributedObject', values);
  }
}
