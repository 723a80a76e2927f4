import { rounds } from '@offloop/tools';
import { expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect } from '../client/support/client-bench.js';
import { checkAgainstModel } from './support/models.js';

const RUNS = rounds({ short: 20, full: 60 });

const member = await embeddedMember();

test.each(['getList', 'getQueue', 'getSet'] as const)(
  '%s does on the embedded member what an array does, whatever is called',
  async (kind) => {
    const { client } = await connect(member.address);
    await expect(checkAgainstModel(client, kind, RUNS)).resolves.toBeUndefined();
  },
);
