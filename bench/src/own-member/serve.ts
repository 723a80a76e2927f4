/** An embedded member as a side process: `node serve.js plain|tls`. */
import { startMember } from '@offloop/member';
import { certificateAuthority } from '@offloop/tools';

export interface OwnMember {
  /** `host:port`. */
  readonly address: string;
  /** PEM of the authority that its certificate is of; `null`: it speaks plain TCP. */
  readonly ca: string | null;
}

const authority = process.argv[2] === 'tls' ? certificateAuthority('bench') : null;
const tls = authority?.issue(['127.0.0.1']);
const member = await startMember({
  ...(tls === undefined ? {} : { tls }),
  // as real members: an answer of any length in one piece
  fragmentBytes: Number.POSITIVE_INFINITY,
});
process.stdin.on('end', () => void member.stop()).resume();
const hello: OwnMember = { address: member.address, ca: authority?.cert ?? null };
process.stdout.write(`${JSON.stringify(hello)}\n`);
