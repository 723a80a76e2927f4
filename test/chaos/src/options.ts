import { parseArgs } from 'node:util';

/** The clients that a run can test. */
export const ClientName = { OFFLOOP: 'offloop', OFFICIAL: 'official' } as const;
export type ClientName = (typeof ClientName)[keyof typeof ClientName];

export interface ChaosOptions {
  /** Minutes for which faults go on. Starting and checking take further time. */
  readonly minutes: number;
  /** Seed of the sequence of faults and calls. Their timing differs between runs all the same. */
  readonly seed: number;
  readonly client: ClientName;
  /** True to cut connections to one member at a time only. */
  readonly singleCuts: boolean;
  /** True if the client itself waits for the backups of a write, and rejects a write whose backups do not answer. */
  readonly acks: boolean;
  /** Number of worker threads of our client; `auto` leaves the choice to the client. */
  readonly workers: number | 'auto';
  /** True if the map has a near cache, and a second client of the process reads by its own what the first one writes. */
  readonly nearCache: boolean;
}

export const USAGE: string = `pnpm chaos [--minutes N] [--seed N] [--client offloop|official] [--single-cuts] [--acks] [--workers N|auto] [--near-cache]

Three real members, a load of unique values, and faults: members killed and restarted one at a time, connections
cut or silenced, the caller's loop blocked. Then it checks that nothing acknowledged is lost. Default: 10 minutes,
a random seed (printed), offloop. Ends with code 1 when anything is wrong. --single-cuts: connections to one member at
a time only, which the official client needs to get through. --acks: the client itself waits for the backups of each write. --workers: of our client, auto by default. --near-cache:
the map has one, and a second client reads by its own how stale that ever is.`;

/** Reads the arguments of the command. @throws RangeError or TypeError that names the argument that is wrong */
export function readOptions(args: readonly string[]): ChaosOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string' },
      seed: { type: 'string' },
      client: { type: 'string' },
      'single-cuts': { type: 'boolean' },
      acks: { type: 'boolean' },
      workers: { type: 'string' },
      'near-cache': { type: 'boolean' },
    },
  });
  const minutes = Number(values.minutes ?? '10');
  if (!(minutes > 0)) throw new RangeError(`--minutes takes a number above 0, got ${values.minutes}`);
  const seed = Number(values.seed ?? process.env['OFFLOOP_SEED'] ?? Date.now() % 0x7fff_ffff);
  if (!Number.isInteger(seed)) throw new RangeError(`--seed takes a whole number, got ${values.seed}`);
  const client = Object.values(ClientName).find((each) => each === (values.client ?? ClientName.OFFLOOP));
  if (client === undefined) throw new RangeError(`--client is offloop or official, got ${values.client}`);
  const asked = values.workers ?? 'auto';
  const workers = asked === 'auto' ? 'auto' : Number(asked);
  if (workers !== 'auto' && (!Number.isInteger(workers) || workers < 1))
    throw new RangeError(`--workers takes a whole number from 1, or auto; got ${values.workers}`);
  const singleCuts = values['single-cuts'] === true;
  const nearCache = values['near-cache'] === true;
  return { minutes, seed, client, singleCuts, acks: values.acks === true, workers, nearCache };
}
