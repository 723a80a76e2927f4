import { expect, test } from 'vitest';

import { connect, freshMap } from '../client/support/client-bench.js';
import { connectOfficial } from './support/official.js';
import { realMember } from './support/members.js';

const MIB = 1024 * 1024;

const member = realMember({ heap: '2g' });

test.each(['text', 'bytes'])('64 MB of %s written by one client are read by the other', async (kind) => {
  const { client } = await connect(member.address);
  const ours = await freshMap<string, unknown>(client);
  const official = await (await connectOfficial(member.address)).getMap<string, unknown>(ours.getName());
  const value = kind === 'text' ? '0123456789abcdef'.repeat(4 * MIB) : Buffer.alloc(64 * MIB, 'offloop');
  const isIt = (met: unknown): boolean =>
    Buffer.isBuffer(met) ? met.equals(value as Buffer) : met === value;
  const figures: string[] = [];
  for (const [writer, reader] of [
    [ours, official],
    [official, ours],
  ]) {
    const begun = performance.now();
    await writer.set('k', value);
    const written = performance.now();
    expect(isIt(await reader.get('k'))).toBe(true);
    const name = writer === ours ? ['offloop', 'hazelcast-client'] : ['hazelcast-client', 'offloop'];
    figures.push(`${name[0]} set ${(written - begun).toFixed(0)} ms`);
    figures.push(`${name[1]} get ${(performance.now() - written).toFixed(0)} ms`);
    await writer.delete('k');
  }
  console.log(`64 MB of ${kind}: ${figures.join(', ')}`);
});
