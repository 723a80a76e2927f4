import { messages } from '@offloop/wire/protocol';
import { describe } from '../../errors/describe.js';
import { IllegalArgumentError } from '../../errors/hierarchy.js';
import { DistributedObjectEvent, type DistributedObjectListener } from '../distributed-object.js';
import { listen, type ListenerContext } from './listen.js';

const objectListener = {
  add: messages.client.addDistributedObjectListener,
  remove: messages.client.removeDistributedObjectListener,
};

/** Tells a function of objects that are made and destroyed; rejects with IllegalArgumentError unless it is a function. */
export function addDistributedObjectListener(
  context: ListenerContext,
  listener: DistributedObjectListener,
): Promise<string> {
  if (typeof listener !== 'function') {
    return Promise.reject(
      new IllegalArgumentError(`a distributed object listener must be a function, got ${describe(listener)}`),
    );
  }
  return listen(context, '', objectListener, {}, 'DistributedObject', ({ name, serviceName, eventType }) =>
    listener(new DistributedObjectEvent(eventType.toLowerCase(), serviceName, name)),
  );
}
