import { Counter, Gauge } from 'prom-client';

/** Each counter's name, its help text, and its field of `client.stats().total`. */
const COUNTERS = [
  ['offloop_calls_total', 'Calls begun', 'operations'],
  ['offloop_retries_total', 'Further attempts of calls', 'retries'],
  ['offloop_received_bytes_total', 'Bytes read from sockets', 'bytesIn'],
  ['offloop_sent_bytes_total', 'Bytes written to sockets', 'bytesOut'],
  ['offloop_worker_restarts_total', 'Worker threads that were replaced', 'epoch'],
  ['offloop_lost_wakeups_total', 'More than 0: a bug of offloop', 'rescues'],
];

const GAUGES = [
  ['offloop_calls_in_flight', 'Calls without an answer', 'inFlight'],
  ['offloop_calls_in_flight_bytes', 'Bytes of their requests', 'inFlightBytes'],
  ['offloop_requests_queued', 'Requests that wait for room in the ring', 'queued'],
  ['offloop_connections', 'Connections to members', 'connections'],
  [
    'offloop_worker_utilization_ratio',
    'Busy share of the busiest worker since the last scrape',
    'workerUtilization',
  ],
];

/** Registers the figures of a client, under its name as label. They are read when the registry is scraped. */
export function offloopMetrics(client, register) {
  const labels = { client: client.getName() };
  const labelNames = ['client'];
  let total;

  const gauge = (name, help, read) => {
    const collect = function () {
      this.set(labels, read());
    };
    return new Gauge({ name, help, labelNames, registers: [], collect });
  };
  const counter = (name, help, read) => {
    const collect = function () {
      // Some begin at 0 again with each worker, which Prometheus expects of counters.
      this.reset();
      this.inc(labels, read());
    };
    return new Counter({ name, help, labelNames, registers: [], collect });
  };

  const metrics = [
    gauge('offloop_connected', '1 while there is a connection to the cluster', () => {
      // The first gauge that is collected reads the figures for all: the worker's utilization covers the time since the reading before.
      ({ total } = client.stats());
      return client.health().connected ? 1 : 0;
    }),
    gauge('offloop_members', 'Members of the cluster, as last heard', () => client.health().members),
    // Without a worker thread the utilization is NaN.
    ...GAUGES.map(([name, help, field]) => gauge(name, help, () => total[field] || 0)),
    ...COUNTERS.map(([name, help, field]) => counter(name, help, () => total[field])),
  ];
  for (const metric of metrics) register.registerMetric(metric);
}
