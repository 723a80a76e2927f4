import type { Loose } from './loose.js';

/** A message. */
export interface Message {
  content: Buffer;
  fields: MessageFields;
  properties: MessageProperties;
}

/** A message that `get` has fetched. */
export interface GetMessage extends Message {
  fields: GetMessageFields;
}

/** A message that was delivered to a consumer. */
export interface ConsumeMessage extends Message {
  fields: ConsumeMessageFields;
}

/** What the server says of every message. */
export interface CommonMessageFields {
  /** Number of the delivery on its channel. */
  deliveryTag: number;
  /** True if it was delivered before, and not acknowledged. */
  redelivered: boolean;
  exchange: string;
  routingKey: string;
}

export interface MessageFields extends CommonMessageFields {
  messageCount?: number;
  consumerTag?: string;
}

export interface GetMessageFields extends CommonMessageFields {
  /** Messages that were left in the queue. */
  messageCount: number;
}

export interface ConsumeMessageFields extends CommonMessageFields {
  consumerTag: string;
}

/** What the publisher says of a message: all names are there, undefined if it has not said them. */
export interface MessageProperties {
  contentType: Loose;
  contentEncoding: Loose;
  headers: MessagePropertyHeaders | undefined;
  deliveryMode: Loose;
  priority: Loose;
  correlationId: Loose;
  replyTo: Loose;
  expiration: Loose;
  messageId: Loose;
  timestamp: Loose;
  type: Loose;
  userId: Loose;
  appId: Loose;
  clusterId: Loose;
}

export interface MessagePropertyHeaders {
  'x-first-death-exchange'?: string;
  'x-first-death-queue'?: string;
  'x-first-death-reason'?: string;
  'x-death'?: XDeath[];
  [key: string]: Loose;
}

/** Why a message came to a dead-letter exchange. */
export interface XDeath {
  count: number;
  reason: 'rejected' | 'expired' | 'maxlen';
  queue: string;
  time: {
    '!': 'timestamp';
    value: number;
  };
  exchange: string;
  'original-expiration'?: Loose;
  'routing-keys': string[];
}
