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

/** Has the broker close the connection that comes from a port of this machine. */
export function closeConnection(localPort: number, reason: string): Promise<void> {
  return withConnection(localPort, `rabbit_networking:close_connection(Pid, "${reason}")`);
}

/** Has the broker's process for such a connection die: its socket ends without a word, as when the broker is killed. */
export function killConnection(localPort: number): Promise<void> {
  return withConnection(localPort, 'exit(Pid, kill)');
}

/** Runs Erlang for the process `Pid` of a connection. In one call: each starts an Erlang of its own, which takes a second. */
async function withConnection(localPort: number, erlang: string): Promise<void> {
  const wanted = `{peer_port, ${localPort}}`;
  const is = `(catch rabbit_networking:connection_info(Pid, [peer_port])) =:= [${wanted}]`;
  const done = await rabbitmqctl('eval', `[${erlang} || Pid <- rabbit_networking:connections(), ${is}].`);
  if (done.trim() === '[]') throw new Error(`the broker has no connection from port ${localPort}`);
}

/** A name for a queue or an exchange that nobody else uses. */
export function freshName(): string {
  return `offloop-${randomUUID()}`;
}
