import { runAgent, type Agent, type AgentPort } from '@offloop/runtime/thread';
import type { ShardSettings } from '@offloop/contract';
import { createAgent } from '@offloop/workers';
import { check } from '../journal/violation.js';
import type { SimulatedSocket } from '../network/simulated-socket.js';
import { AgentWatch, chunksOf, forgetChunks, type AgentThread, type ThreadData } from '../oracle/product.js';
import { setWorkerData } from '../threads/replace-modules.js';
import { hostWorkers, ThreadEnd, type SimulatedWorker } from '../threads/simulated-worker.js';
import type { EventLoop } from '../time/event-loop.js';
import type { World } from '../time/world.js';

/** The shards' agents and the threads that they run on, and what becomes of what a thread leaves behind. */
export class AgentThreads {
  readonly #world: World;
  readonly #sockets: Set<SimulatedSocket>;
  readonly #isDisturbed: () => boolean;
  readonly #onEnd: (shard: number) => void;
  readonly #running = new Map<number, AgentThread>();
  readonly #shards = new Map<EventLoop, number>();

  /** @param isDisturbed whether a thread may have had no time to end. @param onEnd runs when the thread of a shard is gone. */
  constructor(
    world: World,
    sockets: Set<SimulatedSocket>,
    isDisturbed: () => boolean,
    onEnd: (shard: number) => void,
  ) {
    this.#world = world;
    this.#sockets = sockets;
    this.#isDisturbed = isDisturbed;
    this.#onEnd = onEnd;
    forgetChunks();
    hostWorkers({
      startThread: (worker) => this.#start(worker),
      onThreadEnd: (worker, how) => this.#end(worker, how),
    });
  }

  get all(): AgentThread[] {
    return [...this.#running.values()];
  }

  get size(): number {
    return this.#running.size;
  }

  get workers(): SimulatedWorker[] {
    return this.all.flatMap(({ worker }) => worker ?? []);
  }

  get entries(): Iterable<[shard: number, thread: AgentThread]> {
    return this.#running.entries();
  }

  /** Makes the agent of a shard that has no thread of its own. */
  createInline(settings: ShardSettings, port: AgentPort): Agent {
    return this.#create(settings, port, this.#world.current!, undefined);
  }

  of(shard: number): AgentThread | undefined {
    return this.#running.get(shard);
  }

  /** The shard of a thread, also of one that is gone. */
  shardOf(loop: EventLoop): number {
    return this.#shards.get(loop)!;
  }

  /** A thread ends when nothing keeps it alive. */
  endTheIdle(): void {
    for (const worker of this.workers) if (!worker.loop.isKeptAlive) worker.end(ThreadEnd.ENDED);
  }

  /** An agent on a loop that ends with its client leaves no bytes held. */
  checkReleased(loop: EventLoop): void {
    const chunks = chunksOf(loop).size;
    check(chunks === 0, 'nothing is left behind', () => `${chunks} chunks are held`);
  }

  /** Threads with nothing to do have left nothing undone. */
  checkAsleep(): void {
    if (this.#world.messagesUnderWay > 0) return;
    for (const { loop, watch } of this.#running.values())
      if (loop.isIdle(this.#world.time)) watch.checkThreadAsleep();
  }

  #start(worker: SimulatedWorker): void {
    setWorkerData(worker.workerData);
    runAgent<ShardSettings>((settings, port) => this.#create(settings, port, worker.loop, worker));
  }

  #create(
    settings: ShardSettings,
    port: AgentPort,
    loop: EventLoop,
    worker: SimulatedWorker | undefined,
  ): Agent {
    const agent = createAgent(settings, port);
    const watch = new AgentWatch(agent, port, worker?.workerData as ThreadData | undefined);
    this.#running.set(settings.shard, { loop, worker, watch });
    this.#shards.set(loop, settings.shard);
    return agent;
  }

  #end(worker: SimulatedWorker, how: ThreadEnd): void {
    const { loop } = worker;
    check(
      how !== ThreadEnd.TERMINATED || this.#isDisturbed(),
      'nothing is left behind',
      () => `the thread had to be terminated: ${loop.leftovers.join()}`,
    );
    if (how === ThreadEnd.ENDED) {
      check(loop.leftovers.length === 0, 'nothing is left behind', () => loop.leftovers.join());
      this.checkReleased(loop);
    }
    const shard = this.#shards.get(loop);
    if (shard !== undefined && this.#running.get(shard)?.worker === worker) this.#running.delete(shard);
    // The kernel closes what the dead thread had open. Its memory is gone.
    for (const socket of this.#sockets) {
      if (socket.loop !== loop) continue;
      this.#sockets.delete(socket);
      if (!socket.destroyed) socket.link?.onClientClose();
    }
    this.#onEnd(shard ?? 0);
  }
}
