import { messages, type WireUuid } from '@offloop/wire';

import type { Handlers } from '../../calls/handlers.js';
import { Listeners, sendEvent } from '../shared/listeners.js';
import { NamedObject, NamedObjects } from '../shared/named-objects.js';
import type { Structure, StructureContext } from '../shared/structure.js';

const m = messages.topic;

class NamedTopic extends NamedObject {
  readonly listeners: Listeners<undefined> = new Listeners();
}

/** Service of topics. Messages are sent to the listeners and not stored. */
export class TopicService implements Structure {
  readonly serviceName = 'hz:impl:topicService';
  readonly #topics: NamedObjects<NamedTopic> = new NamedObjects((name) => new NamedTopic(name));
  readonly #memberUuid: WireUuid;

  constructor({ memberUuid }: StructureContext) {
    this.#memberUuid = memberUuid;
  }

  register(handlers: Handlers): void {
    handlers.on(m.publish, (call) => {
      const topic = this.#topics.of(call);
      this.#tell(topic, [call.decode(m.publish).message]);
      call.void();
    });
    handlers.on(m.publishAll, (call) => {
      const topic = this.#topics.of(call);
      this.#tell(topic, call.decode(m.publishAll).messages);
      call.void();
    });
    handlers.on(m.addMessageListener, (call) => {
      call.uuid(this.#topics.of(call).listeners.add(call, undefined));
    });
    handlers.on(m.removeMessageListener, (call) => {
      const topic = this.#topics.of(call);
      call.boolean(topic.listeners.remove(call.decode(m.removeMessageListener).registrationId));
    });
  }

  /** Does nothing: listeners stay registered, as on a real member. */
  destroy(): void {}

  close(): void {
    this.#topics.clear();
  }

  #tell({ listeners }: NamedTopic, items: readonly Buffer[]): void {
    const publishTime = BigInt(Date.now());
    for (const item of items) {
      for (const listener of listeners) {
        sendEvent(listener, m.addMessageListener, 'Topic', { item, publishTime, uuid: this.#memberUuid });
      }
    }
  }
}
