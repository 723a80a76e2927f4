import { rounds } from '@offloop/tools';
import { beforeAll, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { checkAgainstModel } from './support/models.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

const RUNS = rounds({ short: 30, full: 100 });

let member: SharedMember;
beforeAll(async () => {
  member = await sharedMember();
});

test.each(['getList', 'getQueue', 'getSet'] as const)(
  '%s does on a real member what an array does, whatever is called',
  async (kind) => {
    const { client } = await connect(member.address);
    await expect(checkAgainstModel(client, kind, RUNS)).resolves.toBeUndefined();
  },
);
