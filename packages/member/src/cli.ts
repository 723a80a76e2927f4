import { parseArgs } from 'node:util';

import { startMember } from './member.js';
import type { Member } from './member.js';

const HELP = `offloop-member: an in-memory, single-node member for Hazelcast clients, for demos and tests

  --host HOST          address to listen on (default 127.0.0.1)
  --port PORT          default 5701; 0 takes a free one
  --cluster-name NAME  default dev
  --help
`;

const DEFAULT_PORT = '5701';

/**
 * Runs the command `offloop-member` until SIGINT or SIGTERM. Sets the exit code to 2 for wrong arguments, to 1 if it cannot
 * listen.
 */
export async function main(args: readonly string[]): Promise<void> {
  const options = parse(args);
  if (options === undefined) return;
  const member = await start(options);
  if (member === undefined) return;
  console.log(`Member of cluster '${member.clusterName}' listens on ${member.address}; Ctrl-C stops it`);
  const stop = (): void => void member.stop();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

interface CliOptions {
  readonly host: string;
  readonly port: number;
  readonly clusterName: string;
}

function parse(args: readonly string[]): CliOptions | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        port: { type: 'string', default: DEFAULT_PORT },
        'cluster-name': { type: 'string', default: 'dev' },
        help: { type: 'boolean', default: false },
      },
    });
    if (!values.help) {
      return { host: values.host, port: Number(values.port), clusterName: values['cluster-name'] };
    }
    console.log(HELP);
  } catch (error) {
    console.error(`${textOf(error)}\n\n${HELP}`);
    process.exitCode = 2;
  }
  return undefined;
}

async function start(options: CliOptions): Promise<Member | undefined> {
  try {
    return await startMember(options);
  } catch (error) {
    console.error(textOf(error));
    process.exitCode = error instanceof RangeError ? 2 : 1;
    return undefined;
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
