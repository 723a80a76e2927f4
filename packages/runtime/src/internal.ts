// Exports for the packages of this project alone: they change without notice. So do those of `./ring`.
export { DrainBudget, Share, SLICE_MILLIS } from './shard/drain-budget.js';
export { Gate } from './shared/gate.js';
export { Settlers } from './shared/settlers.js';
export { IdlePool } from './shared/idle-pool.js';
