// The load, in a process of its own: neither the server nor the page shares a loop with it.
import type { FromLoad, LoadOrder, ToLoad } from './load/load.js';
import { runLoad, type RunningLoad } from './load/run-load.js';
import { childSettings } from '@offloop/tools/measure';

childSettings(() => process.exit());
const say = (message: FromLoad): void => void process.send?.(message);

let running: RunningLoad | undefined;

process.on('message', (message: ToLoad) => {
  if (message.type === 'stop') running?.stop();
  else void load(message.order);
});
say({ type: 'ready' });

async function load(order: LoadOrder): Promise<void> {
  try {
    running = runLoad(order, {
      onBegun: () => say({ type: 'begun' }),
      onPing: (ping) => say({ type: 'ping', ping }),
    });
    say({ type: 'loaded', result: await running.done });
  } catch (error) {
    say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  } finally {
    running = undefined;
  }
}
