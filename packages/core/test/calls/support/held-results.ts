import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** What a client holds after one kind of result. */
export interface HeldResult {
  readonly kind: string;
  readonly bytes: number;
  /** Whether the result was not collected. */
  readonly isThere: boolean;
}

/** Bytes by which the heap moves with nothing held. Each result has some 4 MB. */
export const MOST_HELD = 1_000_000;

const PROGRAM = fileURLToPath(new URL('./held-results.mjs', import.meta.url));

/** Gets every kind of result in a process of its own, and drops it. */
export async function heldResults(
  address: string,
  workers: number,
  of: 'structures' | 'sql',
): Promise<HeldResult[]> {
  const child = spawn(
    process.execPath,
    ['--expose-gc', PROGRAM, address, String(workers), of, String(MOST_HELD)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const held = JSON.parse(await text(child.stdout)) as Record<string, Omit<HeldResult, 'kind'>>;
  return Object.entries(held).map(([kind, found]) => ({ kind, ...found }));
}
