import {
  Caller,
  callerDefaults,
  type CallerDefaults,
  type CallLimits,
  type FloorStats,
} from '@offloop/runtime';
import { RedisAgent } from './agent/agent.js';
import { command, CommandRequest, type Argument, type Command } from './command.js';
import {
  AS_BYTES,
  DEFAULT_SETTINGS,
  PeerIndex,
  REPEATABLE,
  type ConnectionState,
  type RedisSettings,
} from './protocol/messages.js';
import { redisProtocol } from './reader.js';
import { Subscription, type SubscriptionEvents } from './subscription.js';

const GET = command('GET', REPEATABLE);
const GET_BUFFER = command('GET', REPEATABLE | AS_BYTES);
const MGET = command('MGET', REPEATABLE);
const MGET_BUFFER = command('MGET', REPEATABLE | AS_BYTES);
const SET = command('SET', 0);
const INCR = command('INCR', 0);
const DEL = command('DEL', 0);
const PING = command('PING', REPEATABLE);
const BLPOP = command('BLPOP', 0, PeerIndex.WAITING);
const RPUSH = command('RPUSH', 0);
const PUBLISH = command('PUBLISH', 0);

const ENTRY = new URL('./agent/entry.js', import.meta.url);
const SHUTDOWN_GRACE_MILLIS = 5_000;

export interface RedisOptions extends Partial<RedisSettings> {
  /** True if socket and protocol have a thread of their own. Default: true. */
  readonly threaded?: boolean;
  /** Time that the thread polls before it sleeps, in microseconds. Default: 100; 0 on one CPU. */
  readonly lingerMicros?: number;
  /** Limits on calls in flight and sizes of the rings, for the floor. Default: `callerDefaults`. */
  readonly floor?: Partial<CallerDefaults>;
  /** Called when the connection is made, and when it is lost or an attempt to make it fails. */
  readonly onState?: (state: ConnectionState) => void;
}

/**
 * A connection to a Redis server, opened at once and again whenever it is lost. Calls wait for it; those that are made together are sent
 * together. They reject with `ReplyError`, `ConnectionLostError`, or an error of the floor, `FloorError`.
 */
export class RedisClient {
  readonly #caller: Caller<RedisSettings, Command, never, ConnectionState>;
  readonly #settings: RedisSettings;
  readonly #threaded: boolean;

  constructor(options: RedisOptions = {}) {
    const { threaded = true, lingerMicros, floor, onState, ...given } = options;
    const settings = { ...DEFAULT_SETTINGS, ...given };
    this.#settings = settings;
    this.#threaded = threaded;
    this.#caller = new Caller(
      {
        ...callerDefaults(threaded, lingerMicros),
        name: 'redis',
        ...(threaded ? { entry: ENTRY } : { create: (_, port) => new RedisAgent(settings, port) }),
        settings: () => settings,
        ...floor,
      },
      redisProtocol,
      { onControl: (state) => onState?.(state) },
    );
    this.#caller.start();
  }

  get(key: Argument, limits?: CallLimits): Promise<string | null> {
    return this.#call(GET, [key], limits);
  }

  getBuffer(key: Argument, limits?: CallLimits): Promise<Buffer | null> {
    return this.#call(GET_BUFFER, [key], limits);
  }

  mget(keys: readonly Argument[], limits?: CallLimits): Promise<(string | null)[]> {
    return this.#call(MGET, keys, limits);
  }

  mgetBuffer(keys: readonly Argument[], limits?: CallLimits): Promise<(Buffer | null)[]> {
    return this.#call(MGET_BUFFER, keys, limits);
  }

  set(key: Argument, value: Argument, limits?: CallLimits): Promise<string> {
    return this.#call(SET, [key, value], limits);
  }

  /** Adds 1 to a number. Resolves to a bigint if the result has 16 characters or more, as a number may not hold it exactly. */
  incr(key: Argument, limits?: CallLimits): Promise<number | bigint> {
    return this.#call(INCR, [key], limits);
  }

  /** Deletes keys. Resolves to the number of those that existed. */
  del(keys: readonly Argument[], limits?: CallLimits): Promise<number> {
    return this.#call(DEL, keys, limits);
  }

  /** Adds items at the end of a list. Resolves to its length. */
  rpush(key: Argument, ...items: readonly Argument[]): Promise<number> {
    return this.#call(RPUSH, [key, ...items]);
  }

  /**
   * Takes the first item of a list, and waits for one while there is none, on a connection that nothing else waits behind but other calls of this
   * method. It takes no limits: an item that came for a call that was given up would be lost.
   *
   * @param seconds the longest wait; 0: for ever. Then it resolves to null
   */
  blpop(key: Argument, seconds: number): Promise<[key: string, item: string] | null> {
    return this.#call(BLPOP, [key, String(seconds)]);
  }

  /** Resolves to the number of subscriptions that get the message. */
  publish(channel: string, message: Argument, limits?: CallLimits): Promise<number> {
    return this.#call(PUBLISH, [channel, message], limits);
  }

  /** Opens a subscription, on a connection of its own. Rejects when that cannot be made. */
  subscription(events: SubscriptionEvents): Promise<Subscription> {
    return Subscription.open(this.#settings, this.#threaded, events);
  }

  ping(limits?: CallLimits): Promise<string> {
    return this.#call(PING, [], limits);
  }

  /** Returns the figures of the floor; undefined when the client is shut down. */
  stats(): FloorStats | undefined {
    return this.#caller.stats()[0];
  }

  /**
   * Takes no more calls, and waits for those in flight. Resolves when socket and thread have ended.
   *
   * @param drainMillis time to wait for calls, in ms; those that have not settled by then reject (`CLOSED`). Default: 0.
   */
  shutdown(drainMillis: number = 0): Promise<void> {
    return this.#caller.close({ drain: drainMillis, grace: SHUTDOWN_GRACE_MILLIS });
  }

  /** Makes a call. @typeParam Result type of its result */
  async #call<Result>(of: Command, args: readonly Argument[], limits?: CallLimits): Promise<Result> {
    return this.#caller.call<Result>(0, of, new CommandRequest(of, args), limits);
  }
}
