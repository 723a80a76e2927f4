import { Tier, type Experiment } from '../experiment.js';
import { JSON_CELLS } from './json-cells.js';
import { tapeAgainstText } from './tape-against-text.js';
import { LATENCY_FIGURES } from '../load/latency-samples.js';
import { callExperiment } from '../load/map-experiment.js';
import { WINDOW_FIGURES } from '../load/window.js';
import { openOfficialValues, openOffloopValues } from '../values/value-client.js';

const TAPE = 'offloop';
const TEXT = 'offloop-text';

const FIGURES = [...WINDOW_FIGURES, ...LATENCY_FIGURES];

const COMPARED = [
  'opsPerSecond',
  'mainMicros',
  'mainCpuMicros',
  'processCpuMicros',
  'latencyP50',
  'latencyP99',
];
const COMPARED_FIGURES = FIGURES.filter(({ key }) => COMPARED.includes(key));

export const json: Experiment = callExperiment(
  {
    name: 'json',
    title: 'JSON documents, by tape and as text',
    method:
      'Closed loop of `get` on one client with its default configuration, c calls in flight; 64 documents of a kind (16 of 75 KB, 4 of 1 MB). ' +
      '`offloop-text` has `packJsonFrom: 0`: the caller parses. Orders are lists of like items of ten fields; the keys of dictionaries are in one document alone. ' +
      'An operation of the list is the whole list with each document made. Every answer is checked at one spot, and one of each key in full when the window is over.',
    // A round has three processes and many cells, and figures are steady after half a second.
    pace: 0.25,
    tier: Tier.DEFAULT,
    cells: JSON_CELLS,
    figures: FIGURES,
    remarks: (values) => tapeAgainstText(JSON_CELLS, COMPARED_FIGURES, [TAPE, TEXT], values),
  },
  {
    official: [Tier.QUICK, openOfficialValues],
    [TAPE]: [Tier.QUICK, openOffloopValues],
    [TEXT]: [Tier.QUICK, (cluster) => openOffloopValues(cluster, { packJsonFrom: 0 })],
  },
);
