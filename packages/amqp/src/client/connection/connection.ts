import { EventEmitter } from 'node:events';
import type { Opened } from '../../link/settings.js';
import type {
  ChannelEntry,
  ConnectionStats,
  Heartbeats,
  Muxer,
  RawConnection,
  ServerProperties,
} from '../types/connection.js';
import type { ConnectionDiagnosis } from '../types/diagnosis.js';
import { HeartbeatsView, MuxerView, type StreamView } from './views.js';

/** What a `Connection` needs of its session. */
interface ConnectionHost {
  readonly isBlocked: boolean;
  readonly isThreaded: boolean;
  /** Bytes that wait for the socket. */
  readonly waiting: number;
  readonly publicChannels: readonly (EventEmitter | null)[];
  stats(): ConnectionStats;
  diagnose(): Promise<ConnectionDiagnosis>;
  close(callback?: (error: Error | null) => void): void;
}

/** What stands for channel 0. */
const OWN: ChannelEntry = { channel: new EventEmitter() };

/**
 * The connection below a model, as the application sees it: an emitter with figures. Its `Session` runs the connection, so that `removeAllListeners`
 * cannot cut it off.
 */
export class Connection extends EventEmitter implements RawConnection {
  readonly serverProperties: ServerProperties;
  readonly heartbeat: number;
  readonly frameMax: number;
  readonly channelMax: number;
  readonly stream: StreamView;
  readonly heartbeater: Heartbeats | null;
  readonly muxer: Muxer;
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
    this.heartbeater = heartbeat === 0 ? null : new HeartbeatsView(heartbeat);
    this.muxer = new MuxerView(stream, host);
  }

  get channels(): readonly (ChannelEntry | null)[] {
    const [, ...opened] = this.#host.publicChannels;
    return [OWN, ...opened.map((channel) => channel && { channel })];
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
