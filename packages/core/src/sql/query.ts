import type { UUID } from '@offloop/values';
import type { QueryId } from './query-ids.js';
import type { QueryTime } from './query-time.js';

/** A statement that a member is executing. */
export interface Query {
  readonly id: QueryId;
  /** Most rows of a page, as the member was told. */
  readonly pageRows: number;
  readonly time: QueryTime;
  /** The member that was asked; undefined: any. */
  readonly member: UUID | undefined;
}
