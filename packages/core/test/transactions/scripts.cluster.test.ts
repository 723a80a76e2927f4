import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { connect } from '../client/support/client-bench.js';
import { actorOf, type Actor } from './support/actor.js';
import { JavaClient } from './support/java.js';
import { runScript } from './support/run-script.js';
import { SCRIPTS } from './support/scripts.js';
import { sharedMember, type SharedMember } from '../cluster/support/shared-member.js';

let member: SharedMember;
beforeAll(async () => {
  member = await sharedMember();
});

describe.each(['TWO_PHASE', 'ONE_PHASE'] as const)('on a real member, in %s', (type) => {
  // Reads beside a transaction of one phase wait for its end.
  const scripts = SCRIPTS.map((script) => ({
    ...script,
    lines: type === 'TWO_PHASE' ? script.lines : script.lines.filter(([call]) => !isRead(call)),
  }));

  test.each(scripts)('$title', async (script) => {
    const { client } = await connect(member.address);
    const open = (prefix: string): Actor => actorOf(client, prefix, { type });
    expect(await runScript(open, script)).toEqual(script.lines);
  });

  test('and so it does for Java’s client', async () => {
    const java = new JavaClient(member.address, type);
    onTestFinished(() => java.end());
    for (const script of scripts) {
      // oxlint-disable-next-line no-await-in-loop -- it does one thing at a time
      expect(await runScript((prefix) => java.open(prefix), script)).toEqual(script.lines);
    }
  });
});

function isRead(call: string): boolean {
  return /^out\.(map|multiMap)\.(get|containsKey)$/.test(call);
}
