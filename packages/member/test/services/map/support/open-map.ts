import type { Member } from '../../../../src/index.js';
import { EntryEvent } from '../../../../src/services/shared/entry-listeners.js';
import { connected, start } from '../../../support/harness.js';
import { RawMap } from '../../../support/raw-map.js';

export const EVERY_EVENT: number = Object.values(EntryEvent).reduce((sum: number, bit) => sum + bit, 0);

/** The time of an entry without a limit. */
export const NEVER: bigint = 2n ** 63n - 1n;

export interface OpenMap {
  readonly member: Member;
  readonly map: RawMap;
}

/** A member that removes at once what has expired, and what a client held that has left; and a map of it. */
export async function openMap(): Promise<OpenMap> {
  const member = await start({ sweepInterval: 5, clientRemoveDelay: 0 });
  return { member, map: new RawMap(await connected(member)) };
}
