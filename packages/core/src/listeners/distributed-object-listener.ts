import { clientMessages, decodeEvent } from '@offloop/wire/protocol';
import { IllegalArgumentError } from '../errors/hierarchy.js';
import { listenerRequest, noRegistration, type ListenerRegistry } from './listener-registry.js';

/** A distributed object was made or destroyed, by whomever in the cluster. */
export class DistributedObjectEvent {
  /** `created` or `destroyed`. */
  eventType: string;
  /** The member's name for the kind of object, such as `hz:impl:mapService`. */
  serviceName: string;
  objectName: string;

  constructor(eventType: string, serviceName: string, objectName: string) {
    this.eventType = eventType;
    this.serviceName = serviceName;
    this.objectName = objectName;
  }
}

export type DistributedObjectListener = (event: DistributedObjectEvent) => void;

/** @param smartRouting whether each member has a connection and tells of its own events only. */
export function addDistributedObjectListener(
  listeners: ListenerRegistry,
  listener: DistributedObjectListener,
  smartRouting: boolean,
): Promise<string> {
  if (typeof listener !== 'function') {
    return Promise.reject(
      new IllegalArgumentError(`a distributed object listener must be a function, got ${String(listener)}`),
    );
  }
  const spec = clientMessages.addDistributedObjectListener;
  return listeners.add({
    add: listenerRequest(spec, { localOnly: smartRouting }),
    remove: listenerRequest(clientMessages.removeDistributedObjectListener, noRegistration),
    onEvent: (bytes, start, end) => {
      const { name, serviceName, eventType } = decodeEvent(spec, 'DistributedObject', bytes, start, end);
      listener(new DistributedObjectEvent(eventType.toLowerCase(), serviceName, name));
    },
  });
}
