import { AssertionError } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { MemberDescription } from '@offloop/contract';
import { describe, uuidFromHalves, type UuidHalves } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';
import { guardedCall } from '../logging/guarded-logger.js';
import type { ILogger } from '../logging/logger.js';
import { MemberImpl, type Member } from './member.js';
import {
  InitialMembershipEvent,
  MemberEvent,
  MembershipEvent,
  type Cluster,
  type InitialMembershipListener,
  type MemberSelector,
  type MembershipListener,
} from './membership.js';

/** A {@link Cluster} that follows the member list as the worker sends it, and tells listeners the changes. */
export class ClusterService implements Cluster {
  readonly #logger: ILogger;
  readonly #listeners = new Map<string, MembershipListener>();
  #byId: ReadonlyMap<string, MemberImpl> = new Map();
  #isKnown = false;

  constructor(listeners: readonly MembershipListener[], logger: ILogger) {
    this.#logger = logger;
    for (const listener of listeners) this.addMembershipListener(listener);
  }

  addMembershipListener(listener: MembershipListener): string {
    if (typeof listener !== 'object' || listener === null) {
      throw new AssertionError({
        message: `Non null value expected. a membership listener must be an object, got ${describe(listener)}`,
      });
    }
    const id = randomUUID();
    this.#listeners.set(id, listener);
    if (this.#isKnown && isInitial(listener)) this.#init(listener);
    return id;
  }

  removeMembershipListener(listenerId: string): boolean {
    return this.#listeners.delete(listenerId);
  }

  getMembers(memberSelector?: MemberSelector): Member[] {
    const members = [...this.#byId.values()];
    if (memberSelector === undefined) return members;
    if (typeof memberSelector !== 'function') {
      throw mustBe('a member selector', 'a function', memberSelector);
    }
    return members.filter((member) => memberSelector(member));
  }

  /** Returns all members, with properties that the official class does not have. */
  members(): MemberImpl[] {
    return [...this.#byId.values()];
  }

  member(uuid: UuidHalves): Member | undefined {
    return this.#byId.get(uuidFromHalves(uuid).toString());
  }

  /** Takes a new member list. The worker passes on lists in the order of their versions. */
  onMembers(descriptions: readonly MemberDescription[]): void {
    const before = this.#byId;
    const wasKnown = this.#isKnown;
    // A member that stays stays the same object.
    const after = new Map(descriptions.map((each) => [each.uuid, kept(before, each)]));
    this.#byId = after;
    this.#isKnown = true;
    const members = [...after.values()];
    const removed = [...before].filter(([uuid, member]) => after.get(uuid) !== member);
    const added = [...after].filter(([uuid, member]) => before.get(uuid) !== member);
    if (removed.length === 0 && added.length === 0) return;
    this.#logger.info(
      'ClusterService',
      `members [${members.length}]: ${members.map((member) => member.toString()).join(', ')}`,
    );
    // A listener that another one adds gets this change only through its `init`.
    const listeners = [...this.#listeners];
    if (!wasKnown) {
      this.#eachOf(listeners, (listener) => {
        if (isInitial(listener)) this.#init(listener);
      });
      return;
    }
    for (const [, member] of removed) {
      const event = new MembershipEvent(member, MemberEvent.REMOVED, members);
      this.#eachOf(listeners, (listener) => listener.memberRemoved?.(event));
    }
    for (const [, member] of added) {
      const event = new MembershipEvent(member, MemberEvent.ADDED, members);
      this.#eachOf(listeners, (listener) => listener.memberAdded?.(event));
    }
  }

  #init(listener: InitialMembershipListener): void {
    this.#guarded(() => listener.init(new InitialMembershipEvent(this, this.getMembers())));
  }

  #eachOf(
    listeners: readonly (readonly [string, MembershipListener])[],
    call: (listener: MembershipListener) => unknown,
  ): void {
    for (const [id, listener] of listeners) {
      if (this.#listeners.has(id)) this.#guarded(() => call(listener));
    }
  }

  #guarded(call: () => unknown): void {
    guardedCall(call, (error) => this.#logger.error('ClusterService', 'a membership listener threw', error));
  }
}

function isInitial(listener: MembershipListener): listener is InitialMembershipListener {
  return 'init' in listener && typeof listener.init === 'function';
}

function kept(before: ReadonlyMap<string, MemberImpl>, description: MemberDescription): MemberImpl {
  const fresh = new MemberImpl(description);
  const known = before.get(description.uuid);
  return known !== undefined && known.equals(fresh) ? known : fresh;
}
