import type { MethodSpec } from '../../../wire/method-spec.js';
import { BasicConsume, BasicQos, QueueDeclare } from '../../../wire/methods.js';
import type { ChannelCore } from '../../channel/channel-core.js';
import type { ChannelObserver } from '../../channel/channel-observer.js';
import { undoConsume } from '../../channel/calls/receiving.js';
import type { Rpc } from '../../channel/calls/rpc-queue.js';
import type { Session } from '../../connection/session.js';
import { callChannel, closeChannel, openChannel } from './channel-calls.js';
import { Prefetch } from './prefetch.js';
import { record, type ChannelDefaults } from './recorder.js';
import type { Fields, RecordedConsumer, TopologyRecord } from './topology-record.js';

/** What a recovering channel asks of its topology. */
export interface RecoveringChannelOwner {
  readonly record: TopologyRecord;
  /** True when no connection will follow. */
  readonly isStopped: boolean;
  remove(channel: RecoveringChannel): void;
}

/** A channel of the application that comes back after a loss. The application keeps its object; each connection gets a new core for it. */
export class RecoveringChannel implements ChannelObserver, ChannelDefaults {
  readonly number: number;
  lastQueue: string | undefined;
  readonly #owner: RecoveringChannelOwner;
  readonly #select: MethodSpec | undefined;
  readonly #move: (core: ChannelCore) => void;
  readonly #prefetch = new Prefetch();
  #core: ChannelCore;
  /** The method that was not called by the application. */
  #own: Rpc | undefined;
  #isClosed = false;

  /** @param number in the record */
  constructor(
    number: number,
    owner: RecoveringChannelOwner,
    core: ChannelCore,
    select: MethodSpec | undefined,
    move: (core: ChannelCore) => void,
  ) {
    this.number = number;
    this.#owner = owner;
    this.#core = core;
    this.#select = select;
    this.#move = move;
    core.observer = this;
  }

  get prefetch(): number | undefined {
    return this.#prefetch.each;
  }

  onReply(rpc: Rpc, reply: unknown): void {
    if (this.isOwn(rpc)) return this.#onOwnReply(rpc);
    if (rpc.spec.id === BasicQos.id) this.#prefetch.said(rpc.fields);
    else record(this.#owner.record, this, rpc.spec.id, rpc.fields, reply);
  }

  onCancel(consumerTag: string): void {
    this.#owner.record.cancelled(this.number, consumerTag);
  }

  isOwn(rpc: Rpc): boolean {
    return rpc === this.#own;
  }

  onLost(): boolean {
    return !this.#owner.isStopped && !this.#isClosed;
  }

  onClosed(): boolean {
    if (this.#isClosed) return false;
    this.#isClosed = true;
    this.#owner.record.channelClosed(this.number);
    this.#owner.remove(this);
    return true;
  }

  /** No connection will follow: if the channel is lost, it is closed. Throws what its listeners throw. */
  abandon(): void {
    this.#core.abandon();
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** True if it has to be opened again. */
  get isLost(): boolean {
    return !this.#isClosed && this.#core.isLost;
  }

  /** Opens the channel on a connection, in the mode that it had, if it is not open there. */
  async open(session: Session): Promise<void> {
    if (!this.isLost) return;
    const core = this.#core.successor(session);
    core.observer = this;
    await openChannel(core);
    if (this.#select !== undefined) await callChannel(core, this.#select, {});
    // The application may have closed it meanwhile.
    if (this.#isClosed) return closeChannel(core);
    this.#core = core;
    this.#prefetch.forget();
    this.#move(core);
    await this.#tellPrefetch(() => undefined);
  }

  /** Starts a consumer again. Rejects with the server's reason if it refuses: the channel is then lost again, and the application knows nothing of it. */
  async consume({ queue, consumerTag, fields, prefetch }: RecordedConsumer): Promise<void> {
    await this.#tellPrefetch(() => prefetch);
    await this.#call(BasicConsume, { ...fields, queue, consumerTag });
  }

  /** The channel is as it was. @param isThere says whether a queue is there */
  async settle(isThere: (queue: string) => boolean): Promise<void> {
    await this.#tellPrefetch(() => this.prefetch);
    // Has the server know which queue an empty name stands for.
    const { lastQueue } = this;
    if (lastQueue !== undefined && isThere(lastQueue))
      await this.#call(QueueDeclare, { queue: lastQueue, passive: true, durable: true });
  }

  /** Tells the application that a consumer has ended. Throws what it throws. */
  endConsumer(consumerTag: string): void {
    this.#core.endConsumer({ consumerTag });
  }

  /** Throws what its listeners throw. */
  tellRecovered(): void {
    this.#core.tellRecovered();
  }

  /** Sends the prefetch to the server, again if the application has changed it meanwhile. @param each returns the prefetch of each consumer */
  async #tellPrefetch(each: () => number | undefined): Promise<void> {
    for (;;) {
      const fields = this.#prefetch.next(each());
      if (fields === undefined) return;
      await this.#call(BasicQos, fields);
    }
  }

  /** A consumer that the application has cancelled just before it was started again is cancelled again. */
  #onOwnReply({ spec, fields }: Rpc): void {
    if (spec.id !== BasicConsume.id) return;
    const consumerTag = fields['consumerTag'] as string;
    if (!this.#owner.record.hasConsumer(this.number, consumerTag))
      undoConsume(this.#core, consumerTag, fields['noAck'] === true);
  }

  async #call(method: MethodSpec, fields: Fields): Promise<void> {
    await callChannel(this.#core, method, fields, (rpc) => {
      this.#own = rpc;
    });
  }
}
