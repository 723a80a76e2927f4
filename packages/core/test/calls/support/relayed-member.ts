import type { Member } from '@offloop/member';

import { memberOfTest } from '../../client/support/embedded-member.js';
import { startHoldingRelay, type HoldingRelay } from './holding-relay.js';

/** What the two clients have in common here. */
export interface AnyMap {
  get(key: string): Promise<string | null>;
  set(key: string, value: string): Promise<unknown>;
}

/** A member that clients reach only through the relay. */
export async function startRelayedMember(): Promise<HoldingRelay> {
  let member: Member | undefined;
  const relay = await startHoldingRelay(() => member!.port);
  const advertise = { host: '127.0.0.1', port: relay.port };
  member = await memberOfTest({ advertise });
  return relay;
}
