// The embedded member in a process of its own: the serving thread shares neither its loop nor its heap.
import { startMember } from '@offloop/member';

import { childSettings } from './processes/child.js';
import type { MemberReady } from './processes/member.js';

childSettings(() => {
  void member.stop().then(() => process.exit());
});
const member = await startMember();
process.send?.({ type: 'ready', address: member.address } satisfies MemberReady);
