import { commonProtocol } from '../../../src/protocol/common-protocol.js';
import { ControlBlock } from '../../../src/ring/control-block.js';
import { OneToOneRing } from '../../../src/ring/one-to-one-ring.js';
import { CompletionDrain } from '../../../src/shard/completion-drain.js';
import type { AgentHost } from '../../../src/shard/agent-host.js';
import type { Turns } from '../../../src/shard/loop-turns.js';
import { RequestSender } from '../../../src/shard/request-sender.js';
import { SlotTable } from '../../../src/shard/slot-table.js';
import { CompletionWriter } from '../../../src/thread/completion-writer.js';
import { parkAtOnce } from '../../../src/waiting/wait-strategy.js';

interface Options {
  /** Default 1 MiB. */
  readonly maxSpilledBytes?: number;
  /** True if the caller's loop turns before each signal. */
  readonly hasTurned?: boolean;
  /** Gives out turns of the caller's loop. */
  readonly turns?: Turns;
}

/** A thread's writer, beside a caller that reads completions as soon as they are published. */
interface DrainedWriter {
  readonly slots: SlotTable<{ flags: number }>;
  readonly writer: CompletionWriter;
}

export function drainedWriter({
  maxSpilledBytes = 2 ** 20,
  hasTurned = false,
  turns,
}: Options = {}): DrainedWriter {
  const control = ControlBlock.create();
  const ring = OneToOneRing.create(65_536);
  const buffers: ArrayBuffer[] = [];
  const host = {
    signal: () => undefined,
    takeSpilled: () => buffers.shift(),
  } as unknown as AgentHost;
  const slots = new SlotTable<{ flags: number }>();
  const drain = new CompletionDrain({
    ring,
    control,
    slots,
    protocol: commonProtocol,
    host,
    sender: new RequestSender(OneToOneRing.create(1024), slots, host, () => undefined),
    waitStrategy: parkAtOnce,
    events: { onControl: () => undefined, onEvent: () => undefined },
    name: 'test',
    turns,
  });
  const toCaller = {
    signal: () => drain.onSignal(hasTurned),
    spill: (buffer: ArrayBuffer) => void buffers.push(buffer),
  };
  const producer = OneToOneRing.attach(ring.buffer).producer();
  const writer = new CompletionWriter(producer, toCaller, control, maxSpilledBytes);
  return { slots, writer };
}
