import type { RawConnection } from '../types/connection.js';
import type { ConsumeMessage } from '../types/message.js';

/** Attributes named by OpenTelemetry's conventions for messaging. Unknown ones are left out. */
export type TraceAttributes = Readonly<Record<string, string | number>>;

/** Returns the attributes of a message that is published. */
export function publishAttributes(
  connection: RawConnection,
  exchange: string,
  routingKey: string,
  properties: Readonly<Record<string, unknown>>,
  content: Buffer,
): TraceAttributes {
  return known({
    ...common(connection, exchange, routingKey, content),
    'messaging.operation.name': 'publish',
    'messaging.operation.type': 'send',
    'messaging.message.id': properties['messageId'],
    'messaging.message.conversation_id': properties['correlationId'],
  });
}

/** Returns the attributes of a message that was delivered. */
export function deliverAttributes(
  connection: RawConnection,
  { fields, properties, content }: ConsumeMessage,
): TraceAttributes {
  return known({
    ...common(connection, fields.exchange, fields.routingKey, content),
    'messaging.operation.name': 'deliver',
    'messaging.operation.type': 'process',
    'messaging.message.id': properties.messageId as unknown,
    'messaging.message.conversation_id': properties.correlationId as unknown,
    'messaging.rabbitmq.message.delivery_tag': fields.deliveryTag,
  });
}

function common(
  { stream }: RawConnection,
  exchange: string,
  routingKey: string,
  content: Buffer,
): Record<string, unknown> {
  return {
    'messaging.system': 'rabbitmq',
    // The conventions have no name for the exchange alone.
    'messaging.destination.name': [exchange, routingKey].filter(Boolean).join(':') || 'amq.default',
    'messaging.rabbitmq.destination.routing_key': routingKey || undefined,
    'messaging.message.body.size': content.length,
    'network.peer.address': stream.remoteAddress,
    'network.peer.port': stream.remotePort,
  };
}

function known(attributes: Readonly<Record<string, unknown>>): TraceAttributes {
  const entries = Object.entries(attributes).filter(([, value]) =>
    ['string', 'number'].includes(typeof value),
  );
  return Object.fromEntries(entries) as Record<string, string | number>;
}
