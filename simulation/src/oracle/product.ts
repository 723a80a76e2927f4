import { OneToOneRing } from '@offloop/runtime/ring';
import type { Agent, AgentPort } from '@offloop/runtime/thread';
import { AGENT_ENTRY } from '@offloop/workers';
import { check, Violation } from '../journal/violation.js';
import type { SimulatedPort } from '../threads/ports.js';
import type { SimulatedWorker } from '../threads/simulated-worker.js';
import type { EventLoop } from '../time/event-loop.js';
import { activeWorld } from '../time/globals.js';

interface Chunk {
  hold(): void;
  release(): void;
}

/** The chunks that somebody holds, and how many do, by thread. */
let held = new WeakMap<EventLoop, Map<Chunk, number>>();

/** The chunks of one thread. */
export function chunksOf(loop: EventLoop): Map<Chunk, number> {
  let chunks = held.get(loop);
  if (chunks === undefined) held.set(loop, (chunks = new Map<Chunk, number>()));
  return chunks;
}

/** A new life. */
export function forgetChunks(): void {
  held = new WeakMap();
}

/** Counts who holds the bytes of requests. The product counts them, too: this is the second account. */
export async function watchChunks(): Promise<void> {
  const module = (await import(new URL('./connection/wire-pool.js', AGENT_ENTRY).href)) as {
    readonly WireChunk: { readonly prototype: Chunk };
  };
  const { prototype } = module.WireChunk;
  // Called on the chunks they were taken from.
  // oxlint-disable-next-line typescript/unbound-method
  const { hold, release } = prototype;
  prototype.hold = function (this: Chunk): void {
    const heldChunks = chunksOf(activeWorld().current!);
    heldChunks.set(this, (heldChunks.get(this) ?? 0) + 1);
    hold.call(this);
  };
  prototype.release = function (this: Chunk): void {
    const heldChunks = chunksOf(activeWorld().current!);
    const holders = heldChunks.get(this) ?? 0;
    if (holders === 0) throw new Violation('chunks', 'a chunk was released more often than it was held');
    if (holders === 1) heldChunks.delete(this);
    else heldChunks.set(this, holders - 1);
    release.call(this);
  };
}

/** What a thread is started with, as far as the oracle looks into it. */
export interface ThreadData {
  readonly memory: { readonly requests: SharedArrayBuffer; readonly completions: SharedArrayBuffer };
  readonly spillPort: SimulatedPort;
}

/** One shard's agent and the loop that it runs on: that of its thread, from when its module runs, or the caller's. */
export interface AgentThread {
  readonly loop: EventLoop;
  /** Undefined on the caller's loop. */
  readonly worker: SimulatedWorker | undefined;
  readonly watch: AgentWatch;
}

/** One life of the agent, seen from outside. */
export class AgentWatch {
  readonly agent: Agent;
  readonly #port: AgentPort;
  /** The rings of a thread's agent; none for one on the caller's loop, whose watchdog finds what is forgotten: see `rescues`. */
  readonly #rings: readonly OneToOneRing[];
  /** What it has not told by then nobody is told. */
  #isEnded = false;
  /** Undefined on the caller's loop. */
  readonly spills: SimulatedPort | undefined;

  /** @param thread undefined for an agent on the caller's loop. */
  constructor(agent: Agent, port: AgentPort, thread: ThreadData | undefined) {
    this.agent = agent;
    this.#port = port;
    // Called on the port it was taken from.
    // oxlint-disable-next-line typescript/unbound-method
    const { ended } = port;
    port.ended = () => {
      this.#isEnded = true;
      ended.call(port);
    };
    const { requests, completions } = thread?.memory ?? {};
    this.#rings = [requests, completions].flatMap((memory) =>
      memory === undefined ? [] : OneToOneRing.attach(memory),
    );
    this.spills = thread?.spillPort.peer;
  }

  /**
   * The agent's thread sleeps, and nobody has told it anything: what it holds back has no room, whatever the caller's thread
   * does. Callbacks are never interrupted, so the caller has told of all the room it has made.
   */
  checkThreadAsleep(): void {
    const { completions } = this.#port;
    check(
      this.#isEnded || !completions.isCongested || !completions.canFlush,
      'nobody sleeps on work',
      () => 'completions are held back, and there is room',
    );
  }

  /** Both threads sleep: nothing may lie anywhere for which nobody will wake them. */
  checkAsleep(queued: number): void {
    if (this.#isEnded) return;
    check(queued === 0, 'nobody sleeps on work', () => `${queued} requests wait for room, and there is room`);
    for (const [ring, what] of this.#rings.map((each, i) => [each, ['requests', 'completions'][i]] as const))
      check(ring.consumer().isEmpty(), 'nobody sleeps on work', () => `${what} lie in their ring`);
    check(!this.#port.completions.isCongested, 'nobody sleeps on work', () => 'completions are held back');
    check(!this.agent.isPaused, 'nobody sleeps on work', () => 'reading is paused');
    check(!this.agent.hasWork(), 'nobody sleeps on work', () => 'the agent has work');
    check(
      this.#port.completions.unpublished === 0,
      'nobody sleeps on work',
      () => 'completions are unpublished',
    );
  }
}
