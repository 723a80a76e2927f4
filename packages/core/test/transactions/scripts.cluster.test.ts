import { startRealMember, type RealMember } from '@offloop/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { runInJava } from './support/java.js';
import { runScript } from './support/run-script.js';
import { SCRIPTS } from './support/scripts.js';

let member: RealMember;
beforeAll(async () => {
  member = await startRealMember();
});
afterAll(() => member.kill());

describe.each(['TWO_PHASE', 'ONE_PHASE'] as const)('on a real member, in %s', (type) => {
  // Reads beside a transaction of one phase wait for its end.
  const scripts = SCRIPTS.map((script) => ({
    ...script,
    lines: type === 'TWO_PHASE' ? script.lines : script.lines.filter(([call]) => !isRead(call)),
  }));

  test.each(scripts)('$title', async (script) => {
    const { client } = await connect(member.address);
    expect(await runScript(client, script, { type })).toEqual(script.lines);
  });

  test('and so it does for Java’s client', async () => {
    const lines = await runInJava(
      member.address,
      scripts.map(({ lines: each }) => each),
      type,
    );
    expect(lines).toEqual(scripts.map(({ lines: each }) => each));
  });
});

function isRead(call: string): boolean {
  return /^out\.(map|multiMap)\.(get|containsKey)$/.test(call);
}
