import { memberTag } from '@offloop/contract';
import type { LoadBalancer } from '../config/client-config.js';
import { describe, IllegalStateError } from '@offloop/values';
import { guardedCall } from '../logging/guarded-logger.js';

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * Asks the user's load balancer for the member of the next call.
 *
 * @returns the member's tag, or undefined for any member. Throws IllegalStateError when the balancer throws, or returns
 * something that is not a member.
 */
export function preferredMember(balancer: LoadBalancer): number | undefined {
  let member: ReturnType<LoadBalancer['next']> | undefined;
  let uuid: string;
  try {
    member = balancer.next();
    if (member === null || member === undefined) return undefined;
    // A promise is not a member. Its rejection must not end the process.
    guardedCall(
      () => member,
      () => undefined,
    );
    uuid = String((member as { readonly uuid?: unknown }).uuid);
  } catch (error) {
    throw new IllegalStateError('the custom load balancer threw', error);
  }
  if (!UUID_TEXT.test(uuid)) {
    throw new IllegalStateError(`the custom load balancer gave ${describe(member)}, which is no member`);
  }
  return memberTag(uuid);
}
