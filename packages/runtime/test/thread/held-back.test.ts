import { expect, test } from 'vitest';

import { CompletionKind } from '../../src/ring/records.js';
import type { CallHeader } from '../../src/ring/call-header.js';
import type { AgentPort } from '../../src/thread/agent.js';
import { CycleBench, IdleAgent } from '../support/cycle-bench.js';

/** Completes each call as often as its slot's number says. */
class TalkativeAgent extends IdleAgent {
  readonly #port: AgentPort;

  constructor(port: AgentPort) {
    super();
    this.#port = port;
  }

  override begin({ slot }: Readonly<CallHeader>): void {
    for (let i = 0; i < slot; i++) this.#port.completions.empty(CompletionKind.VOID, slot, i);
  }
}

/** Completions of the kind above that fill a ring of 1024 bytes to the last one that fits. */
const FULL = 64;

test('a caller that made room is asked to say so, also when all that a cycle wrote was held back', () => {
  const bench = new CycleBench(1024, (port) => new TalkativeAgent(port));
  bench.cycle.start();
  bench.request(FULL);
  expect(bench.cycle.completions.isCongested).toBe(false);
  // The caller is at work and has not read yet: nothing of the second call finds room.
  bench.request(10);
  expect(bench.cycle.completions.isCongested).toBe(true);
  const met: number[] = [];
  for (let drained = bench.drain(); drained.length > 0; drained = bench.drain()) met.push(...drained);
  expect(met.length).toBe(FULL + 10);
});
