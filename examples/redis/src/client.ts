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
  REPEATABLE,
  type ConnectionState,
  type RedisSettings,
} from './protocol/messages.js';
import { redisProtocol } from './reader.js';

const GET = command('GET', REPEATABLE);
const GET_BUFFER = command('GET', REPEATABLE | AS_BYTES);
const MGET = command('MGET', REPEATABLE);
const MGET_BUFFER = command('MGET', REPEATABLE | AS_BYTES);
const SET = command('SET', 0);
const INCR = command('INCR', 0);
const DEL = command('DEL', 0);
const PING = command('PING', REPEATABLE);

const ENTRY = new URL('./agent/entry.js', import.meta.url);
const SHUTDOWN_GRACE_MILLIS = 5_000;

export interface RedisOptions extends Partial<RedisSettings> {
  /** Whether socket and protocol have a thread of their own. Default: true. */
  readonly threaded?: boolean;
  /** Microseconds the thread polls before it sleeps. Default: 100; 0 on one CPU. */
  readonly lingerMicros?: number;
  /** Limits on calls in flight, sizes of the rings: goes to the floor. Default: `callerDefaults`. */
  readonly floor?: Partial<CallerDefaults>;
  /** Hears when the connection is there, and when it, or an attempt, is lost. */
  readonly onState?: (state: ConnectionState) => void;
}

/**
 * A connection to a Redis server, opened at once and again whenever it is lost. Calls wait for it; those that are made
 * together travel together. They reject with `ReplyError`, `ConnectionLostError`, or one of the floor's: `FloorError`.
 */
export class RedisClient {
  readonly #caller: Caller<RedisSettings, Command, never, ConnectionState>;

  constructor(options: RedisOptions = {}) {
    const { threaded = true, lingerMicros, floor, onState, ...given } = options;
    const settings = { ...DEFAULT_SETTINGS, ...given };
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

  /** @returns a bigint from 16 characters on: a number may not hold it exactly. */
  incr(key: Argument, limits?: CallLimits): Promise<number | bigint> {
    return this.#call(INCR, [key], limits);
  }

  /** @returns how many of them there were. */
  del(keys: readonly Argument[], limits?: CallLimits): Promise<number> {
    return this.#call(DEL, keys, limits);
  }

  ping(limits?: CallLimits): Promise<string> {
    return this.#call(PING, [], limits);
  }

  /** Undefined when it is shut down. */
  stats(): FloorStats | undefined {
    return this.#caller.stats()[0];
  }

  /**
   * Takes no more calls, and waits for those in flight. Resolves when socket and thread are gone.
   *
   * @param drainMillis how long it waits; calls that have not settled by then reject (`CLOSED`). Default: 0.
   */
  shutdown(drainMillis: number = 0): Promise<void> {
    return this.#caller.close({ drain: drainMillis, grace: SHUTDOWN_GRACE_MILLIS });
  }

  /** @typeParam Result what replies to this command become. */
  async #call<Result>(of: Command, args: readonly Argument[], limits?: CallLimits): Promise<Result> {
    return this.#caller.call<Result>(0, of, new CommandRequest(of.head, args), limits);
  }
}
