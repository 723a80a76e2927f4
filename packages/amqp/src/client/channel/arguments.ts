import type { Options } from '../types/options.js';

type Fields = Record<string, unknown>;

const NONE = Object.freeze({});

export function assertQueue(queue: string | undefined, given: Options.AssertQueue | undefined): Fields {
  const options = (given || NONE) as Options.AssertQueue;
  return {
    queue: queue || '',
    exclusive: Boolean(options.exclusive),
    durable: options.durable === undefined ? true : options.durable,
    autoDelete: Boolean(options.autoDelete),
    arguments: table(options.arguments, {
      'x-expires': options.expires,
      'x-message-ttl': options.messageTtl,
      'x-dead-letter-exchange': options.deadLetterExchange,
      'x-dead-letter-routing-key': options.deadLetterRoutingKey,
      'x-max-length': options.maxLength,
      'x-max-priority': options.maxPriority,
      'x-overflow': options.overflow,
      'x-queue-mode': options.queueMode,
    }),
  };
}

/** The fields of a declaration that makes nothing. */
export function checkQueue(queue: string): Fields {
  return { queue, passive: true, durable: true };
}

export function deleteQueue(queue: string, options: Options.DeleteQueue | undefined): Fields {
  return { queue, ifUnused: Boolean(options?.ifUnused), ifEmpty: Boolean(options?.ifEmpty) };
}

export function purgeQueue(queue: string): Fields {
  return { queue };
}

export function bindQueue(queue: string, exchange: string, routingKey: string, given: unknown): Fields {
  return { queue, exchange, routingKey, arguments: given };
}

export function assertExchange(
  exchange: string,
  type: string,
  given: Options.AssertExchange | undefined,
): Fields {
  const options = (given || NONE) as Options.AssertExchange;
  return {
    exchange,
    type,
    durable: options.durable === undefined ? true : options.durable,
    autoDelete: Boolean(options.autoDelete),
    internal: Boolean(options.internal),
    arguments: table(options.arguments, { 'alternate-exchange': options.alternateExchange }),
  };
}

/** The fields of a declaration that makes nothing. */
export function checkExchange(exchange: string): Fields {
  return { exchange, passive: true, durable: true, type: '' };
}

export function deleteExchange(exchange: string, options: Options.DeleteExchange | undefined): Fields {
  return { exchange, ifUnused: Boolean(options?.ifUnused) };
}

export function bindExchange(
  destination: string,
  source: string,
  routingKey: string,
  given: unknown,
): Fields {
  return { destination, source, routingKey, arguments: given };
}

export function consume(queue: string, given: Options.Consume | undefined): Fields {
  const options = (given || NONE) as Options.Consume;
  return {
    queue,
    consumerTag: options.consumerTag || '',
    noLocal: Boolean(options.noLocal),
    noAck: Boolean(options.noAck),
    exclusive: Boolean(options.exclusive),
    arguments: table(options.arguments, { 'x-priority': options.priority }),
  };
}

export function cancel(consumerTag: string): Fields {
  return { consumerTag };
}

export function get(queue: string, options: Options.Get | undefined): Fields {
  return { queue, noAck: Boolean(options?.noAck) };
}

export function prefetch(count: number, global: boolean | undefined): Fields {
  return { prefetchCount: count || 0, global: Boolean(global) };
}

export function recover(): Fields {
  return { requeue: true };
}

/**
 * Puts what options say into a table of further arguments, which is not changed. Throws a TypeError for a table that is not an object.
 *
 * @param named undefined: not said
 */
function table(given: object | null | undefined, named: Readonly<Record<string, unknown>>): object {
  const fields = Object.create(given || null) as Record<string, unknown>;
  for (const name in named) if (named[name] !== undefined) fields[name] = named[name];
  return fields;
}
