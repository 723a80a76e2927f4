import { messages } from '@offloop/wire';

import { Listeners, sendEvent } from '../shared/listeners.js';
import { NamedObject, NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';

const m = messages.topic;

class NamedTopic extends NamedObject {
  readonly listeners: Listeners<undefined> = new Listeners();
}

/** Topics. Messages are sent to the listeners and not stored. */
export function topics({ handlers, memberUuid }: StructureContext): Structure {
  const byName = new NamedObjects((name) => new NamedTopic(name));
  const tell = ({ listeners }: NamedTopic, items: readonly Buffer[]): void => {
    const publishTime = BigInt(Date.now());
    for (const item of items) {
      for (const listener of listeners) {
        sendEvent(listener, m.addMessageListener, 'Topic', { item, publishTime, uuid: memberUuid });
      }
    }
  };
  handlers.on(m.publish, (call) => {
    tell(byName.of(call), [call.decode(m.publish).message]);
    call.void();
  });
  handlers.on(m.publishAll, (call) => {
    tell(byName.of(call), call.decode(m.publishAll).messages);
    call.void();
  });
  handlers.on(m.addMessageListener, (call) => {
    call.uuid(byName.of(call).listeners.add(call, undefined));
  });
  handlers.on(m.removeMessageListener, (call) => {
    const { registrationId } = call.decode(m.removeMessageListener);
    call.boolean(byName.of(call).listeners.remove(registrationId));
  });
  return {
    serviceName: 'hz:impl:topicService',
    // Listeners stay registered, as on a real member.
    destroy: () => {},
    close: () => byName.clear(),
  };
}

/** Reliable topics. Clients store their messages in ring buffers, so only their names exist here. */
export function reliableTopics(): Structure {
  return { serviceName: 'hz:impl:reliableTopicService', destroy: () => {} };
}
