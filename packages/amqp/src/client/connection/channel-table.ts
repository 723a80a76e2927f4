import type { EventEmitter } from 'node:events';
import type { ChannelPort } from './channel-port.js';

/** The channels of a connection by their numbers, which begin at 1. */
export class ChannelTable {
  readonly #channels: (ChannelPort | undefined)[] = [undefined];

  get(number: number): ChannelPort | undefined {
    return this.#channels[number];
  }

  /** Gives a channel the lowest number that is free, up to `most`. Throws if there is none. */
  add(channel: ChannelPort, most: number): number {
    const channels = this.#channels;
    let number = 1;
    while (channels[number] !== undefined) number++;
    if (number > most) throw new Error('No channels left to allocate');
    channels[number] = channel;
    return number;
  }

  remove(number: number): void {
    this.#channels[number] = undefined;
  }

  /** Returns the channels as the application sees them, indexed by number; null where one was closed. */
  publicChannels(): (EventEmitter | null)[] {
    return this.#channels.map((channel) => channel?.publicChannel ?? null);
  }

  /** Returns the open channels in order of their numbers. */
  all(): ChannelPort[] {
    return this.#channels.filter((channel) => channel !== undefined);
  }
}
