import type { MethodSpec } from '../../wire/method-spec.js';
import type { ChannelCore } from './channel-core.js';

/** Restores channels after their connection is lost. */
export interface ChannelRecovery {
  /**
   * Adds a channel that was just opened.
   *
   * @param select the method that turns on confirms; undefined: there are none
   * @param move replaces the core of the application's channel
   */
  add(core: ChannelCore, select: MethodSpec | undefined, move: (core: ChannelCore) => void): void;
}
