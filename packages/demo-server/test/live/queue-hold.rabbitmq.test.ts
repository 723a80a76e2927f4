import { expect, test } from 'vitest';

// The built module: it starts built processes, which lie beside it.
import { QueueHold } from '../../dist/live/queue-hold.js';
import { BROKER_URL } from '../../../amqp/test/support/rabbitmq.js';

test('a hold of more than three heartbeats costs amqplib its connection and its messages, and ours nothing', async () => {
  const hold = await QueueHold.open(BROKER_URL, 1);
  try {
    expect(await hold.run(8_000)).toEqual([
      { title: '@offloop/amqp', connected: true, published: true, acknowledged: true },
      { title: 'amqplib', connected: false, published: false, acknowledged: false },
    ]);
  } finally {
    await hold.stop();
  }
});
