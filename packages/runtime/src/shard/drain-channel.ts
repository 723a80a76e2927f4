import { channel, type Channel } from 'node:diagnostics_channel';

/** Name of the diagnostics channel that publishes {@link DrainMessage}. */
export const DRAIN_CHANNEL = 'offloop:ring:drain';

/** A slice in which the caller's thread took completions. It is published when their calls are settled, before awaiting code runs. */
export interface DrainMessage {
  /** The shard's `name`. */
  readonly shard: string;
  /** Number of completions, events and control messages that were taken. */
  readonly records: number;
  /** Milliseconds for which the slice held the caller's loop. */
  readonly millis: number;
  /** True if records are left, which the next slice will take. */
  readonly left: boolean;
}

export const drains: Channel = channel(DRAIN_CHANNEL);
