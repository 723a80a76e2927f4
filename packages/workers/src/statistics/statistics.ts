import { cpus, freemem, loadavg, totalmem } from 'node:os';
import { clearInterval, setInterval, wallNow } from '@offloop/runtime/clock';
import type { ControlBlock } from '@offloop/runtime/thread';
import { messages } from '@offloop/wire';
import {
  addressText,
  type ShardSettings,
  AgentCounter,
  type NearCacheFigures,
  Traffic,
} from '@offloop/contract';
import { CLIENT_TYPE } from '../connection/authentication.js';
import type { Connection } from '../connection/connection.js';
import type { InternalCalls } from '../connection/internal-calls.js';
import { metricsBlob, MetricUnit, type Metric } from './metrics-blob.js';
import { nearCacheAttributes, nearCacheMetrics } from './near-cache-figures.js';

const NANOS_PER_MICRO = 1000;
const MILLIS_PER_SECOND = 1000;

/**
 * Sends the client's figures to a member in each period, for Management Center, under the names of the official client. The leading
 * shard sends; the others share their counts of bytes with it. The caller's thread only writes the size of its heap to the control
 * block and reports what its near caches did. So it is never woken for statistics, and a client whose loop is blocked is still seen
 * as alive.
 */
export class Statistics {
  readonly #settings: ShardSettings;
  readonly #connection: () => Connection | undefined;
  readonly #calls: InternalCalls;
  readonly #control: ControlBlock;
  readonly #leads: () => boolean;
  readonly #traffic: Traffic;
  readonly #processors: number = cpus().length;
  /** The figures of the near cache of each map, by the map's name. */
  nearCaches: Readonly<Record<string, NearCacheFigures>> = {};
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param connection returns the connection for the next figures, or undefined. @param leads returns true if this shard leads. */
  constructor(
    settings: ShardSettings,
    connection: () => Connection | undefined,
    calls: InternalCalls,
    control: ControlBlock,
    leads: () => boolean,
  ) {
    this.#settings = settings;
    this.#connection = connection;
    this.#calls = calls;
    this.#control = control;
    this.#leads = leads;
    this.#traffic = new Traffic(settings.traffic, settings.shard);
  }

  /** Starts to report, for the first time at once. To be called for each new connection; only the first call counts. */
  start(): void {
    const { statisticsPeriodMillis } = this.#settings;
    if (statisticsPeriodMillis === 0 || this.#timer !== undefined || this.#stopped) return;
    this.#timer = setInterval(() => this.#report(), statisticsPeriodMillis);
    this.#timer.unref();
    this.#report();
  }

  /** To be called when this shard begins to lead: reports at once. */
  onLeading(): void {
    if (this.#timer !== undefined && !this.#stopped) this.#report();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  #report(): void {
    const { protocol } = this.#control;
    this.#traffic.write(protocol.get(AgentCounter.BYTES_IN), protocol.get(AgentCounter.BYTES_OUT));
    if (this.#leads()) this.#send();
  }

  #send(): void {
    const connection = this.#connection();
    if (connection === undefined) return;
    const metrics = this.#metrics();
    const now = wallNow();
    const values = {
      timestamp: BigInt(now),
      clientAttributes: this.#attributes(connection, now, metrics),
      metricsBlob: metricsBlob([...metrics, ...nearCacheMetrics(this.nearCaches)]),
    };
    // A failure is ignored: nothing else depends on the figures.
    this.#calls.call(connection, messages.client.statistics, values, () => undefined).catch(() => undefined);
  }

  /** Text that repeats the figures: Management Center 4.0 reads them from here. */
  #attributes(connection: Connection, now: number, metrics: readonly Metric[]): string {
    const attributes: [string, string | number][] = [
      ['lastStatisticsCollectionTime', now],
      ['enterprise', 'false'],
      ['clientType', CLIENT_TYPE],
      ['clientVersion', this.#settings.clientVersion],
      ['clusterConnectionTimestamp', connection.openedAt],
      ['clientAddress', addressText(connection.localAddress)],
      ['clientName', this.#settings.clientName],
      ...metrics.map(({ prefix, name, value }): [string, number] => [`${prefix}.${name}`, value]),
    ];
    attributes.push(...nearCacheAttributes(this.nearCaches));
    return attributes.map(([name, value]) => `${name}=${value}`).join(',');
  }

  #metrics(): Metric[] {
    const control = this.#control;
    return [
      metric('os', 'freePhysicalMemorySize', freemem()),
      metric('os', 'processCpuTime', process.cpuUsage().user * NANOS_PER_MICRO),
      { prefix: 'os', name: 'systemLoadAverage', value: loadavg()[0], unit: MetricUnit.NONE, isDouble: true },
      metric('os', 'totalPhysicalMemorySize', totalmem()),
      metric('runtime', 'availableProcessors', this.#processors),
      metric('runtime', 'totalMemory', control.heapTotal),
      metric('runtime', 'uptime', Math.trunc(process.uptime() * MILLIS_PER_SECOND)),
      metric('runtime', 'usedMemory', control.heapUsed),
      metric('tcp', 'bytesReceived', this.#traffic.bytesIn, MetricUnit.BYTES),
      metric('tcp', 'bytesSend', this.#traffic.bytesOut, MetricUnit.BYTES),
    ];
  }
}

function metric(prefix: string, name: string, value: number, unit: MetricUnit = MetricUnit.NONE): Metric {
  return { prefix, name, value, unit, isDouble: false };
}
