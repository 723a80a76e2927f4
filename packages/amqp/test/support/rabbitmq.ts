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
export async function closeConnection(localPort: number, reason: string): Promise<void> {
  const connections = await rabbitmqctl('list_connections', 'pid', 'peer_port');
  const line = connections.split('\n').find((each) => each.endsWith(`\t${localPort}`));
  if (line === undefined)
    throw new Error(`the broker has no connection from port ${localPort}:\n${connections}`);
  await rabbitmqctl('close_connection', line.split('\t')[0], reason);
}

/** A name for a queue or an exchange that nobody else uses. */
export function freshName(): string {
  return `offloop-${randomUUID()}`;
}
