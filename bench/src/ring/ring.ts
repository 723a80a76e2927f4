import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { ClosedLoop, type Load } from '@offloop/tools/measure';
import { Tier, type Cell, type CellResult, type Experiment, type RunContext } from '../experiment.js';
import { measureSteady } from '../load/steady.js';
import { WINDOW_FIGURES, openWindow } from '../load/window.js';
import { eachCell } from '../load/works-of.js';
import { Cargo, MessageCarrier, RingCarrier, type Carrier } from './carriers.js';

type RecordCell = Cell & { readonly bytes: number };

const CELLS: readonly RecordCell[] = [
  { id: '16B', title: '16 B', tier: Tier.QUICK, bytes: 16 },
  { id: '128B', title: '128 B', tier: Tier.DEFAULT, bytes: 128 },
  { id: '1KB', title: '1 KB', tier: Tier.QUICK, bytes: 1024 },
  { id: '8KB', title: '8 KB', tier: Tier.DEFAULT, bytes: 8192 },
  { id: '64KB', title: '64 KB', tier: Tier.FULL, bytes: 65_536 },
];

const CARRIERS: Readonly<Record<string, (bytes: number) => Carrier>> = {
  ring: (bytes) => new RingCarrier(bytes, false, Number.MAX_SAFE_INTEGER),
  'publish each': (bytes) => new RingCarrier(bytes, true, Number.MAX_SAFE_INTEGER),
  'drain each': (bytes) => new RingCarrier(bytes, false, 1),
  'postMessage, clone': (bytes) => new MessageCarrier(bytes, Cargo.CLONE),
  'postMessage, clones of a batch': (bytes) => new MessageCarrier(bytes, Cargo.CLONE_BATCH),
  'postMessage, transfer': (bytes) => new MessageCarrier(bytes, Cargo.TRANSFER),
};

/** Numbers of records in a batch, and of batches between two turns of the loop: as many as a busy client hands over at once. */
const BATCH = 64;
const BATCHES_A_TURN = 16;
const LAST_BYTE = 0x5a;

export const ring: Experiment = {
  name: 'ring',
  title: 'The ring alone, against postMessage',
  method:
    `Records from the main thread to a worker that checks each one's number and last byte; batches of ${BATCH}. ` +
    '"publish each" stores `tail` (and looks whether to ring) for every record; "drain each" has the consumer read `tail` and ' +
    'store `head` for every record, which is also what spoils the positions that both sides cache.',
  needsMember: false,
  pace: 0.4,
  cells: CELLS,
  approaches: Object.keys(CARRIERS).map((name) => ({ name, tier: Tier.QUICK })),
  figures: WINDOW_FIGURES,
  async run(context) {
    const results: CellResult[] = [];
    for (const cell of eachCell(CELLS, context)) results.push(await measure(cell, context));
    return results;
  },
};

async function measure({ id, bytes }: RecordCell, { approach, timing }: RunContext): Promise<CellResult> {
  const carrier = CARRIERS[approach](bytes);
  const worker = new Worker(new URL('receiver.js', import.meta.url), {
    workerData: carrier.receiver,
  });
  const failed = new Promise<never>((_, reject) => worker.once('error', reject));
  failed.catch(() => {});
  worker.on('message', () => carrier.onRoom());
  await once(worker, 'online');
  try {
    const loop = new ClosedLoop(1, batchesOf(carrier, worker, bytes), (records) => records);
    const load: Load = {
      get answered() {
        return loop.answered;
      },
      ended: Promise.race([loop.ended, failed]),
      stop: () => loop.stop(),
    };
    const open = (): ReturnType<typeof openWindow> =>
      openWindow(() => ({ wakeups: carrier.wakeups, rescues: 0, restarts: 0 }));
    const longer = { ...timing, cellWarmup: timing.processWarmup + timing.cellWarmup };
    return await measureSteady({ cell: id, load, open }, longer);
  } finally {
    await worker.terminate();
  }
}

/**
 * Returns a function that sends the batches of one turn of the loop, and resolves to the number of records that the worker has taken since
 * its last call.
 */
function batchesOf(carrier: Carrier, worker: Worker, bytes: number): () => Promise<number> {
  const record = Buffer.alloc(bytes, 0x41);
  record[bytes - 1] = LAST_BYTE;
  const consumed = new Int32Array(carrier.receiver.progress);
  let sequence = 0;
  let seen = 0;
  return async () => {
    for (let batch = 0; batch < BATCHES_A_TURN; batch++) {
      const sent = carrier.send(worker, record, sequence, BATCH);
      sequence = (sequence + BATCH) | 0;
      if (sent !== false) await sent;
    }
    await nextTurn();
    // positions are int32 and wrap: only their difference means anything
    const before = seen;
    seen = Atomics.load(consumed, 0);
    return (seen - before) | 0;
  };
}
