import { readFileSync } from 'node:fs';
import { messages } from '../../src/index.js';
import type { MessageSpec } from '../../src/index.js';

export interface GoldenRequest {
  readonly service: string;
  readonly message: string;
  readonly partitionId: number;
  readonly values: Record<string, unknown>;
  readonly hex: string;
}

interface Golden {
  readonly madeBy: string;
  readonly correlationId: string;
  readonly requests: GoldenRequest[];
  readonly hashes: { readonly hex: string; readonly hash: number }[];
}

/** What `golden/generate.mjs` recorded of the official client, `$…` notation resolved. */
export const golden: Golden = JSON.parse(
  readFileSync(new URL('../golden/official-client.json', import.meta.url), 'utf8'),
  revive,
) as Golden;

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

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$long' in value) return BigInt(value.$long as string);
  if ('$bytes' in value) return Buffer.from(value.$bytes as string, 'hex');
  if ('$map' in value) return new Map(value.$map as [unknown, unknown][]);
  if ('$uuid' in value) {
    const [msb, lsb] = value.$uuid as [string, string];
    return { msb: BigInt(msb), lsb: BigInt(lsb) };
  }
  return value;
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
