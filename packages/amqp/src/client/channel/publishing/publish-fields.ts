import type { Options } from '../../types/options.js';

const NO_OPTIONS: Options.Publish = Object.freeze({});
const TRANSIENT = 1;
const PERSISTENT = 2;

/**
 * Makes the arguments and the properties of a message to publish, whose names differ: one object is enough for both. Throws for an expiration
 * or headers of a wrong type; all else the encoding checks.
 */
export function publishFields(
  exchange: string,
  routingKey: string,
  given: Options.Publish | undefined,
): Record<string, unknown> {
  const options = given || NO_OPTIONS;
  const { expiration } = options;
  return {
    exchange,
    routingKey,
    mandatory: Boolean(options.mandatory),
    contentType: options.contentType,
    contentEncoding: options.contentEncoding,
    headers: headersOf(options),
    deliveryMode: deliveryModeOf(options),
    priority: options.priority,
    correlationId: options.correlationId,
    replyTo: options.replyTo,
    expiration: expiration === undefined ? undefined : expiration.toString(),
    messageId: options.messageId,
    timestamp: options.timestamp,
    type: options.type,
    userId: options.userId,
    appId: options.appId,
  };
}

function headersOf({ headers, CC, BCC }: Options.Publish): unknown {
  if (CC === undefined && BCC === undefined) {
    // A message without headers has a table, too, as with `amqplib`. Tracers add to it.
    if (!headers) return {};
    if (typeof headers === 'object') return headers;
  }
  const own = Object.create((headers || null) as object | null) as Record<string, unknown>;
  if (CC !== undefined) own['CC'] = [CC].flat().map(String);
  if (BCC !== undefined) own['BCC'] = [BCC].flat().map(String);
  return own;
}

function deliveryModeOf({ persistent, deliveryMode }: Options.Publish): number | undefined {
  if (persistent !== undefined) return persistent ? PERSISTENT : TRANSIENT;
  if (typeof deliveryMode === 'number') return deliveryMode;
  return deliveryMode ? PERSISTENT : undefined;
}
