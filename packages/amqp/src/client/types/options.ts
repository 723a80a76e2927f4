import type { ConnectionOptions } from 'node:tls';
import type { Loose } from './loose.js';

/** How a client authenticates: one of `credentials`, or your own. */
export interface Credentials {
  /** Name of the SASL mechanism: `PLAIN`, `AMQPLAIN`, `EXTERNAL`. */
  mechanism: string;
  response(): Buffer;
  username?: string;
  password?: string;
}

/** Options of the methods. */
export declare namespace Options {
  /** A server's address, instead of a URL. */
  interface Connect {
    /** `amqp` or `amqps`. Default: `amqp`. */
    protocol?: string;
    hostname?: string;
    /** Default: 5672; 5671 with `amqps`. */
    port?: number;
    /** Default: `guest`, if the password is not given either. */
    username?: string;
    password?: string;
    /** Default: `en_US`. */
    locale?: string;
    /** Bytes of the longest frame that is asked for; 0: no limit. Default: 131072. */
    frameMax?: number;
    /** Bytes of the longest frame that is accepted; 0: no limit. Default: 64 MiB, or `frameMax` if that is more. */
    maxFrameSize?: number;
    /** Seconds between heartbeats; 0: none. Default: what the server proposes. */
    heartbeat?: number;
    /** Default: `/`. */
    vhost?: string;
    /** Channels that are asked for; 0: no limit. Default: 0. */
    channelMax?: number;
    /** Not used, as in `amqplib`: credentials belong in the second argument. */
    credentials?: Credentials;
  }

  interface AssertQueue {
    exclusive?: boolean;
    /** Default: true. */
    durable?: boolean;
    autoDelete?: boolean;
    arguments?: Loose;
    /** Milliseconds. */
    messageTtl?: number;
    /** Milliseconds. */
    expires?: number;
    deadLetterExchange?: string;
    deadLetterRoutingKey?: string;
    maxLength?: number;
    maxPriority?: number;
    overflow?: string;
    queueMode?: string;
  }

  interface DeleteQueue {
    ifUnused?: boolean;
    ifEmpty?: boolean;
  }

  interface AssertExchange {
    /** Default: true. */
    durable?: boolean;
    internal?: boolean;
    autoDelete?: boolean;
    alternateExchange?: string;
    arguments?: Loose;
  }

  interface DeleteExchange {
    ifUnused?: boolean;
  }

  interface Publish {
    /** Milliseconds. */
    expiration?: string | number;
    userId?: string;
    CC?: string | string[];
    BCC?: string | string[];
    /** True: a message that is routed to no queue comes back, as event `return`. */
    mandatory?: boolean;
    persistent?: boolean;
    /** 2, or true: persistent. Ignored if `persistent` is given. */
    deliveryMode?: boolean | number;
    contentType?: string;
    contentEncoding?: string;
    headers?: Loose;
    priority?: number;
    correlationId?: string;
    replyTo?: string;
    messageId?: string;
    timestamp?: number;
    type?: string;
    appId?: string;
  }

  interface Consume {
    /** Default: made by the server. */
    consumerTag?: string;
    noLocal?: boolean;
    noAck?: boolean;
    exclusive?: boolean;
    priority?: number;
    arguments?: Loose;
  }

  interface Get {
    noAck?: boolean;
  }
}

/** The second argument of `connect`. Other options go to `net.connect` or `tls.connect`. */
export interface SocketOptions extends ConnectionOptions {
  /** False: the kernel delays small packets until earlier ones are acknowledged. Default: true; in `amqplib` false. */
  noDelay?: boolean;
  /** Milliseconds until a connection must be open. Default: no limit. */
  timeout?: number;
  keepAlive?: boolean;
  /** Milliseconds. Default: 0, the system's own. */
  keepAliveDelay?: number;
  /** Shown by the server's tools. */
  clientProperties?: Record<string, unknown>;
  credentials?: Credentials;
  /**
   * Where socket and heartbeats live. True: in a worker thread, which a blocked event loop does not hold up. False: on the event loop, as with
   * `amqplib`. `'auto'`: on the loop, guarded by a thread that sends heartbeats while the loop is blocked, until the worker thread pays; with TLS in
   * the thread from the start, unless an option cannot cross to it, such as a function. Default: `'auto'`.
   */
  threaded?: boolean | 'auto';
}

/** Options of a channel. */
export interface ChannelOptions {
  /** `publish` returns false when about twice as many messages wait. Default: 1024. */
  highWaterMark?: number;
}

/** When to stop waiting for a reply: the last argument of methods that wait for one. */
export interface Limits {
  /**
   * Milliseconds after which the promise rejects with a `TimeoutError`: over 0 and up to 2,147,483,647, or `Infinity` for no limit. The server may
   * still do what was asked.
   */
  readonly timeout?: number | undefined;
  /** Rejects the promise with the signal's reason. The server may still do what was asked. */
  readonly signal?: AbortSignal | undefined;
}
