import { startMember, type Member, type MemberOptions } from '@offloop/member';
import type { Message } from 'offloop';
import { onTestFinished } from 'vitest';

import { eventually } from '../../client/support/client-bench.js';

/** Starts a member that ends with the test. */
export async function start(options: MemberOptions = {}): Promise<Member> {
  const member = await startMember({ log: () => undefined, ...options });
  onTestFinished(() => member.stop());
  return member;
}

/** What a listener has heard. */
export interface Heard<E> {
  readonly texts: E[];
  readonly listener: (message: Message<E>) => void;
  until(count: number): Promise<void>;
}

export function hearing<E>(): Heard<E> {
  const texts: E[] = [];
  return {
    texts,
    listener: ({ messageObject }) => void texts.push(messageObject),
    until: (count) => eventually(() => texts.length >= count),
  };
}

/** The numbers from one on, up to another, which is not among them. */
export function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Resolves when so many listeners wait for messages. */
export function readers(member: Member, count: number): Promise<void> {
  return eventually(() => member.stats().waitingCalls === count);
}
