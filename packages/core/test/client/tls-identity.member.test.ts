import { certificateAuthority } from '@offloop/tools';
import { expect, test } from 'vitest';

import { startTlsMember } from './support/tls-member.js';
import { GOT_IN, outcomeFor } from './support/trusting-process.js';

// With TLS switched on and nothing else said, as anyone begins: what is trusted is what Node.js trusts.
test('a trusted certificate for somebody else lets the official client in by default, and not this one', async () => {
  const authority = await certificateAuthority('an authority of the system');
  const foreign = await startTlsMember({ certificate: await authority.issue(['member.example']) });
  const own = await startTlsMember({ certificate: await authority.issue(['127.0.0.1']) });

  const outcome = (address: string, which: 'official' | 'offloop', ssl: object): Promise<unknown> =>
    outcomeFor(which, authority.cert, {
      network: { clusterMembers: [address], ssl: { enabled: true, ...ssl } },
    });
  const to = foreign.proxy.address;
  const outcomes = await Promise.all([
    outcome(to, 'official', {}),
    outcome(to, 'offloop', {}),
    outcome(to, 'offloop', { verifyIdentity: false }),
    outcome(to, 'official', { sslOptions: { rejectUnauthorized: true } }),
    outcome(own.proxy.address, 'official', {}),
    outcome(own.proxy.address, 'offloop', {}),
  ]);
  expect(outcomes).toEqual([GOT_IN, 'AuthenticationError', GOT_IN, 'IllegalStateError', GOT_IN, GOT_IN]);
});
