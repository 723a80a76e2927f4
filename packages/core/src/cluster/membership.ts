import type { Member } from './member.js';

/** The cluster the client is connected to, or was last. */
export interface Cluster {
  /**
   * Adds a listener for members that join and leave. One with an `init` gets the present members first. A listener that is added
   * twice gets each event twice.
   *
   * @returns the registration's id. Throws AssertionError unless the listener is an object.
   */
  addMembershipListener(listener: MembershipListener): string;
  /** Removes a listener. @returns true if there was one with this id. */
  removeMembershipListener(listenerId: string): boolean;
  /**
   * Returns the members, oldest first; with a selector, those that it chooses. During an outage, the last known ones.
   *
   * Throws IllegalArgumentError unless the selector is a function, and what the selector throws.
   */
  getMembers(memberSelector?: MemberSelector): Member[];
}

/** Kinds of membership events. As in the official enum, numbers are keys, too: `MemberEvent[1]` is `'ADDED'`. */
export const MemberEvent = { ADDED: 1, REMOVED: 2, 1: 'ADDED', 2: 'REMOVED' } as const;
export type MemberEvent = 1 | 2;

/** Event of a member that joined or left. */
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

/** Event that an {@link InitialMembershipListener} gets first, with the present members. */
export class InitialMembershipEvent {
  cluster: Cluster;
  members: Member[];

  constructor(cluster: Cluster, members: Member[]) {
    this.cluster = cluster;
    this.members = members;
  }
}

/** Functions that are called when members join and leave. They run on the caller's thread; an error that they throw is logged. */
export interface MembershipListener {
  /** A member has joined. */
  memberAdded?(event: MembershipEvent): void;
  /** A member has left, or does not answer the others any more. */
  memberRemoved?(event: MembershipEvent): void;
}

/** A membership listener that gets the present members once, before any change: at its registration, or when they are known. */
export interface InitialMembershipListener extends MembershipListener {
  /** Called once, with the present members. */
  init(event: InitialMembershipEvent): void;
}

/** Function that returns true for each member to select. */
export type MemberSelector = (member: Member) => boolean;

/** Selects the members that keep data. */
export const dataMemberSelector: MemberSelector = (member) => !member.liteMember;
