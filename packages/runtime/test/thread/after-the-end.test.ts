import { expect, test } from 'vitest';

import type { AgentPort } from '../../src/thread/agent.js';
import { CycleBench, IdleAgent } from '../support/cycle-bench.js';

class EndingAgent extends IdleAgent {
  readonly port: AgentPort;

  constructor(port: AgentPort) {
    super();
    this.port = port;
  }

  override stop(): void {
    this.port.ended();
  }
}

test('what an agent tells after its end leaves no record of a spill, whose buffer would go to a closed port', () => {
  const bench = new CycleBench(1024, (port) => new EndingAgent(port));
  bench.cycle.start();
  bench.cycle.stop('shutdown', 'the client was shut down');
  const before = bench.spills.length;
  bench.agent.port.sendControl({ type: 'log', message: 'x'.repeat(200) });
  // A connection that closes later flushes.
  bench.cycle.completions.flush();
  expect(bench.spills.length).toBe(before);
  expect(bench.consumer.isEmpty()).toBe(true);
});
