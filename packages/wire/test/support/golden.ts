import { readFileSync } from 'node:fs';
import { messages } from '../../src/index.js';
import type { MessageSpec } from '../../src/index.js';

export function specOf(service: string, message: string): MessageSpec {
  const specs: Record<string, Record<string, MessageSpec>> = messages;
  const spec = specs[service]?.[message];
  if (spec === undefined) throw new Error(`no message ${service}.${message}`);
  return spec;
}

/** Every message of the table, for `describe.each` and loops. */
export function allMessages(): { title: string; spec: MessageSpec }[] {
  return Object.entries<Record<string, MessageSpec>>(messages).flatMap(([service, specs]) =>
    Object.entries(specs).map(([name, spec]) => ({ title: `${service}.${name}`, spec })),
  );
}

/** What a real member answered, recorded by `golden/record-member.mjs`. */
export interface GoldenAnswer {
  readonly service: string;
  readonly message: string;
  /** Set for an event. */
  readonly event?: string;
  /** Set for an exception. */
  readonly error?: true;
  readonly hex: string;
}

export const goldenMember: { readonly madeBy: string; readonly answers: GoldenAnswer[] } = JSON.parse(
  readFileSync(new URL('../golden/real-member.json', import.meta.url), 'utf8'),
) as { madeBy: string; answers: GoldenAnswer[] };
