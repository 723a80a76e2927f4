import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { tieToParent } from '@offloop/tools';

import { PLACE } from '../../../support/ours/place.js';

const PROGRAM = fileURLToPath(new URL('program.mjs', import.meta.url));

/** What a program is to do. */
export interface BlockedSettings {
  readonly library: 'offloop' | 'amqplib';
  readonly role: 'publisher' | 'server' | 'caller' | 'bigConsumer' | 'bigPublisher' | 'recovering';
  readonly url: string;
  readonly queue: string;
  /** Messages or calls, in all. */
  readonly count: number;
  /** Bytes of a long message. */
  readonly bytes: number;
  readonly blockMillis: number;
  /** When its connection is moved. Default: when that pays. `block`: in the tick that is blocked */
  readonly move?: 'open' | 'block';
}

/** A program whose event loop is blocked, in a process of its own. */
export interface BlockedProgram<Report> {
  /** Resolves when its loop is about to be blocked. */
  readonly blocked: Promise<void>;
  /** Resolves to what it has seen. Rejects if it ends without a word. */
  readonly report: Promise<Report>;
}

/** Starts a program. */
export function startBlocked<Report>(settings: BlockedSettings): BlockedProgram<Report> {
  const child = spawn(process.execPath, [PROGRAM, JSON.stringify({ ...settings, place: PLACE })], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  tieToParent(child);
  let onBlocked = (): void => undefined;
  const blocked = new Promise<void>((resolve) => {
    onBlocked = resolve;
  });
  const report = (async () => {
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as { at?: 'block'; report?: Report };
      if (said.report !== undefined) return said.report;
      onBlocked();
    }
    throw new Error(
      `a program of ${settings.library} has ended without a report: ${settings.role}, exit code ${child.exitCode}`,
    );
  })();
  return { blocked, report };
}
