import { monotonicNow } from '@offloop/runtime/clock';
import { ChannelOpen } from '../../wire/methods.js';
import type { ChannelDiagnosis } from '../types/diagnosis.js';
import type { ChannelState } from './channel-state.js';
import type { Confirms } from './publishing/confirms.js';
import type { Consumers } from './deliveries/consumers.js';
import type { RpcQueue } from './calls/rpc-queue.js';

/** What there is to say of a channel, but for what it has written. */
export function diagnoseChannel(
  number: number,
  { isOpen }: ChannelState,
  { current, waiting }: RpcQueue,
  consumers: Consumers,
  confirms: Confirms,
): Omit<ChannelDiagnosis, 'waitingBytes'> {
  const { count, oldest } = consumers.unacknowledged;
  const isOpening = current?.spec === ChannelOpen;
  return {
    number,
    state: !isOpen ? 'closing' : isOpening ? 'opening' : 'open',
    consumers: consumers.tags,
    unacknowledged: count,
    oldestUnacknowledgedMillis: oldest === undefined ? null : monotonicNow() - oldest.at,
    call: current?.spec.name ?? null,
    waitingCalls: waiting,
    unconfirmed: confirms.open.length,
  };
}
