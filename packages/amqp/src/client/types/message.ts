import type { Loose } from './loose.js';

/** A message. */
export interface Message {
  content: Buffer;
  fields: MessageFields;
  properties: MessageProperties;
}

/** A message fetched by `get`. */
export interface GetMessage extends Message {
  fields: GetMessageFields;
}

/** A message delivered to a consumer. */
export interface ConsumeMessage extends Message {
  fields: ConsumeMessageFields;
}

/** What the server tells of every message. */
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
  /** Messages left in the queue. */
  messageCount: number;
}

export interface ConsumeMessageFields extends CommonMessageFields {
  consumerTag: string;
}

/** Properties that the publisher has set. Those that it has not set are undefined. */
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
