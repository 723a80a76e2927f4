import type { Member } from './member.js';

/** The cluster the client is connected to, or was last. */
export interface Cluster {
  /**
   * Adds a listener; one with an `init` hears of the present members first. Added twice, it hears everything twice.
   *
   * @returns the registration's id. Throws IllegalArgumentError unless the listener is an object.
   */
  addMembershipListener(listener: MembershipListener): string;
  /** @returns whether there was such a registration. */
  removeMembershipListener(listenerId: string): boolean;
  /**
   * The members, oldest first; with a selector, those that it chooses. During an outage, the last known ones.
   *
   * Throws IllegalArgumentError unless the selector is a function, and what the selector throws.
   */
  getMembers(memberSelector?: MemberSelector): Member[];
}

/** Whether a member joined or left. As in the official enum, numbers are keys, too: `MemberEvent[1]` is `'ADDED'`. */
export const MemberEvent = { ADDED: 1, REMOVED: 2, 1: 'ADDED', 2: 'REMOVED' } as const;
export type MemberEvent = 1 | 2;

/** A member joined or left. */
export class MembershipEvent {
  member: Member;
  /** The members after the change. */
  members: Member[];
  eventType: MemberEvent;

  constructor(member: Member, eventType: MemberEvent, members: Member[]) {
    this.member = member;
    this.eventType = eventType;
    this.members = members;
  }
}

/** What an {@link InitialMembershipListener} hears first. */
export class InitialMembershipEvent {
  cluster: Cluster;
  members: Member[];

  constructor(cluster: Cluster, members: Member[]) {
    this.cluster = cluster;
    this.members = members;
  }
}

/** Hears of members that join and leave, on the caller's thread; what it throws is logged. */
export interface MembershipListener {
  /** A member has joined. */
  memberAdded?(event: MembershipEvent): void;
  /** A member has left, or is taken for gone. */
  memberRemoved?(event: MembershipEvent): void;
}

/** One that hears of the members there are, once, before it hears of changes: at its registration, or when they are known. */
export interface InitialMembershipListener extends MembershipListener {
  /** The members there are. */
  init(event: InitialMembershipEvent): void;
}

/** Chooses among members. */
export type MemberSelector = (member: Member) => boolean;

/** Chooses members that keep data. */
export const dataMemberSelector: MemberSelector = (member) => !member.liteMember;
