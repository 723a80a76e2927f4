import { lookup } from 'node:dns/promises';
import { connect } from 'node:net';
import type { Address, MemberDescription } from '@offloop/contract';
import { shuffle } from './shuffle.js';

/** Milliseconds that a member has to accept a connection at its internal address, and at its public one. */
const INTERNAL_TIMEOUT_MILLIS = 1_000;
const PUBLIC_TIMEOUT_MILLIS = 3_000;
/** At most this many members are tried, so that a start takes no longer in a large cluster. */
const MEMBERS_TRIED = 3;

/** The facts that decide between the internal and the public addresses of members. */
export interface PublicAddressQuestion {
  /** The value of the property; null: find out. */
  readonly wanted: boolean | null;
  /** With TLS public addresses are used only where the property says so. */
  readonly encrypted: boolean;
  readonly configured: readonly Address[];
  readonly members: readonly MemberDescription[];
  readonly signal: AbortSignal;
}

/**
 * Resolves to true if members are to be connected to at their public addresses. The rule is the official client's: if the property
 * says so; without it, if no member's own address is among the configured ones, and the members tried can be reached at their public
 * addresses only.
 */
export async function usesPublicAddresses(question: PublicAddressQuestion): Promise<boolean> {
  const { wanted, encrypted, members, signal } = question;
  if (wanted !== null) return wanted;
  if (encrypted || members.length === 0 || members.some((member) => member.publicAddress === null))
    return false;
  if (await isConfigured(question)) return false;
  const tried = [...members];
  shuffle(tried);
  for (const { address, publicAddress } of tried.slice(0, MEMBERS_TRIED)) {
    const [inside, outside] = await Promise.all([
      isReachable(address, INTERNAL_TIMEOUT_MILLIS, signal),
      isReachable(publicAddress!, PUBLIC_TIMEOUT_MILLIS, signal),
    ]);
    if (inside || !outside) return false;
  }
  return true;
}

async function isConfigured({ configured, members }: PublicAddressQuestion): Promise<boolean> {
  const [ours, theirs] = await Promise.all([
    Promise.all(configured.map(({ host }) => resolved(host))),
    Promise.all(members.map(({ address }) => resolved(address.host))),
  ]);
  return theirs.some((address) => address !== undefined && ours.includes(address));
}

async function resolved(host: string): Promise<string | undefined> {
  try {
    return (await lookup(host)).address;
  } catch {
    return undefined;
  }
}

function isReachable({ host, port }: Address, timeoutMillis: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, signal });
    const done = (reachable: boolean): void => {
      resolve(reachable);
      socket.destroy();
    };
    socket.setTimeout(timeoutMillis, () => done(false));
    socket.once('error', () => done(false));
    socket.once('connect', () => done(true));
  });
}
