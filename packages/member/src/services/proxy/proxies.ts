import { messages, type WireUuid } from '@offloop/wire';

import { unsupported } from '../../calls/errors.js';
import type { Handlers } from '../../calls/handlers.js';
import { Listeners, sendEvent } from '../shared/listeners.js';
import type { Structure } from '../shared/structure.js';

const ProxyEvent = { CREATED: 'CREATED', DESTROYED: 'DESTROYED' } as const;
type ProxyEvent = (typeof ProxyEvent)[keyof typeof ProxyEvent];

/** Registers the messages that create, list and destroy distributed objects, and tell of that. */
export function registerProxies(
  handlers: Handlers,
  memberUuid: WireUuid,
  structures: readonly Structure[],
): void {
  const m = messages.client;
  /** Structures with the names of their existing objects, by name of their service. */
  const services = new Map(
    structures.map((structure) => [structure.serviceName, { structure, names: new Set<string>() }]),
  );
  const listeners: Listeners<undefined> = new Listeners();
  const serviceOf = (serviceName: string, name: string) => {
    const service = services.get(serviceName);
    if (service === undefined) throw unsupported(`objects of ${serviceName} (asked for '${name}')`);
    return service;
  };
  const publish = (eventType: ProxyEvent, serviceName: string, name: string): void => {
    const values = { name, serviceName, eventType, source: memberUuid };
    for (const listener of listeners)
      sendEvent(listener, m.addDistributedObjectListener, 'DistributedObject', values);
  };

  const create = (name: string, serviceName: string): void => {
    const { names } = serviceOf(serviceName, name);
    if (names.has(name)) return;
    names.add(name);
    publish(ProxyEvent.CREATED, serviceName, name);
  };
  handlers.on(m.createProxy, (call) => {
    const { name, serviceName } = call.decode(m.createProxy);
    create(name, serviceName);
    call.void();
  });
  handlers.on(m.createProxies, (call) => {
    for (const [name, serviceName] of call.decode(m.createProxies).proxies) create(name, serviceName);
    call.void();
  });
  handlers.on(m.destroyProxy, (call) => {
    const { name, serviceName } = call.decode(m.destroyProxy);
    const { structure, names } = serviceOf(serviceName, name);
    structure.destroy(name);
    const existed = names.delete(name);
    call.void();
    if (existed) publish(ProxyEvent.DESTROYED, serviceName, name);
  });
  handlers.on(m.getDistributedObjects, (call) => {
    const response = [...services].flatMap(([serviceName, { names }]) =>
      [...names].map((name) => ({ serviceName, name })),
    );
    call.respond(m.getDistributedObjects, { response });
  });
  handlers.on(m.addDistributedObjectListener, (call) => call.uuid(listeners.add(call, undefined)));
  handlers.on(m.removeDistributedObjectListener, (call) => {
    call.boolean(listeners.remove(call.decode(m.removeDistributedObjectListener).registrationId));
  });
}
