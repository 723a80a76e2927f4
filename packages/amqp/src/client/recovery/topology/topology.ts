import { throwLater } from '@offloop/runtime';
import type { EventEmitter } from 'node:events';
import type { MethodSpec } from '../../../wire/method-spec.js';
import type { ChannelCore } from '../../channel/channel-core.js';
import type { ChannelRecovery } from '../../channel/channel-recovery.js';
import type { Session } from '../../connection/session.js';
import { RecoveringChannel, type RecoveringChannelOwner } from './recovering-channel.js';
import { Restoration, type RestorationEvents } from './restoration.js';
import { TopologyRecord } from './topology-record.js';

/**
 * The channels of a connection that recovers, and what was declared on them. Both come back on each connection that follows.
 *
 * ```
 *   channel: open ──connection lost──▶ lost ──restore──▶ open …
 *              └──closed, refused──▶ closed ◀──close, stop──┘
 * ```
 */
export class Topology implements ChannelRecovery, RecoveringChannelOwner, RestorationEvents {
  readonly record: TopologyRecord = new TopologyRecord();
  readonly #emitter: EventEmitter;
  readonly #channels = new Set<RecoveringChannel>();
  #lastNumber = 0;
  #isStopped = false;

  /** @param emitter hears of the events */
  constructor(emitter: EventEmitter) {
    this.#emitter = emitter;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  add(core: ChannelCore, select: MethodSpec | undefined, move: (core: ChannelCore) => void): void {
    this.#channels.add(new RecoveringChannel(++this.#lastNumber, this, core, select, move));
  }

  remove(channel: RecoveringChannel): void {
    this.#channels.delete(channel);
  }

  /** Restores everything on a new connection. Rejects if that is lost, or if another attempt is needed. */
  async restore(session: Session): Promise<void> {
    const restoration = new Restoration(session, this.record, this);
    await restoration.run([...this.#channels]);
    if (this.#isStopped) return;
    for (const { channel, consumer } of restoration.ended)
      tell(() => channel.endConsumer(consumer.consumerTag));
    for (const channel of this.#channels) tell(() => channel.tellRecovered());
    this.#emit('topology-recovered', { failures: restoration.failures });
  }

  /** No connection follows: channels that are lost are closed. */
  stop(): void {
    this.#isStopped = true;
    for (const channel of this.#channels) tell(() => channel.abandon());
  }

  onFailed(error: Error): void {
    this.#emit('topology-failed', error);
  }

  onRenamed(from: string, to: string): void {
    this.record.queueRenamed(from, to);
    for (const channel of this.#channels) if (channel.lastQueue === from) channel.lastQueue = to;
    this.#emit('queue-renamed', { from, to });
  }

  #emit(event: string, value: unknown): void {
    tell(() => void this.#emitter.emit(event, value));
  }
}

/** Tells the application something. What it throws is not this connection's end. */
function tell(step: () => void): void {
  try {
    step();
  } catch (error) {
    throwLater(error);
  }
}
