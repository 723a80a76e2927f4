// The load, in a process of its own: neither the server nor the page shares a loop with it.
import type { FromLoad, LoadOrder, ToLoad } from '../load/load.js';
import { runLoad, type RunningLoad } from '../load/run-load.js';
import { childSettings } from './child.js';

childSettings(() => process.exit());
const say = (message: FromLoad): void => void process.send?.(message);

let running: RunningLoad | undefined;

process.on('message', (message: ToLoad) => {
  if (message.type === 'stop') running?.stop();
  else void load(message.type, message.order);
});
say({ type: 'ready' });

async function load(type: 'warm-up' | 'load', order: LoadOrder): Promise<void> {
  try {
    running = runLoad(order, (ping) => {
      if (type === 'load') say({ type: 'ping', ping });
    });
    const result = await running.done;
    say(type === 'load' ? { type: 'loaded', result } : { type: 'warm' });
  } catch (error) {
    say({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
  } finally {
    running = undefined;
  }
}
