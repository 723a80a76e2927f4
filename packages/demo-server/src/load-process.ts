// Makes the load in a process of its own, so that it shares no loop with the server or the page.
import type { FromLoad, ToLoad, TurnOrder } from './load/load.js';
import { Turns } from './load/turns.js';
import { childSettings, tellParent } from '@offloop/tools/measure';

childSettings(() => process.exit());
const say: (message: FromLoad) => void = tellParent;

/** The load on each server, by the server's port. */
const turns = new Map<number, Turns>();

process.on('message', (message: ToLoad) => {
  answerTo(message).then(say, (error: unknown) => {
    say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  });
});
say({ type: 'ready' });

function answerTo(message: ToLoad): Promise<FromLoad> {
  return message.type === 'turn' ? turn(message.order) : warmUp(message.orders);
}

async function turn(order: TurnOrder): Promise<FromLoad> {
  const { port } = order;
  const known = turns.get(port) ?? new Turns(port);
  turns.set(port, known);
  return { type: 'turned', result: await known.take(order) };
}

async function warmUp(orders: readonly TurnOrder[]): Promise<FromLoad> {
  await Promise.allSettled(orders.map(turn));
  return { type: 'warm' };
}
