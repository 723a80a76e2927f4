/** What becomes of a call in the agent. */
export const Kind = {
  /** Completed when the member answers. */
  PLAIN: 0,
  /** Completed as soon as it is begun. */
  AT_ONCE: 1,
  /** Its answer is put aside, and completed when the agent tends what it has put aside: as deferred responses are. */
  DEFERRED: 2,
  /** Its answer takes three duty cycles: as long lists do. */
  LONG: 3,
  /** Its answer comes in a buffer of its own. */
  SPILLED: 4,
  /** The member does not answer while we look: a lock that somebody else holds. */
  SILENT: 5,
  /** As SPILLED, and the caller takes a turn of its loop more to make a result of it. */
  SLICED: 6,
} as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** A small world to search. */
export interface Scenario {
  /** The calls that the caller may make, tick by tick. It need not make them all. Default: none. */
  readonly ticks?: readonly (readonly Kind[])[];
  /** Bytes: a request takes 32. Default 64. */
  readonly requestRing?: number;
  /** Bytes: a completion takes 16, that of a spill 32. Default 32. */
  readonly completionRing?: number;
  /** Events that the member sends in one go, once it has all calls and before it answers any. */
  readonly events?: number;
  /** The member answers nothing before it can answer all that it was sent. */
  readonly readsAll?: boolean;
  /** Bytes that may be spilled and not taken; a spilled answer has 1024. */
  readonly maxSpilledBytes?: number;
  /** Signals that nobody sent, to either side. */
  readonly spuriousSignals?: number;
  /** Either side may poll instead of parking, as often as it likes. */
  readonly polls?: boolean;
  /** Calls the caller may give up. */
  readonly aborts?: number;
}
