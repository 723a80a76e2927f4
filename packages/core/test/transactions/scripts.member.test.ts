import { describe, expect, test } from 'vitest';

import { embeddedMember } from '../client/support/embedded-member.js';
import { connect } from '../client/support/client-bench.js';
import { actorOf } from './support/actor.js';
import { runScript } from './support/run-script.js';
import { SCRIPTS } from './support/scripts.js';

const member = await embeddedMember();

describe.each([1, 2, 'auto'] as const)('with workers: %s', (workers) => {
  test.each(SCRIPTS)('on the embedded member: $title', async (script) => {
    const { client } = await connect(member.address, { runtime: { workers } });
    expect(await runScript((prefix) => actorOf(client, prefix), script)).toEqual(script.lines);
  });
});
