import { rounds } from '@offloop/tools';
import { expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { checkAgainstModel } from './support/models.js';
import { sharedMember } from '../cluster/support/shared-member.js';

const RUNS = rounds({ short: 30, full: 100 });

const member = sharedMember();

test.each(['getList', 'getQueue', 'getSet'] as const)(
  '%s does on a real member what an array does, whatever is called',
  async (kind) => {
    const { client } = await connect(member.address);
    await expect(checkAgainstModel(client, kind, RUNS)).resolves.toBeUndefined();
  },
);
