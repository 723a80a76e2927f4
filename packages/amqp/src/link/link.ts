import type { FloorDiagnosis } from '@offloop/runtime';
import type { FrameWriter } from '../wire/frame-writer.js';
import type { SocketDiagnosis } from './diagnosis.js';
import type { IncomingEvents } from './incoming.js';
import type { LinkEnd, LinkSettings, Opened } from './settings.js';

/** What the caller's thread hears of a connection. Events come in the order in which the server has sent what they tell of. */
export interface LinkEvents extends IncomingEvents {
  onBlocked(reason: string): void;
  onUnblocked(): void;
  /** The server has taken the new secret. */
  onSecretUpdated(): void;
  /** Bytes have gone to the socket: `waiting` is less than before. */
  onWritten(): void;
  /** The last event. */
  onEnd(end: LinkEnd): void;
}

/** What lies below a connection. */
export interface LinkDiagnosis {
  /** Null if the thread has not answered within a second. */
  readonly socket: SocketDiagnosis | null;
  readonly floor: FloorDiagnosis | null;
}

/** A connection to a server as the caller's thread has it: its socket, its heartbeats and its frames are elsewhere. */
export interface Link {
  readonly opened: Opened;
  /** True if it lives in a thread of its own. */
  readonly isThreaded: boolean;
  /**
   * Frames to be sent. What is written in one tick goes out at its end together, or before it where it is much. After the link's end, and after
   * `close`, what is written is dropped.
   */
  readonly writer: FrameWriter;
  /** Bytes that were written here, and have not gone to the socket yet. */
  readonly waiting: number;
  /** To be called after each frame that was written: sends at the end of the tick, or now if much waits. */
  written(): void;
  updateSecret(secret: Buffer, reason: string): void;
  /**
   * Sends `Connection.Close`, behind all that was written before. `onEnd` is called when the server has agreed, or is gone; until then what it
   * has sent before, such as confirmations, still comes.
   */
  close(code: number, text: string): void;
  /** Takes what has come and waits in memory, in order, while `isWaiting` returns true. */
  takeArrived(isWaiting: () => boolean): void;
  /** Asks the thread, which may be stuck. Both parts are null if the connection ends meanwhile. */
  diagnose(): Promise<LinkDiagnosis>;
  /** Ends the socket at once, without a handshake. `onEnd` is called with `closed`. */
  destroy(): void;
}

/** Opens a connection. Rejects with the error that `amqplib` rejects `connect` with. @param threaded false: on the caller's own loop */
export type OpenLink = (settings: LinkSettings, events: LinkEvents, threaded: boolean) => Promise<Link>;
