import { getPriority } from 'node:os';
import { expect, test } from 'vitest';

import { embeddedMember } from '../../client/support/embedded-member.js';
import { connect, freshMap } from '../../client/support/client-bench.js';
import { fn } from '../support/functions.js';

const member = await embeddedMember();

async function priorityOfThreads(transforms: { niceness?: number }): Promise<unknown> {
  const { client } = await connect(member.address, { runtime: { transforms } });
  const map = await freshMap<string, unknown>(client);
  return map.getTransformed('k', fn('priority'));
}

test.runIf(process.platform === 'linux')(
  'compute threads lower their priority, and nobody else does',
  async () => {
    const own = getPriority();
    expect(await priorityOfThreads({})).toBe(Math.min(19, own + 10));
    expect(await priorityOfThreads({ niceness: 3 })).toBe(Math.min(19, own + 3));
    expect(await priorityOfThreads({ niceness: 0 })).toBe(own);
    expect(getPriority()).toBe(own);
  },
);
