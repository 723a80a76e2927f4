import type { ListenerWatch, MemberListener } from '../cluster/registrations.js';
import { check } from '../journal/violation.js';

/** What the caller knows of a listener. */
type Stage = 'wanted' | 'listening' | 'leaving' | 'gone';

/** Keeps an account of all listeners and their events: each comes once, and those of one connection in their order. */
export class EventOracle implements ListenerWatch {
  readonly #members: MemberListener[] = [];
  readonly #stages = new Map<number, Stage>();
  /** What each listener has heard of. */
  readonly #heard = new Map<number, Set<number>>();
  /** Listeners that were removed, or of which the client never heard. */
  readonly #left = new Set<MemberListener>();
  readonly #lost = new Set<MemberListener>();

  /** The shard that leads. */
  leader: () => number = () => 0;

  // --- what the caller does and hears -------------------------------------------------------------------------------

  onStage(listener: number, stage: Stage): void {
    this.#stages.set(listener, stage);
  }

  onEvent(listener: number, number: number, sequence: number): void {
    const member = this.#members[number];
    const stage = this.#stages.get(listener);
    check(
      member?.listener === listener && stage !== 'gone',
      'events',
      () => `listener ${listener}, which is ${stage}, hears of listener ${member?.listener}`,
    );
    check(
      sequence === member.received,
      'events',
      () => `listener ${listener} hears event ${sequence} of a connection, ${member.received} is next`,
    );
    member.received++;
  }

  /** The listener itself hears of what happened at a member: once, by whatever shards and connections it is told. */
  onHeard(listener: number, happening: number): void {
    const stage = this.#stages.get(listener);
    check(
      stage === 'wanted' || stage === 'listening',
      'events',
      () => `listener ${listener}, which is ${stage}, is told of an event`,
    );
    const heard = this.#heard.get(listener) ?? new Set<number>();
    this.#heard.set(listener, heard);
    check(!heard.has(happening), 'events', () => `listener ${listener} hears of event ${happening} twice`);
    heard.add(happening);
  }

  /**
   * Every connection of the leader has the listeners that are wanted, each once, and no other; all that they sent has come. The
   * other shards' have none.
   */
  isCalm(links: readonly object[], others: readonly object[]): boolean {
    const wanted = [...this.#stages].filter(([, stage]) => stage === 'listening' || stage === 'wanted');
    if (wanted.some(([, stage]) => stage === 'wanted')) return false;
    if (this.#members.some((member) => others.includes(member.link) && !this.#left.has(member))) return false;
    return links.every((link) => {
      const here = this.#members.filter((member) => member.link === link && !this.#left.has(member));
      return (
        here.length === wanted.length &&
        wanted.every(([listener]) => here.some((member) => member.listener === listener)) &&
        here.every(({ sent, received }) => sent === received)
      );
    });
  }

  /** Events that were sent and that the caller has not heard of, by connections that are there. */
  get underWay(): number {
    let sum = 0;
    for (const member of this.#members)
      if (member.link.isOpen && !this.#lost.has(member)) sum += member.sent - member.received;
    return sum;
  }

  // --- what members do ----------------------------------------------------------------------------------------------

  onRegistered(listener: number, shard: number, link: { readonly isOpen: boolean }): MemberListener {
    check(
      !link.isOpen || shard === this.leader(),
      'events',
      () => `shard ${shard} listens, and shard ${this.leader()} leads`,
    );
    const isKnown = this.#members.some(
      (member) => member.listener === listener && member.link === link && !this.#left.has(member),
    );
    check(!isKnown, 'events', () => `listener ${listener} is registered twice by one connection`);
    const member = { number: this.#members.length, listener, link, sent: 0, received: 0 };
    this.#members.push(member);
    return member;
  }

  onRemoved(member: MemberListener): void {
    this.#left.add(member);
  }

  onLost(member: MemberListener): void {
    this.#left.add(member);
    this.#lost.add(member);
  }
}
