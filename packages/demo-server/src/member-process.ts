// Runs the embedded member in a process of its own, so that it shares neither loop nor heap with what is measured.
import { startMember } from '@offloop/member';
import { certificateAuthority } from '@offloop/tools';
import { childSettings, tellParent } from '@offloop/tools/measure';

import type { MemberReady, MemberSettings } from './start-member.js';

const { transport } = childSettings(() => {
  void member.stop().then(() => process.exit());
}) as MemberSettings;
const authority = transport === 'tls' ? await certificateAuthority('embedded member') : undefined;
const member = await startMember({
  // The page shows at once whose lock is lost; real members look every ten seconds.
  clientRemoveDelay: 0,
  ...(authority === undefined ? {} : { tls: await authority.issue(['127.0.0.1']) }),
  // Like real members, it sends an answer of any length in one piece.
  fragmentBytes: Number.POSITIVE_INFINITY,
});
const ca = authority?.cert ?? null;
tellParent({ type: 'ready', address: member.address, ca } satisfies MemberReady);
