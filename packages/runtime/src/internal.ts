// What the packages of this project share, and nobody else may count on: it changes without notice. `./ring` is such a door too.
export { DrainBudget, Share, SLICE_MILLIS } from './shard/drain-budget.js';
export { Settlers } from './shared/settlers.js';
export { IdlePool } from './shared/idle-pool.js';
