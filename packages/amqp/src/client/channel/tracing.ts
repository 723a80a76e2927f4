import { tracingChannel, type Channel, type TracingChannel } from 'node:diagnostics_channel';
import { publishAttributes, type TraceAttributes } from './trace-attributes.js';
import type { RawConnection } from '../types/connection.js';
import type { ConsumeMessage } from '../types/message.js';

/** What the channels of `tracingChannel('offloop:amqp:publish')` get for a message: the same object in each. */
export interface PublishTrace {
  readonly connection: RawConnection;
  /** Number of the channel. */
  readonly channel: number;
  readonly exchange: string;
  readonly routingKey: string;
  /** The message's headers. A subscriber of `start` may add to them, such as the context of its trace. */
  readonly headers: Record<string, unknown>;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly content: Buffer;
  readonly attributes: TraceAttributes;
  /** What `publish` has returned, from `end` on. */
  readonly result?: unknown;
  /** What it has thrown. */
  readonly error?: unknown;
}

/** What the channels of `tracingChannel('offloop:amqp:deliver')` get while a consumer runs: the same object in each. */
export interface DeliverTrace {
  readonly connection: RawConnection;
  /** Number of the channel. */
  readonly channel: number;
  readonly message: ConsumeMessage;
  readonly attributes: TraceAttributes;
  /** What the consumer has thrown. */
  readonly error?: unknown;
}

type Traced<Message> = TracingChannel<unknown, Message & object> & Readonly<Record<'start', Channel>>;

export const publishTracing: Traced<PublishTrace> = tracingChannel<unknown, PublishTrace>(
  'offloop:amqp:publish',
);
export const deliverTracing: Traced<DeliverTrace> = tracingChannel<unknown, DeliverTrace>(
  'offloop:amqp:deliver',
);

interface Fields {
  readonly exchange: string;
  readonly routingKey: string;
  readonly headers: object;
  readonly [name: string]: unknown;
}

/** Makes what is told of a message that is published, and gives it headers that may be changed. */
export function publishTrace(
  connection: RawConnection,
  channel: number,
  fields: Record<string, unknown>,
  content: Buffer,
): PublishTrace {
  // Their types are checked when they are encoded.
  const { exchange, routingKey, headers: given, ...properties } = fields as Fields;
  // Keys that are inherited are sent, too.
  const headers = Object.create(given) as Record<string, unknown>;
  fields['headers'] = headers;
  return {
    connection,
    channel,
    exchange,
    routingKey,
    headers,
    properties,
    content,
    attributes: publishAttributes(connection, exchange, routingKey, properties, content),
  };
}
