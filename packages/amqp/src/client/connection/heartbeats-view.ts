import { EventEmitter } from 'node:events';
import type { Heartbeats } from '../types/connection.js';

/** What stands in the place of heartbeats that may live in another thread. */
export class HeartbeatsView extends EventEmitter implements Heartbeats {
  readonly interval: number;

  constructor(interval: number) {
    super();
    this.interval = interval;
  }

  clear(): void {
    // The heartbeats are not here.
  }
}
