// The exports for the bench: the demo's approaches, and the functions that measure them.
export { approachById, approachesFor, Workload } from './approaches/approaches.js';
export { DEFAULT_CATALOGUE } from './catalogue/catalogue.js';
export type { GridSettings } from './catalogue/catalogue.js';
export { fib, slicedFib } from './computing/fib.js';
export type { Outcome } from './figures/outcome.js';
export { openGrid } from './grid.js';
export type { Task } from './load/plan.js';
export { measure } from './measure/measure.js';
export { startMemberProcess } from './start-member.js';
export type { RunningMember } from './start-member.js';
export { PAUSES, Slicer } from './computing/slicers.js';
