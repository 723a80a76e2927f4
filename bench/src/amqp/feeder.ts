import { startChild, type Child } from '@offloop/tools/measure';

/** What the feeder is told. */
export interface FeederSettings {
  readonly url: string;
  readonly queue: string;
  /** Length of each message, in bytes. */
  readonly bytes: number;
  /** Number of messages up to which it fills the queue, again and again. */
  readonly fill: number;
}

export interface FeederReady {
  readonly type: 'ready';
}

/** Starts a process that keeps a queue filled. Resolves when it is full for the first time. */
export async function startFeeder(settings: FeederSettings): Promise<Child<FeederReady, never>> {
  const feeder = startChild<FeederReady>(new URL('feeder-process.js', import.meta.url), settings);
  await feeder.next('ready');
  return feeder;
}
