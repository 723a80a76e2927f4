import type { ListenerWatch, MemberListener } from '../cluster/registrations.js';
import { check } from '../journal/violation.js';

/** What the caller knows of a listener. */
type Stage = 'wanted' | 'listening' | 'leaving' | 'gone';

/** Keeps an account of all listeners and their events: each comes once, and those of one connection in their order. */
export class EventOracle implements ListenerWatch {
  readonly #members: MemberListener[] = [];
  readonly #stages = new Map<number, Stage>();
  /** Those that were removed, or of which the client never heard. */
  readonly #left = new Set<MemberListener>();
  readonly #lost = new Set<MemberListener>();

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

  /** Every connection has the listeners that are wanted, each once, and no other; all that they sent has come. */
  isCalm(links: readonly object[]): boolean {
    const wanted = [...this.#stages].filter(([, stage]) => stage === 'listening' || stage === 'wanted');
    if (wanted.some(([, stage]) => stage === 'wanted')) return false;
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

  onRegistered(listener: number, link: { readonly isOpen: boolean }): MemberListener {
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
