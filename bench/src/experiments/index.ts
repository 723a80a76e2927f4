import type { Experiment } from '../experiment.js';
import { amqp } from '../amqp/amqp.js';
import { busy } from './busy.js';
import { fib, quote } from '../demo/demo.js';
import { doorbell } from './doorbell.js';
import { flush } from './flush.js';
import { footprint } from '../footprint/footprint.js';
import { footprintAmqp } from '../footprint/footprint-amqp.js';
import { getSet } from './get-set.js';
import { idle } from './idle.js';
import { json } from '../json/json.js';
import { mapMore } from '../map-more/map-more.js';
import { oneCpu } from './one-cpu.js';
import { onread } from './onread.js';
import { pipelining } from './pipelining.js';
import { readChunk } from './read-chunk.js';
import { redis } from './redis.js';
import { regimes } from './regimes.js';
import { sql } from '../sql/sql.js';
import { structures } from './structures.js';
import { timeslice } from './timeslice.js';
import { transactions } from '../transactions/transactions.js';
import { utf8 } from './utf8.js';
import { values } from './values.js';
import { workers, workersTls } from './workers.js';

/** All experiments, in the order in which a run without a name takes them. */
export const EXPERIMENTS: readonly Experiment[] = [
  onread,
  readChunk,
  flush,
  getSet,
  busy,
  regimes,
  oneCpu,
  pipelining,
  values,
  json,
  mapMore,
  sql,
  structures,
  transactions,
  utf8,
  timeslice,
  quote,
  fib,
  redis,
  amqp,
  doorbell,
  workers,
  workersTls,
  idle,
  footprint,
  footprintAmqp,
];
