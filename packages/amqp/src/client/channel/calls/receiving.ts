import type { Fields } from '../../../wire/method-spec.js';
import { BasicCancel, BasicConsume, BasicGet } from '../../../wire/methods.js';
import type { GetMessage } from '../../types/message.js';
import type { Limits } from '../../types/options.js';
import type { Replies } from '../../types/replies.js';
import type { ChannelCore } from '../channel-core.js';
import type { OnMessage } from '../deliveries/consumers.js';
import { callWithin } from './limited.js';

/**
 * Starts a consumer. One that was started when nobody waited any longer is cancelled, and what it got goes back to the queue.
 *
 * @param register enters the consumer under its tag
 */
export function consumeWithin(
  core: ChannelCore,
  fields: Fields,
  register: (consumerTag: string) => void,
  limits: Limits | undefined,
): Promise<Replies.Consume> {
  return callWithin<Replies.Consume>(core, BasicConsume, fields, limits, {
    arrived: ({ consumerTag }) => register(consumerTag),
    late: ({ consumerTag }) => undoConsume(core, consumerTag, fields['noAck'] === true),
  });
}

/** Fetches a message. One that came when nobody waited any longer goes back to the queue. */
export function getWithin(
  core: ChannelCore,
  fields: Fields,
  limits: Limits | undefined,
): Promise<GetMessage | false> {
  return callWithin<GetMessage | false>(core, BasicGet, fields, limits, {
    late: (message) => {
      if (message !== false && fields['noAck'] !== true) giveBack(core, message.fields.deliveryTag);
    },
  });
}

/** Cancels a consumer that nobody wants. What it gets meanwhile goes back to the queue. */
export function undoConsume(core: ChannelCore, consumerTag: string, noAck: boolean): void {
  const onMessage: OnMessage = (message) => {
    if (message !== null && !noAck) giveBack(core, message.fields.deliveryTag);
  };
  core.consumers.add(consumerTag, onMessage, noAck);
  core.call(BasicCancel, { consumerTag }, () => core.consumers.remove(consumerTag));
}

function giveBack(core: ChannelCore, deliveryTag: number): void {
  core.nack(deliveryTag, false, true);
}
