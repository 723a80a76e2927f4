import { CallHeader } from '../../../src/ring/call-header.js';
import type { RequestSender } from '../../../src/shard/request-sender.js';
import type { SlotTable } from '../../../src/shard/slot-table.js';

const ignore = (): void => undefined;

/** Makes a call without bytes, of which nobody hears: in the ring, or in the queue behind it. @returns its slot */
export function callOn(sender: RequestSender, slots: SlotTable<{ flags: number }>): number {
  const slot = slots.take(ignore, ignore, { flags: 0 }, 0);
  const offset = sender.claim(0);
  const header = new CallHeader();
  header.slot = slot;
  header.generation = slots.generationOf(slot);
  if (offset < 0) sender.enqueue(sender.request(header, sender.borrow(0)));
  else sender.commit(offset, header);
  return slot;
}
