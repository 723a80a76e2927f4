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
  const step = `rabbit_networking:close_connection(Pid, "${reason}")`;
  return withConnection('peer_port', `Value =:= ${localPort}`, step);
}

/** Has the broker's process for the connection with a `connection_name` die: its socket ends as when the broker is killed. */
export function killConnection(name: string): Promise<void> {
  const isIt = `lists:member({<<"connection_name">>, longstr, <<"${name}">>}, Value)`;
  return withConnection('client_properties', isIt, 'exit(Pid, kill)');
}

/** Runs Erlang for the process `Pid` of a connection. In one call: each starts an Erlang of its own, which takes a second. */
async function withConnection(item: string, isIt: string, step: string): Promise<void> {
  const values = `[{_, Value}] <- [catch rabbit_networking:connection_info(Pid, [${item}])]`;
  const all = `Pid <- rabbit_networking:connections(), ${values}`;
  const done = await rabbitmqctl('eval', `[${step} || ${all}, ${isIt}].`);
  if (done.trim() === '[]') throw new Error(`the broker has no connection whose ${item} is wanted: ${isIt}`);
}

/** A name for a queue or an exchange that nobody else uses. */
export function freshName(): string {
  return `offloop-${randomUUID()}`;
}
