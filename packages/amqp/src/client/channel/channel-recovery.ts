import type { MethodSpec } from '../../wire/method-spec.js';
import type { ChannelCore } from './channel-core.js';

/** Has channels come back after their connection is lost. */
export interface ChannelRecovery {
  /**
   * Takes a channel in, which was just opened.
   *
   * @param select the method that has its messages confirmed; undefined: they are not
   * @param move puts another in its place, below the same object of the application
   */
  add(core: ChannelCore, select: MethodSpec | undefined, move: (core: ChannelCore) => void): void;
}
