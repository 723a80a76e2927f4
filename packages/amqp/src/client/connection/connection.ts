import { EventEmitter } from 'node:events';
import type { Opened } from '../../link/settings.js';
import type { ConnectionStats, RawConnection, ServerProperties } from '../types/connection.js';
import type { ConnectionDiagnosis } from '../types/diagnosis.js';
import type { StreamView } from './stream-view.js';

/** What a `Connection` asks its session for. */
interface ConnectionHost {
  readonly isBlocked: boolean;
  readonly isThreaded: boolean;
  stats(): ConnectionStats;
  diagnose(): Promise<ConnectionDiagnosis>;
  close(callback?: (error: Error | null) => void): void;
}

/**
 * A connection as the application sees it below the model. It is an emitter and figures: what runs the connection is its `Session`, which no
 * `removeAllListeners` can cut off.
 */
export class Connection extends EventEmitter implements RawConnection {
  readonly serverProperties: ServerProperties;
  readonly heartbeat: number;
  readonly frameMax: number;
  readonly channelMax: number;
  readonly stream: StreamView;
  readonly #host: ConnectionHost;

  constructor(
    { serverProperties, heartbeat, frameMax, channelMax }: Opened,
    stream: StreamView,
    host: ConnectionHost,
  ) {
    super();
    this.serverProperties = serverProperties as unknown as ServerProperties;
    this.heartbeat = heartbeat;
    this.frameMax = frameMax;
    this.channelMax = channelMax;
    this.stream = stream;
    this.#host = host;
  }

  get blocked(): boolean {
    return this.#host.isBlocked;
  }

  get isThreaded(): boolean {
    return this.#host.isThreaded;
  }

  stats(): ConnectionStats {
    return this.#host.stats();
  }

  diagnose(): Promise<ConnectionDiagnosis> {
    return this.#host.diagnose();
  }

  close(callback?: (error: Error | null) => void): void {
    this.#host.close(callback);
  }
}
