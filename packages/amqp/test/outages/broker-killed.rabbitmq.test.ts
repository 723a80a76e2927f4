import { RabbitmqBroker } from '@offloop/tools';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { connect } from '../support/ours/index.js';
import { freshName } from '../support/rabbitmq.js';
import { PLACE } from '../support/ours/place.js';
import { startBlocked } from './support/blocked/start.js';

// Its own, as it is killed.
let broker: RabbitmqBroker;
beforeAll(async () => {
  broker = await RabbitmqBroker.start();
});
afterAll(() => broker.stop());

const COUNT = 200;

/** Declares a queue that the broker still knows after it was killed: it writes what was declared to its disk a little later. */
async function declareOnDisk(queue: string): Promise<void> {
  const model = await connect(broker.url);
  const channel = await model.createChannel();
  await channel.assertQueue(queue);
  await model.close();
  await broker.run('eval', 'ok = mnesia:sync_log().');
}

interface Report {
  readonly events: readonly (readonly string[])[];
  /** Why calls were refused that were under way; null: one was answered. */
  readonly refused: readonly (string | null)[];
  /** Messages whose callbacks were called, and those that were in the queue at the end. */
  readonly told: number;
  readonly arrived: number;
  /** Codes of the errors that callbacks got. */
  readonly codes: readonly string[];
  /** Messages of the blocked tick of which it was said that they have not left the process. */
  readonly unsent: number;
}

test('a broker that is killed while the loop is blocked leaves nothing hanging, and a connection that recovers goes on', async () => {
  const queue = freshName();
  await declareOnDisk(queue);
  const program = startBlocked<Report>({
    library: 'offloop',
    role: 'recovering',
    url: `${broker.url}?heartbeat=2`,
    queue,
    count: COUNT,
    bytes: 0,
    blockMillis: 6_500,
  });
  await program.blocked;
  await broker.kill();
  await broker.restart();
  const { events, refused, ...counts } = await program.report;
  expect(events).toEqual([['error', expect.any(String)], ['channel close'], ['disconnect']]);
  const [check, earlier, blocked] = refused;
  expect([check, blocked]).toEqual(['Channel ended, no reply will be forthcoming', 'channel closed']);
  // The broker may have confirmed the messages of before the block when it is killed.
  expect(['channel closed', null]).toContain(earlier);
  // The thread knows of the loss before the tick ends. The loop may write to the socket before it is told, and then says that they may have been sent.
  const unsent = PLACE.threaded === true ? [COUNT / 2] : [0, COUNT / 2];
  expect(unsent).toContain(counts.unsent);
  expect(counts).toMatchObject({ told: COUNT, arrived: COUNT, codes: ['LOST_PUBLISH'] });
}, 120_000);
