import { cpus, freemem, loadavg, totalmem } from 'node:os';
import { messages } from '@offloop/wire/protocol';
import { WorkerCounter, type ControlBlock } from '@offloop/wire/ring';
import { CLIENT_TYPE } from './authentication.js';
import { describe, type Connection } from './connection.js';
import type { ShardSettings } from './control.js';
import type { InternalCalls } from './internal-calls.js';
import { metricsBlob, MetricUnit, type Metric } from './metrics-blob.js';

const NANOS_PER_MICRO = 1000;
const MILLIS_PER_SECOND = 1000;

/**
 * Sends the client's figures to a member now and then, for Management Center, by the names the official client gives them.
 * Here and not on the caller's thread, which only leaves the size of its heap in the control block: nothing wakes it, and a
 * blocked loop is seen from outside as a client that lives.
 */
export class Statistics {
  readonly #settings: ShardSettings;
  readonly #connection: () => Connection | undefined;
  readonly #calls: InternalCalls;
  readonly #control: ControlBlock;
  readonly #processors: number = cpus().length;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** @param connection the one for the next figures; undefined when there is none. */
  constructor(
    settings: ShardSettings,
    connection: () => Connection | undefined,
    calls: InternalCalls,
    control: ControlBlock,
  ) {
    this.#settings = settings;
    this.#connection = connection;
    this.#calls = calls;
    this.#control = control;
  }

  /** Begins with the first figures at once; to be called when there is a connection, and harmless again. */
  start(): void {
    const { statisticsPeriodMillis } = this.#settings;
    if (statisticsPeriodMillis === 0 || this.#timer !== undefined || this.#stopped) return;
    this.#timer = setInterval(() => this.#send(), statisticsPeriodMillis);
    this.#timer.unref();
    this.#send();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }

  #send(): void {
    const connection = this.#connection();
    if (connection === undefined) return;
    const metrics = this.#metrics();
    const now = Date.now();
    const values = {
      timestamp: BigInt(now),
      clientAttributes: this.#attributes(connection, now, metrics),
      metricsBlob: metricsBlob(metrics),
    };
    // A member that does not take them misses nothing else.
    this.#calls.call(connection, messages.client.statistics, values, () => undefined).catch(() => undefined);
  }

  /** Figures stand here too: Management Center 4.0 reads them from the text. */
  #attributes(connection: Connection, now: number, metrics: readonly Metric[]): string {
    const attributes: [string, string | number][] = [
      ['lastStatisticsCollectionTime', now],
      ['enterprise', 'false'],
      ['clientType', CLIENT_TYPE],
      ['clientVersion', this.#settings.clientVersion],
      ['clusterConnectionTimestamp', connection.openedAt],
      ['clientAddress', describe(connection.localAddress)],
      ['clientName', this.#settings.clientName],
      ...metrics.map(({ prefix, name, value }): [string, number] => [`${prefix}.${name}`, value]),
    ];
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
      metric('tcp', 'bytesReceived', control.counter(WorkerCounter.BYTES_IN), MetricUnit.BYTES),
      metric('tcp', 'bytesSend', control.counter(WorkerCounter.BYTES_OUT), MetricUnit.BYTES),
    ];
  }
}

function metric(prefix: string, name: string, value: number, unit: MetricUnit = MetricUnit.NONE): Metric {
  return { prefix, name, value, unit, isDouble: false };
}
