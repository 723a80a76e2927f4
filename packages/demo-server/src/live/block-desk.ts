import { startChild, type Child } from '@offloop/tools/measure';

import { approachById } from '../approaches/approaches.js';
import {
  BLOCKED,
  type Blocked,
  type BlockSettings,
  type FromBlocked,
  type ToBlocked,
} from '../block/block.js';
import { startRelay, type Relay } from '../block/relay.js';
import type { BlockedClient, BlockState, CallsUnderWay, LiveEvent } from '../figures/live-events.js';
import { runUnderWay } from '../http/http-error.js';
import { QueueHold } from './queue-hold.js';

/** Seconds of silence after which the relay cuts a client off. */
const SILENCE_SECONDS = 5;
/** Time between two reports on a hold, in ms. */
const LOOK_MILLIS = 250;

interface Party {
  readonly client: Blocked;
  readonly key: string;
  readonly relay: Relay;
  readonly child: Child<FromBlocked, ToBlocked>;
  hasLock: boolean;
  underWay: CallsUnderWay | undefined;
  nextCall: number | null | undefined;
}

export interface BlockDeskOptions {
  /** Address of a member, `host:port`. */
  readonly address: string;
  readonly isLocked: (key: string) => Promise<boolean>;
  /** Returns true while a load is under way. */
  readonly isBusy: () => boolean;
  readonly tell: (event: LiveEvent) => void;
  /** Resolves to the address of a RabbitMQ broker; undefined if there is none. */
  readonly broker: () => Promise<string | undefined>;
}

/**
 * Holds the threads of several processes, each with a different client, and reports from outside what becomes of their connections and
 * locks.
 */
export class BlockDesk {
  readonly #options: BlockDeskOptions;
  #state: BlockState | undefined;
  #current: { readonly stop: AbortController; readonly done: Promise<void> } | undefined;
  #nextId = 1;

  constructor(options: BlockDeskOptions) {
    this.#options = options;
  }

  /** The state of the hold under way, else of the last one; undefined before the first. */
  get state(): BlockState | undefined {
    return this.#state;
  }

  get busy(): boolean {
    return this.#current !== undefined;
  }

  /** Begins a hold. Throws HttpError 409 while a hold or a load is under way. */
  start(seconds: number): BlockState {
    if (this.busy || this.#options.isBusy()) throw runUnderWay();
    const clients = BLOCKED.map((id): BlockedClient => ({
      id,
      title: approachById(id)?.title ?? id,
      connected: true,
      locked: true,
      heartbeats: 0,
    }));
    const state: BlockState = {
      id: this.#nextId++,
      seconds,
      silenceSeconds: SILENCE_SECONDS,
      elapsed: 0,
      phase: 'starting',
      clients,
    };
    this.#tell(state);
    const stop = new AbortController();
    const done = this.#run(state, stop.signal).finally(() => (this.#current = undefined));
    this.#current = { stop, done };
    return state;
  }

  /** Ends the hold under way, and resolves when its processes have ended. */
  async stop(): Promise<void> {
    this.#current?.stop.abort();
    await this.#current?.done;
  }

  async #run(begun: BlockState, signal: AbortSignal): Promise<void> {
    const parties: Party[] = [];
    let queues: QueueHold | undefined;
    try {
      const url = await this.#options.broker();
      if (url !== undefined) queues = await QueueHold.open(url, begun.id);
      await Promise.all(BLOCKED.map((client) => this.#open(client, begun.id, parties)));
      const running = signal.aborted ? undefined : queues?.run(begun.seconds * 1_000);
      // After an abort nobody waits for it, which rejects when the processes are killed.
      running?.catch(() => undefined);
      if (!signal.aborted) await this.#hold(begun, parties, signal);
      const fates = signal.aborted ? undefined : await running;
      const state = { ...(this.#state ?? begun), ...(fates === undefined ? {} : { queues: fates }) };
      this.#tell({ ...state, phase: signal.aborted ? 'stopped' : 'done' });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#tell({ ...(this.#state ?? begun), phase: 'failed', reason });
    } finally {
      // A held thread cannot read that it is to end: after an abort its process is killed at once.
      const graceMillis = signal.aborted ? 0 : undefined;
      await Promise.all([...parties.map(({ child }) => child.stop(graceMillis)), queues?.stop(graceMillis)]);
      await Promise.all(parties.map(({ relay }) => relay.close()));
    }
  }

  async #open(client: Blocked, id: number, parties: Party[]): Promise<void> {
    const relay = await startRelay(this.#options.address, SILENCE_SECONDS * 1_000);
    const key = `${client} ${process.pid} ${id}`;
    const settings: BlockSettings = { client, address: relay.address, key };
    const child = startChild<FromBlocked, ToBlocked>(
      new URL('../block-process.js', import.meta.url),
      settings,
    );
    parties.push({ client, key, relay, child, hasLock: true, underWay: undefined, nextCall: undefined });
    const message = await child.next('ready', 'failed');
    if (message.type === 'failed') throw new Error(message.reason);
  }

  async #hold(begun: BlockState, parties: readonly Party[], signal: AbortSignal): Promise<void> {
    const startedAt = performance.now();
    const look = async (phase: BlockState['phase']): Promise<void> => {
      await Promise.all(
        parties.map(async (party) => {
          party.hasLock &&= await this.#options.isLocked(party.key);
        }),
      );
      const elapsed = Math.min(begun.seconds, (performance.now() - startedAt) / 1_000);
      this.#tell({ ...begun, phase, elapsed, clients: begun.clients.map((each) => seen(each, parties)) });
    };
    const called = parties.map(async (party) => {
      const call = party.child.next('called');
      party.relay.watch();
      party.child.send({ type: 'hold', millis: begun.seconds * 1_000 });
      const { underWay, millis } = await call;
      party.underWay = underWay;
      party.nextCall = millis;
    });
    const ended = Promise.all(called).then(() => 'ended' as const);
    const aborted = new Promise<'ended'>((resolve) =>
      signal.addEventListener('abort', () => resolve('ended'), { once: true }),
    );
    // After an abort nobody waits for `ended`, which rejects when the processes are killed.
    ended.catch(() => undefined);
    for (;;) {
      const pause = new Promise<'go on'>((resolve) => setTimeout(resolve, LOOK_MILLIS, 'go on'));
      const next = await Promise.race([ended, aborted, pause]);
      await look('held');
      if (next === 'ended') return;
    }
  }

  #tell(state: BlockState): void {
    this.#state = state;
    this.#options.tell({ type: 'block', state });
  }
}

function seen(client: BlockedClient, parties: readonly Party[]): BlockedClient {
  const party = parties.find((each) => each.client === client.id);
  if (party === undefined) return client;
  const { relay, hasLock, underWay, nextCall } = party;
  return {
    ...client,
    connected: !relay.hasLost(),
    locked: hasLock,
    heartbeats: relay.heartbeats(),
    ...(underWay === undefined ? {} : { underWay }),
    ...(nextCall === undefined ? {} : { nextCall }),
  };
}
