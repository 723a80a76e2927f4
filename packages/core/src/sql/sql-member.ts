import type { Member } from '../cluster/member.js';

/**
 * Picks a member for a statement, at random; returns undefined if there is none. It must have data, and the version that most members
 * with data have: during a rolling upgrade a cluster has two.
 */
export function sqlMember(members: readonly VersionedMember[]): VersionedMember | undefined {
  const able = members.filter(({ liteMember }) => !liteMember);
  // Asked for each statement, and nearly always so.
  if (able.every(({ version }) => isSame(version, able[0].version))) return anyOf(able);
  const byVersion = new Map<number, VersionedMember[]>();
  for (const member of able) {
    const version = 1000 * member.version.major + member.version.minor;
    const group = byVersion.get(version);
    if (group === undefined) byVersion.set(version, [member]);
    else group.push(member);
  }
  // Of two groups of one size, the newer version's.
  const groups = [...byVersion].toSorted(([a, x], [b, y]) => y.length - x.length || b - a);
  return anyOf(groups[0]?.[1] ?? []);
}

function anyOf(members: readonly VersionedMember[]): VersionedMember | undefined {
  return members[Math.floor(Math.random() * members.length)];
}

function isSame(a: Version, b: Version): boolean {
  return a.major === b.major && a.minor === b.minor;
}

type Version = VersionedMember['version'];

/** The parts of a member that decide whether it gets statements. */
export type VersionedMember = Pick<Member, 'uuid' | 'liteMember'> & {
  readonly version: { readonly major: number; readonly minor: number };
};
