import { describe } from '../errors/describe.js';
import { IllegalArgumentError } from '../errors/hierarchy.js';

/** What becomes of an item for which a ring buffer has no room. Only one with a time to live is ever without. */
export const OverflowPolicy = {
  /** It takes the place of the oldest, whatever its time to live. */
  OVERWRITE: 'OVERWRITE',
  /** It is not added, and so until the time to live of the oldest is over. */
  FAIL: 'FAIL',
} as const;
export type OverflowPolicy = (typeof OverflowPolicy)[keyof typeof OverflowPolicy];

const IDS: Readonly<Record<OverflowPolicy, number>> = { OVERWRITE: 0, FAIL: 1 };

/** The protocol's number of a policy. Throws IllegalArgumentError for what is none. */
export function overflowPolicyId(policy: OverflowPolicy): number {
  if (typeof policy === 'string' && Object.hasOwn(IDS, policy)) return IDS[policy];
  throw new IllegalArgumentError(
    `overflowPolicy must be ${Object.keys(IDS).join(' or ')}, got ${describe(policy)}`,
  );
}
