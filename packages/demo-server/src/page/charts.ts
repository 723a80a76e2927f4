import type { ScaleOptions } from '@observablehq/plot';
import { Chart, type ChartOptions, type Point } from './chart.js';
import { milliseconds, number, percent } from './format.js';
import type { RunView } from './model.js';
import type { Sample } from '../figures/sample.js';

export interface ChartOf {
  readonly chart: Chart;
  readonly points: (run: RunView) => readonly Point[];
}

/** Least delay that the charts show, in ms: a shorter one is of no interest. */
const LEAST_DELAY = 0.1;

/** Makes a logarithmic scale, in which delays that differ a hundredfold can be seen together. */
function delays(greatest: number): ScaleOptions {
  const decades = Math.max(1, Math.ceil(Math.log10(greatest / LEAST_DELAY)));
  return { type: 'log', domain: [LEAST_DELAY, LEAST_DELAY * 10 ** decades], clamp: true, ticks: decades };
}

/** Returns a function that makes a linear scale from 0 to the greatest value, or to `least` if that is more. */
function upTo(least: number): (greatest: number) => ScaleOptions {
  return (greatest) => ({ domain: [0, Math.max(least, greatest)], nice: 3, ticks: 3 });
}

const counts = upTo(1);
const shares = upTo(0.2);
/** This scale shows even a ring that is nearly empty, as it should be. */
const ringShares = upTo(0.01);

function ofSamples(value: (sample: Sample) => number | undefined): (run: RunView) => Point[] {
  return ({ turns }) =>
    turns.flatMap(({ sample }) => {
      const found = value(sample);
      return found === undefined ? [] : [{ at: sample.at, value: found }];
    });
}

function chart(options: ChartOptions, points: (run: RunView) => readonly Point[]): ChartOf {
  return { chart: new Chart(options), points };
}

/** Makes the three charts that tell the story. */
export function mainCharts(): ChartOf[] {
  return [
    chart(
      {
        title: 'Loop delay',
        unit: 'p99, lower is better',
        words:
          'How late anything else on the serving thread runs: timers, other requests, health checks. Each line of the ' +
          'grid is ten times the one below.',
        format: milliseconds,
        scale: delays,
      },
      ofSamples(({ loopDelay }) => loopDelay.p99),
    ),
    chart(
      {
        title: 'Bystander',
        unit: 'slowest /ping, lower is better',
        words:
          'What a request waits that asks for nothing at all. It shares nothing with the load but the event loop and ' +
          'the CPUs.',
        format: milliseconds,
        scale: delays,
      },
      ({ turns }) =>
        turns.flatMap(({ sample: { at }, slowestPing }) =>
          slowestPing === undefined ? [] : [{ at, value: slowestPing }],
        ),
    ),
    chart(
      {
        title: 'Answers',
        unit: 'requests/s, higher is better',
        words:
          'How many of the load’s requests were answered. With a rate given, nobody can answer more than that.',
        format: number,
        scale: counts,
      },
      ({ turns }) => turns.map(({ sample: { at }, requestsPerSecond }) => ({ at, value: requestsPerSecond })),
    ),
  ];
}

/** Makes the charts of what goes on inside the server. */
export function insideCharts(): ChartOf[] {
  return [
    chart(
      {
        title: 'In flight',
        unit: 'requests',
        words: 'Requests the server has taken and not answered. A blocked loop does not even take them.',
        format: number,
        scale: counts,
      },
      ofSamples(({ inFlight }) => inFlight),
    ),
    chart(
      {
        title: 'Worker busy',
        unit: 'share of its time',
        words:
          'The thread that owns the sockets, where there is one: what it does, the serving thread does not.',
        format: percent,
        scale: shares,
      },
      ofSamples(({ workerUtilization }) => workerUtilization),
    ),
    chart(
      {
        title: 'Wake-ups',
        unit: 'an operation',
        words: 'How often one thread had to wake the other. Under load one wake-up serves many operations.',
        format: number,
        scale: shares,
      },
      ofSamples(({ wakeupsPerOperation }) => wakeupsPerOperation),
    ),
    chart(
      {
        title: 'Requests waiting',
        unit: 'peak, share of the ring',
        words:
          'How full the ring from serving thread to worker ever was. Full, and new calls wait in line on the serving ' +
          'thread.',
        format: percent,
        scale: ringShares,
      },
      ofSamples(({ workerUtilization, requestRing }) =>
        workerUtilization === undefined ? undefined : requestRing,
      ),
    ),
    chart(
      {
        title: 'Answers waiting',
        unit: 'peak, share of the ring',
        words:
          'How full the ring from worker to serving thread ever was. Full, and the worker stops reading its sockets. ' +
          'Large answers go past the ring.',
        format: percent,
        scale: ringShares,
      },
      ofSamples(({ workerUtilization, completionRing }) =>
        workerUtilization === undefined ? undefined : completionRing,
      ),
    ),
  ];
}
