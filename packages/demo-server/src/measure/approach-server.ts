import { startChild } from '@offloop/tools/measure';

import type { Approach } from '../approaches/approaches.js';
import type { GridSettings } from '../catalogue/catalogue.js';
import type { Sample, ServerReport } from '../figures/sample.js';

export interface ApproachSettings {
  readonly grid: GridSettings;
  /** The approach that answers; its client is opened before the first request. */
  readonly approach: Approach;
}

export interface ToApproach {
  /** `reset`: a run begins. `rest`: a turn of it ends. `resume`: its next turn begins. The time between turns does not count. */
  readonly type: 'reset' | 'rest' | 'resume';
}

export type FromApproach =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'failed'; readonly reason: string }
  | ({ readonly type: 'rested' } & Seen);

/** The figures of a serving thread at the end of a turn. */
export interface Seen {
  /** Figures of the turn. */
  readonly sample: Sample;
  /** Figures of the run so far. */
  readonly report: ServerReport;
}

/** The process that serves one approach, as its parent sees it. */
export interface ApproachServer {
  readonly port: number;
  tell(type: 'reset' | 'resume'): void;
  rest(): Promise<Seen>;
  stop(): Promise<void>;
}

/** Starts the process of an approach, and resolves when it serves. Rejects with the reason if it cannot start, or `signal` is aborted before. */
export async function startServer(
  { address, catalogue }: GridSettings,
  approach: Approach,
  signal: AbortSignal,
): Promise<ApproachServer> {
  // Only the fields that can be sent to another process: a grid has functions, too.
  const settings: ApproachSettings = { grid: { address, catalogue }, approach };
  const child = startChild<FromApproach, ToApproach>(
    new URL('../approach-process.js', import.meta.url),
    settings,
  );
  signal.addEventListener('abort', () => void child.stop(), { once: true });
  try {
    const message = await child.next('listening', 'failed');
    if (message.type === 'failed') throw new Error(message.reason);
    return {
      port: message.port,
      tell: (type) => child.send({ type }),
      rest: () => {
        const rested = child.next('rested');
        child.send({ type: 'rest' });
        return rested;
      },
      stop: () => child.stop(),
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}
