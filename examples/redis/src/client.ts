import {
  Caller,
  callerDefaults,
  type CallerDefaults,
  type CallLimits,
  type FloorStats,
} from '@offloop/runtime';
import { createAgent } from './agent/agent.js';
import { command, CommandRequest, type Argument, type Command } from './command.js';
import { AS_BYTES, REPEATABLE, type ConnectionState, type RedisSettings } from './protocol/messages.js';
import { redisProtocol } from './reader.js';

const GET = command<string | null>('GET', REPEATABLE);
const GET_BUFFER = command<Buffer | null>('GET', REPEATABLE | AS_BYTES);
const MGET = command<(string | null)[]>('MGET', REPEATABLE);
const MGET_BUFFER = command<(Buffer | null)[]>('MGET', REPEATABLE | AS_BYTES);
const SET = command<string>('SET', 0);
const INCR = command<number | bigint>('INCR', 0);
const DEL = command<number>('DEL', 0);
const PING = command<string>('PING', REPEATABLE);

const ENTRY = new URL('./agent/entry.js', import.meta.url);
const SHUTDOWN_GRACE_MILLIS = 5_000;

const DEFAULTS: RedisSettings = {
  host: '127.0.0.1',
  port: 6379,
  connectTimeoutMillis: 5_000,
  timeoutMillis: 10_000,
  minBackoffMillis: 50,
  maxBackoffMillis: 2_000,
  maxReplyBytes: 512 * 2 ** 20,
};

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
  readonly #caller: Caller<RedisSettings, Command<unknown>, never, ConnectionState>;

  constructor(options: RedisOptions = {}) {
    const { threaded = true, lingerMicros, floor, onState, ...given } = options;
    const settings = { ...DEFAULTS, ...given };
    const { thread, ...defaults } = callerDefaults(threaded);
    this.#caller = new Caller(
      {
        ...defaults,
        name: 'redis',
        ...(threaded ? { entry: ENTRY } : { create: createAgent }),
        thread: { ...thread, ...(lingerMicros === undefined ? {} : { lingerMicros }) },
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

  /** Calls in flight reject (`CLOSED`). Resolves when socket and thread are gone. */
  shutdown(): Promise<void> {
    return this.#caller.stop(SHUTDOWN_GRACE_MILLIS);
  }

  async #call<Result>(
    of: Command<Result>,
    args: readonly Argument[],
    limits: CallLimits | undefined,
  ): Promise<Result> {
    return of.result(await this.#caller.call(0, of, new CommandRequest(of.head, args), limits));
  }
}
