import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CellResult, Timing } from '../experiment.js';
import { measureSteady } from '../load/steady.js';
import { openWindow, type MoreFigures } from '../load/window.js';
import { ClosedLoop, Latencies, startChild } from '@offloop/tools/measure';
import { createRandom } from '@offloop/tools/random';
import { BlockWriter, REPORT_BYTES, type FlushPolicy } from './block-writer.js';

/** A load of blocks of random length, one after another into one socket. */
export interface BlockLoad {
  readonly id: string;
  /** Length of the longest block, in bytes. */
  readonly maxBytes: number;
  /** True if each block is answered before the next is written; otherwise they stream. */
  readonly asks: boolean;
}

/** Number of blocks that a busy client hands over before its loop turns. */
const BLOCKS_A_TURN = 16;
/** Number of different blocks. Their lengths and contents are drawn before, so that drawing them costs the window nothing. */
const DISTINCT_BLOCKS = 1024;

/** Measures a load of blocks. @throws if the receiver has counted other blocks than were written */
export async function measureBlocks(
  path: string,
  load: BlockLoad,
  policy: FlushPolicy,
  timing: Timing,
  seed: number,
): Promise<CellResult> {
  const socket = connect(path);
  await once(socket, 'connect');
  const sender = new BlockSender(socket, policy, drawBlocks(seed, load.maxBytes));
  const call = load.asks ? () => sender.ask() : () => sender.stream();
  const counters = () => ({ wakeups: 0, rescues: 0, restarts: 0, writes: sender.writes });
  try {
    const result = await measureSteady(
      {
        cell: load.id,
        load: new ClosedLoop(1, call, (blocks) => blocks),
        open: () => openWindow(counters, load.asks ? sender.latencies : undefined),
        end: () => sender.check(),
      },
      timing,
    );
    const { opsPerSecond } = result.figures;
    return { ...result, figures: { ...result.figures, blockMicros: 1e6 / opsPerSecond! } };
  } finally {
    socket.destroy();
  }
}

export interface ReceiverReady {
  readonly type: 'ready';
  /** Path of the receiver's Unix-domain socket. */
  readonly path: string;
}

/** Starts the process that counts blocks; resolves when it listens. */
export async function startReceiver(): Promise<{ readonly path: string; stop(): Promise<void> }> {
  const child = startChild<ReceiverReady>(new URL('receiver-process.js', import.meta.url), {});
  const { path } = await child.next('ready');
  return { path, stop: () => child.stop() };
}

function drawBlocks(seed: number, maxBytes: number): Buffer[] {
  const random = createRandom(seed);
  const contents = Buffer.alloc(maxBytes);
  for (let i = 0; i < maxBytes; i++) contents[i] = random.below(256);
  return Array.from({ length: DISTINCT_BLOCKS }, () => contents.subarray(0, 1 + random.below(maxBytes)));
}

class BlockSender {
  readonly #socket: Socket;
  readonly #writer: BlockWriter;
  readonly #blocks: readonly Buffer[];
  #sent = 0;
  #bytes = 0;
  readonly #latencies = new Latencies();

  constructor(socket: Socket, policy: FlushPolicy, blocks: readonly Buffer[]) {
    this.#socket = socket;
    this.#writer = new BlockWriter(socket, policy);
    this.#blocks = blocks;
  }

  get writes(): number {
    return this.#writer.writes;
  }

  readonly latencies: MoreFigures = {
    reset: () => this.#latencies.reset(),
    figures: () => ({
      answerP50: this.#latencies.percentile(50) * 1000,
      answerP99: this.#latencies.percentile(99) * 1000,
    }),
  };

  /** Writes blocks for one turn of the loop. Returns their number. */
  async stream(): Promise<number> {
    for (let i = 0; i < BLOCKS_A_TURN; i++) this.#write(false);
    // what is left in the writer's buffer follows by its policy
    if (this.#socket.writableNeedDrain) await once(this.#socket, 'drain');
    else await nextTurn();
    return BLOCKS_A_TURN;
  }

  /** Writes one block and waits for its answer. Returns 1, the number of blocks. */
  async ask(): Promise<number> {
    const start = performance.now();
    this.#write(true);
    await this.#answer(1);
    this.#latencies.record(performance.now() - start);
    return 1;
  }

  async check(): Promise<void> {
    this.#writer.write(Buffer.alloc(0), true);
    const report = await this.#answer(REPORT_BYTES);
    const [blocks, bytes] = [report.readUInt32LE(0), report.readUInt32LE(4)];
    if (blocks !== this.#sent % 2 ** 32 || bytes !== this.#bytes % 2 ** 32)
      throw new Error(
        `${this.#sent} blocks of ${this.#bytes} bytes were written, ${blocks} of ${bytes} came`,
      );
  }

  #write(acknowledge: boolean): void {
    const block = this.#blocks[this.#sent++ % this.#blocks.length];
    this.#bytes += block.length;
    this.#writer.write(block, acknowledge);
  }

  /** Reads an answer of this many bytes. @throws if the socket is closed before that */
  async #answer(length: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#socket.read(length) as Buffer | null;
      if (bytes !== null) return bytes;
      if (this.#socket.readableEnded) throw new Error('the receiver has closed the socket');
      await Promise.race([once(this.#socket, 'readable'), once(this.#socket, 'end')]);
    }
  }
}
