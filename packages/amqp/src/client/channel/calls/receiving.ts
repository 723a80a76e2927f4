import { BasicCancel } from '../../../wire/methods.js';
import type { Message } from '../../types/message.js';
import type { ChannelCore } from '../channel-core.js';

/** Cancels a consumer that nobody waits for any longer. Messages that it still gets go back to the queue. */
export function undoConsume(core: ChannelCore, consumerTag: string, noAck: boolean): void {
  const onMessage = (message: Message | null): void => {
    if (message !== null && !noAck) giveBack(core, message);
  };
  core.consumers.add(consumerTag, onMessage, noAck);
  core.call(BasicCancel, { consumerTag }, () => core.consumers.remove(consumerTag));
}

/** Puts a message back into its queue. */
export function giveBack({ acks }: ChannelCore, { fields }: Message): void {
  acks.nack(fields.deliveryTag, false, true);
}
