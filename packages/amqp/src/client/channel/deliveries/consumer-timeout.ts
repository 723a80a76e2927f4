import { monotonicNow } from '@offloop/runtime/clock';
import type { Unacknowledged } from './unacknowledged.js';

const TIMED_OUT = /delivery acknowledgement on channel \d+ timed out/;
const LIMIT = /Timeout value used: (\d+) ms/;

/**
 * Explains why RabbitMQ closes a channel whose delivery was not acknowledged in time; undefined if it closes it for another reason.
 *
 * @param replyText what RabbitMQ says
 */
export function consumerTimeoutHint(
  replyText: string,
  { count, oldest }: Unacknowledged,
): string | undefined {
  if (!TIMED_OUT.test(replyText)) return undefined;
  const limit = LIMIT.exec(replyText)?.[1];
  const what = limit === undefined ? 'consumer_timeout' : `consumer_timeout (${limit} ms)`;
  return [
    whose(count, oldest),
    `RabbitMQ closes a channel that does not acknowledge a delivery within ${what}, whatever the heartbeats do.`,
    "Acknowledge earlier, or set a longer one: consumer_timeout in rabbitmq.conf, or argument 'x-consumer-timeout' of the queue.",
  ].join(' ');
}

function whose(count: number, oldest: Unacknowledged['oldest']): string {
  if (oldest === undefined)
    return 'The acknowledgement came too late, or the delivery is waiting for this event loop.';
  const { consumerTag, at } = oldest;
  const holder =
    consumerTag === undefined ? 'A message fetched by get' : `A message of consumer '${consumerTag}'`;
  const age = `${((monotonicNow() - at) / 1000).toFixed(1)} s`;
  const all = count === 1 ? '' : ` (${count} are not in all)`;
  return `${holder} was handed over ${age} ago and is not acknowledged${all}.`;
}
