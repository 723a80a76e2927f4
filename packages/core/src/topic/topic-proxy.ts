import { type EventOf, messages } from '@offloop/wire';
import type { CallOptions } from '../calls/call-options.js';
import { operation } from '../calls/operation.js';
import { type Address, longFrom } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { ValueOf } from '../objects/listeners/event-values.js';
import type { Service } from '../objects/proxy-registry.js';
import { Message, type MessageListener, type Topic } from './topic.js';

const m = {
  publish: operation(messages.topic.publish),
  publishAll: operation(messages.topic.publishAll),
};

const messageListener = {
  add: messages.topic.addMessageListener,
  remove: messages.topic.removeMessageListener,
};

type TopicEvent = EventOf<typeof messages.topic.addMessageListener, 'Topic'>;

export const topicService: Service<TopicProxy<never>> = {
  name: 'hz:impl:topicService',
  kind: 'topic',
  createProxy: (name, context) => new TopicProxy(name, context),
};

class TopicProxy<E> extends BaseProxy implements Topic<E> {
  constructor(name: string, context: ProxyContext) {
    super(topicService.name, name, context);
  }

  // Async, so that an invalid listener rejects.
  async addMessageListener(listener: MessageListener<E>): Promise<string> {
    this.checkActive();
    if (typeof listener !== 'function') {
      throw mustBe('a message listener', 'a function', listener);
    }
    return this.listen(messageListener, {}, 'Topic', (event, valueOf) =>
      listener(this.#messageOf(event, valueOf)),
    );
  }

  removeMessageListener(listenerId: string): Promise<boolean> {
    return this.context.listeners.remove(listenerId);
  }

  publish(message: E, options?: CallOptions): Promise<void> {
    if (isMissing(message)) return this.refuse(missing('message'));
    return this.invoke(m.publish, { message }, options);
  }

  async publishAll(items: readonly E[], options?: CallOptions): Promise<void> {
    this.checkReady();
    if (!Array.isArray(items)) {
      throw mustBe('messages', 'an array', items);
    }
    if (items.some(isMissing)) return this.refuse(missing('each of the messages'));
    return this.invoke(m.publishAll, { messages: items }, options);
  }

  #messageOf({ publishTime, uuid }: TopicEvent, valueOf: ValueOf<TopicEvent>): Message<E> {
    const member = this.context.cluster.member(uuid);
    return new Message(valueOf('item'), (member?.address ?? null) as Address, longFrom(publishTime));
  }
}
