import { channel, type Channel } from 'node:diagnostics_channel';

/** The channel of {@link DrainMessage}. */
export const DRAIN_CHANNEL = 'offloop:ring:drain';

/** One slice in which the caller's thread took completions, after they were settled; what awaited them has not run yet. */
export interface DrainMessage {
  /** The shard's `name`. */
  readonly shard: string;
  /** Completions, events and control messages that were taken. */
  readonly records: number;
  /** How long that held the caller's loop. */
  readonly millis: number;
  /** Whether there are more, which the next slice will take. */
  readonly left: boolean;
}

export const drains: Channel = channel(DRAIN_CHANNEL);
