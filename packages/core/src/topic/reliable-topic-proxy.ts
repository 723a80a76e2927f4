import { randomUUID } from 'node:crypto';
import { Backoff } from '@offloop/runtime';
import { ObjectName } from '../calls/requests/object-name.js';
import type { CallOptions } from '../calls/call-options.js';
import { givenOptions } from '../calls/call-options.js';
import { prepared } from '../calls/schemas/prepared.js';
import { Deadline } from '../calls/deadline.js';
import { TopicOverloadPolicy, type ReliableTopicSettings } from '../config/sections/reliable-topic-config.js';
import { TopicOverloadError, type Address } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import type { ILogger } from '../logging/logger.js';
import { isMissing, missing } from '../objects/argument-checks.js';
import { BaseProxy, type ProxyContext } from '../objects/base-proxy.js';
import type { Service } from '../objects/proxy-registry.js';
import { RingProxy } from '../objects/ring-proxy.js';
import type { ITopic, ReliableMessageListener, TopicRingbuffer } from './itopic.js';
import { PAUSES } from './pauses.js';
import { ReadingLoop } from './reading-loop.js';
import type { ReadingLoops } from './reading-loops.js';
import { ReliableTopicMessage } from './reliable-topic-message.js';
import type { MessageListener } from './topic.js';
import { ringOf, TopicRing } from './topic-ring.js';

export interface TopicContext extends ProxyContext {
  readonly logger: ILogger;
  readonly loops: ReadingLoops;
  /**
   * Returns the configuration of the topic of a name. Throws InvalidConfigurationError when several patterns match equally well.
   */
  reliableTopic(name: string): ReliableTopicSettings;
  localAddress(): Address;
}

export const reliableTopicService: Service<ReliableTopicProxy<never>, TopicContext> = {
  name: 'hz:impl:reliableTopicService',
  kind: 'reliable topic',
  foundation: ringOf,
  createProxy: (name, context) => new ReliableTopicProxy(name, context),
};

class ReliableTopicProxy<E> extends BaseProxy implements ITopic<E> {
  readonly #context: TopicContext;
  readonly #settings: ReliableTopicSettings;
  readonly #ring: TopicRing;
  readonly #readings = new Map<string, ReadingLoop<E>>();

  constructor(name: string, context: TopicContext) {
    super(reliableTopicService.name, name, context);
    this.#context = context;
    this.#settings = context.reliableTopic(name);
    this.#ring = new TopicRing(name, context.invoker);
  }

  addMessageListener(listener: MessageListener<E> | ReliableMessageListener<E>): string {
    const { decoder, logger, loops, serialization } = this.#context;
    const id = randomUUID();
    const reading = new ReadingLoop(
      asListener(listener),
      {
        topicName: this.getName(),
        ring: this.#ring,
        batchSize: this.#settings.readBatchSize,
        decoder,
        littleEndian: !serialization.isBigEndian,
        logger,
        loops,
      },
      () => this.#readings.delete(id),
    );
    this.#readings.set(id, reading);
    reading.start();
    return id;
  }

  removeMessageListener(listenerId: string): boolean {
    const reading = this.#readings.get(listenerId);
    reading?.end();
    return reading !== undefined;
  }

  /** Returns the ring buffer that holds the messages: see `ITopic`. */
  getRingbuffer(): TopicRingbuffer {
    return new RingProxy(ringOf(this.getName()).name, this.#context);
  }

  // These are async, so that a message that cannot be serialized rejects.
  async publish(message: E, options?: CallOptions): Promise<void> {
    this.checkReady();
    if (message === undefined) return this.refuse(missing('message'));
    return this.#publish([message], options);
  }

  async publishAll(messages: readonly E[], options?: CallOptions): Promise<void> {
    this.checkReady();
    if (!Array.isArray(messages)) {
      throw mustBe('messages', 'an array', messages);
    }
    if (messages.some(isMissing)) return this.refuse(missing('each of the messages'));
    if (messages.length === 0) return undefined;
    return this.#publish(messages, options);
  }

  override async destroy(): Promise<void> {
    for (const reading of this.#readings.values()) reading.end();
    const { name, serviceName } = ringOf(this.getName());
    await this.#context.destroyProxy(new ObjectName(name, serviceName), serviceName);
    await super.destroy();
  }

  #publish(messages: readonly E[], given: CallOptions | undefined): Promise<void> {
    const options = givenOptions(given);
    const publisher = this.#context.localAddress();
    const { serialization } = this.#context;
    return prepared(options, (left) =>
      this.#add(
        messages.map((message) => new ReliableTopicMessage(message, publisher, serialization)),
        left,
      ),
    );
  }

  async #add(items: readonly ReliableTopicMessage[], options: CallOptions | undefined): Promise<void> {
    const deadline = Deadline.of(options);
    const { overloadPolicy } = this.#settings;
    const overwrites = overloadPolicy === TopicOverloadPolicy.DISCARD_OLDEST;
    const added = await this.#ring.add(items, overwrites, options);
    if (added || overloadPolicy === TopicOverloadPolicy.DISCARD_NEWEST) return;
    if (overloadPolicy === TopicOverloadPolicy.ERROR) {
      throw new TopicOverloadError(
        `Failed to publish message: there is no room for it on topic: ${this.getName()}`,
      );
    }
    const { pauses } = this.#context.loops;
    const backoff = new Backoff(PAUSES);
    for (;;) {
      // Attempts must follow one another.
      await pauses.wait(Math.min(backoff.next(), deadline?.millisLeft ?? Infinity), options?.signal);
      if (await this.#ring.add(items, false, deadline?.left)) return;
    }
  }
}

function asListener<E>(
  listener: MessageListener<E> | ReliableMessageListener<E>,
): ReliableMessageListener<E> {
  if (typeof listener === 'function') return { onMessage: listener };
  const given: Partial<ReliableMessageListener<E>> | null | undefined = listener;
  if (typeof given?.onMessage === 'function') return listener;
  throw mustBe('a message listener', 'a function or an object with onMessage', listener);
}
