import * as methods from '../../../wire/methods.js';
import { Destination } from './binding.js';
import { copyTable } from './copy-table.js';
import type { Fields, TopologyRecord } from './topology-record.js';

/** What a channel knows that methods leave unsaid. */
export interface ChannelDefaults {
  /** Number of the channel in the record. */
  readonly number: number;
  /** The queue that an empty name stands for: the last that was declared on the channel. */
  lastQueue: string | undefined;
  /** Messages that each further consumer may have unacknowledged; undefined: none was said. */
  readonly prefetch: number | undefined;
}

/** Enters into the record what a method has done, now that the server has answered. What only asks for something is not entered. */
export function record(
  topology: TopologyRecord,
  channel: ChannelDefaults,
  method: number,
  given: Fields,
  reply: unknown,
): void {
  const fields = { ...given, arguments: copyTable(given['arguments'] ?? {}) };
  const text = (name: string): string => (given[name] as string | undefined) ?? '';
  const queue = (): string => text('queue') || (channel.lastQueue ?? '');
  switch (method) {
    case methods.ExchangeDeclare.id:
      if (given['passive'] !== true) topology.exchangeDeclared({ name: text('exchange'), fields });
      return;
    case methods.ExchangeDelete.id:
      return topology.exchangeDeleted(text('exchange'));
    case methods.QueueDeclare.id: {
      const name = (reply as { readonly queue: string }).queue;
      channel.lastQueue = name;
      if (given['passive'] !== true)
        topology.queueDeclared({ name, fields, isServerNamed: text('queue') === '' });
      return;
    }
    case methods.QueueDelete.id:
      return topology.queueDeleted(queue());
    case methods.QueueBind.id:
      return topology.bound(queueBinding(fields.arguments));
    case methods.QueueUnbind.id:
      return topology.unbound(queueBinding(fields.arguments));
    case methods.ExchangeBind.id:
      return topology.bound(exchangeBinding(fields.arguments));
    case methods.ExchangeUnbind.id:
      return topology.unbound(exchangeBinding(fields.arguments));
    case methods.BasicConsume.id: {
      const { consumerTag } = reply as { readonly consumerTag: string };
      const { number, prefetch } = channel;
      return topology.consumed({ channel: number, consumerTag, queue: queue(), fields, prefetch });
    }
    case methods.BasicCancel.id:
      return topology.cancelled(channel.number, text('consumerTag'));
  }

  function queueBinding(table: unknown): Parameters<TopologyRecord['bound']>[0] {
    // With neither named, the server takes the queue's name for the key.
    const isKeyLeftOut = text('queue') === '' && text('routingKey') === '';
    return {
      to: Destination.QUEUE,
      destination: queue(),
      source: text('exchange'),
      routingKey: isKeyLeftOut ? queue() : text('routingKey'),
      arguments: table,
    };
  }

  function exchangeBinding(table: unknown): Parameters<TopologyRecord['bound']>[0] {
    return {
      to: Destination.EXCHANGE,
      destination: text('destination'),
      source: text('source'),
      routingKey: text('routingKey'),
      arguments: table,
    };
  }
}
