import { randomUUID } from 'node:crypto';

import { runRabbitmqctl, type RabbitmqControl } from '@offloop/tools';

// Both are set before the first test: broker-setup.ts.
const control = JSON.parse(process.env['OFFLOOP_RABBITMQ_CONTROL']!) as RabbitmqControl;

/** Where the broker of `*.rabbitmq.test.ts` listens, at 127.0.0.1. Its user is `guest`, and others may use it, too. */
export const BROKER_PORT: number = Number(process.env['OFFLOOP_RABBITMQ_PORT']);
/** The same as `connect` takes it. */
export const BROKER_URL = `amqp://guest:guest@127.0.0.1:${BROKER_PORT}`;

/** Runs `rabbitmqctl`. Resolves to what it prints. */
export function rabbitmqctl(...args: string[]): Promise<string> {
  return runRabbitmqctl(control, args);
}

/** Has the broker close the connection that comes from a port of this machine. In one call: each starts an Erlang of its own, which takes a second. */
export async function closeConnection(localPort: number, reason: string): Promise<void> {
  // What the broker has noted of connections: one that is busy would answer later.
  const found = `{Pid, Infos} <- ets:tab2list(connection_created), lists:member({peer_port, ${localPort}}, Infos)`;
  const done = await rabbitmqctl(
    'eval',
    `[rabbit_networking:close_connection(Pid, "${reason}") || ${found}].`,
  );
  if (done.trim() === '[]') throw new Error(`the broker has no connection from port ${localPort}`);
}

/** A name for a queue or an exchange that nobody else uses. */
export function freshName(): string {
  return `offloop-${randomUUID()}`;
}
