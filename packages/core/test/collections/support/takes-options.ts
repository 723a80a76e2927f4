import type { Member } from '@offloop/member';
import { expect } from 'vitest';

import { codeOf } from '../../client/support/client-bench.js';
import { Code } from '../../client/support/codes.js';

/** Each of these calls ends by the options that it is given as its last argument: none is answered. */
export async function expectOptions(
  member: Member,
  object: object,
  calls: readonly (readonly unknown[])[],
): Promise<void> {
  const methods = object as Record<string, (...args: unknown[]) => Promise<unknown>>;
  const stuck = member.faults.add({ action: { kind: 'swallow' } });
  const aborted = { signal: AbortSignal.abort() };
  for (const [method, ...given] of calls) {
    const call = (options: unknown): Promise<unknown> => methods[method as string](...given, options);
    expect([method, await codeOf(call({ timeout: 10 }))]).toEqual([method, Code.OPERATION_TIMEOUT]);
    expect([method, await codeOf(call(aborted))]).toEqual([method, Code.CANCELLATION]);
    expect([method, await codeOf(call({ timeout: -1 }))]).toEqual([method, Code.ILLEGAL_ARGUMENT]);
  }
  stuck.remove();
}
