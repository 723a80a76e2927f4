import { clearInterval, setInterval } from '../../shared/clock.js';
import { SilenceWatch } from './silence-watch.js';

/** What the heartbeats of a connection need of it. */
export interface HeartbeatEvents {
  /** Returns whether something was sent since this was asked before. */
  checkSent(): boolean;
  /** Returns true while nothing is read from the socket, since the caller takes nothing: then nobody can say whether the server is silent. */
  isPaused(): boolean;
  onBeat(): void;
  /** The server was silent for two intervals. */
  onTimeout(): void;
}

/** Heartbeats of one connection: sends one when half an interval brought nothing else to send, and watches for those of the server. */
export class Heartbeat {
  readonly #timer: NodeJS.Timeout;
  readonly #silence: SilenceWatch;

  /** @param millis the interval that was agreed on, more than 0 */
  constructor(millis: number, events: HeartbeatEvents) {
    this.#timer = setInterval(() => {
      if (!events.checkSent()) events.onBeat();
    }, millis / 2);
    this.#silence = new SilenceWatch(
      2 * millis,
      () => !events.isPaused(),
      () => events.onTimeout(),
    );
    this.#silence.start();
  }

  /** To be called when something was read, or may be read again. */
  heard(): void {
    this.#silence.restart();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#silence.stop();
  }
}
