import type { ScaleOptions } from '@observablehq/plot';
import { Chart, type Point } from './chart.js';
import { milliseconds, number, percent } from './format.js';
import type { Turn } from '../figures/live-events.js';
import type { RunView } from './model.js';

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

/** Returns a function that makes the line of a run: a point for each turn that has the value. */
function ofTurns(value: (turn: Turn) => number | undefined): (run: RunView) => Point[] {
  return ({ turns }) =>
    turns.flatMap((turn) => {
      const found = value(turn);
      return found === undefined ? [] : [{ at: turn.sample.at, value: found }];
    });
}

/** Makes the charts: first the three that tell the story, then what goes on inside the clients. */
export function makeCharts(): Chart[] {
  return [
    new Chart({
      title: 'Loop delay',
      unit: 'p99, lower is better',
      words:
        'How late anything else on the serving thread runs: timers, other requests, health checks. Each line of the ' +
        'grid is ten times the one below.',
      format: milliseconds,
      scale: delays,
      points: ofTurns(({ sample: { loopDelay } }) => loopDelay.p99),
    }),
    new Chart({
      title: 'Bystander',
      unit: 'slowest /ping, lower is better',
      words:
        'What a request waits that asks for nothing at all. It shares nothing with the load but the event loop and ' +
        'the CPUs.',
      format: milliseconds,
      scale: delays,
      points: ofTurns(({ slowestPing }) => slowestPing),
    }),
    new Chart({
      title: 'Answers',
      unit: 'requests/s, higher is better',
      words:
        'How many of the load’s requests were answered. With a rate given, nobody can answer more than that.',
      format: number,
      scale: counts,
      points: ofTurns(({ requestsPerSecond }) => requestsPerSecond),
    }),
    new Chart({
      title: 'Worker busy',
      unit: 'share of its time',
      words:
        'The thread that owns the sockets, where there is one: what it does, the serving thread does not.',
      format: percent,
      scale: shares,
      points: ofTurns(({ sample: { workerUtilization } }) => workerUtilization),
    }),
    new Chart({
      title: 'Wake-ups',
      unit: 'an operation',
      words: 'How often one thread had to wake the other. Under load one wake-up serves many operations.',
      format: number,
      scale: shares,
      points: ofTurns(({ sample: { wakeupsPerOperation } }) => wakeupsPerOperation),
    }),
  ];
}
