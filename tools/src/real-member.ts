import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { freePort } from './free-port.js';
import { freeze } from './freeze.js';
import {
  ensureHazelcastJar,
  ensureHazelcastSqlJar,
  ensureHazelcastTestsJar,
  hazelcastJar,
  javaCommand,
} from './hazelcast-jar.js';
import { memberXml } from './member-xml.js';
import type { MapConfig } from './member-xml.js';
import { MemberLog } from './member-log.js';
import { tieToParent } from './tie.js';

export interface RealMemberOptions {
  /** Port on 127.0.0.1. Default: a free one. */
  readonly port?: number;
  /** Addresses (`host:port`) of members to join. Default: none, which makes a cluster of its own. */
  readonly members?: readonly string[];
  /** Name of the cluster. Default `dev`, which is also every client's. */
  readonly clusterName?: string;
  /** Largest heap of the JVM, in Java's notation. Default `512m`. */
  readonly heap?: string;
  /** Number of synchronous backups of every map without a config of its own. Default: the member's own, 1. */
  readonly backupCount?: number;
  /** Configurations of maps, by name or pattern. */
  readonly maps?: Readonly<Record<string, MapConfig>>;
  /** System properties of Hazelcast, e.g. `hazelcast.partition.count`. */
  readonly properties?: Readonly<Record<string, string>>;
  /** XML put verbatim below the config's root element. */
  readonly extraXml?: string;
  /** XML put verbatim in place of the config's `<network>`. It has to name the port and the members then. */
  readonly networkXml?: string;
  /** Jars or folders that follow the member's own jar on the class path. */
  readonly classPath?: readonly string[];
  /** True if the class path has Hazelcast's published tests jar, too: entry processors, comparators, map stores. Default false. */
  readonly testClasses?: boolean;
  /** Hazelcast release of the member. Its jar is fetched if it is missing. Default `HAZELCAST_VERSION`. */
  readonly version?: string;
  /** Settings of the CP subsystem, which open-source members have up to 5.4. Default: no CP subsystem. */
  readonly cp?: {
    /** Number of members that it needs, 3 to 7. */
    readonly members: number;
    /** XML put verbatim below the config's `<cp-subsystem>`. */
    readonly extraXml?: string;
  };
  /** True if the member has the SQL engine, and Jet, which the engine needs. Default false. */
  readonly sql?: boolean;
  /** More options of the JVM. */
  readonly jvmOptions?: readonly string[];
  /** Longest time that the member may take to start, in ms. Default 120,000: cores may be shared with other suites. */
  readonly startTimeout?: number;
}

/** The end of a process: `code` and `signal` as in Node's `exit` event of a child process. */
export interface ExitStatus {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface RealMember {
  readonly address: string;
  readonly host: string;
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly exited: Promise<ExitStatus>;
  /** Returns everything the member has written so far. */
  log(): string;
  /** Resolves once `pattern` matches the log. Rejects if the member exits first, or after `timeout` ms (default 60,000). */
  untilLogged(pattern: RegExp, timeout?: number): Promise<void>;
  /** Kills the member by SIGKILL, so that it tells nobody. Resolves when the process has ended. */
  kill(): Promise<ExitStatus>;
  /** Shuts the member down by SIGTERM: it migrates its partitions away and leaves. SIGKILL follows after `timeout` ms (default 60,000). */
  shutdown(timeout?: number): Promise<ExitStatus>;
  /**
   * Stops the member by SIGSTOP until `unfreeze`: connections stay open and nobody answers, as in a long pause for garbage collection.
   * Resolves when each of its threads stands still.
   */
  freeze(): Promise<void>;
  unfreeze(): void;
}

export interface RealCluster {
  readonly members: readonly RealMember[];
  readonly addresses: readonly string[];
  /** Kills every member that still runs, to end a suite quickly. */
  kill(): Promise<void>;
}

const HOST = '127.0.0.1';
const START_ATTEMPTS = 3;

// Options that Hazelcast asks for on modular JVMs. Without `sun.nio.ch` it falls back to slower selectors.
const MODULE_OPTIONS: readonly string[] = [
  '--add-modules=java.se',
  '--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED',
  '--add-opens=java.base/java.lang=ALL-UNNAMED',
  '--add-opens=java.base/sun.nio.ch=ALL-UNNAMED',
  '--add-opens=java.management/sun.management=ALL-UNNAMED',
  '--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED',
];

/**
 * Starts a Hazelcast member in a JVM of its own and resolves when it is ready for clients. The member ends with this process at the latest.
 * `OFFLOOP_JVM_OPTIONS` has more options for every JVM, separated by spaces.
 *
 * Rejects with the reason where real members cannot run (see `realMemberAvailability`), and with the member's last output if it does not
 * start.
 */
export async function startRealMember(options: RealMemberOptions = {}): Promise<RealMember> {
  const { available, reason } = await ensureHazelcastJar(options.version);
  if (!available) throw new Error(`Cannot start a real member: ${reason}`);
  if (options.sql === true) {
    const { sql: _, classPath = [], extraXml = '', ...rest } = options;
    return startRealMember({
      ...rest,
      classPath: [...classPath, await ensureHazelcastSqlJar(options.version)],
      extraXml: `${extraXml}<jet enabled="true"/>\n`,
    });
  }
  if (options.testClasses === true) {
    const { testClasses: _, classPath = [], ...rest } = options;
    return startRealMember({
      ...rest,
      classPath: [...classPath, await ensureHazelcastTestsJar(options.version)],
    });
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnPort(options, options.port ?? (await freePort()));
    } catch (error) {
      // A port that the caller names is not replaced by another. One that was chosen here may be taken between choice and bind.
      const retryable = options.port === undefined && error instanceof PortTakenError;
      if (!retryable || attempt === START_ATTEMPTS) throw error;
    }
  }
}

/**
 * Starts `size` members that form one cluster, and resolves when each of them sees all of them. Options are those
 * of `startRealMember`; `port` is the first member's.
 */
export async function startRealCluster(size: number, options: RealMemberOptions = {}): Promise<RealCluster> {
  const { port, ...rest } = options;
  // The first alone, then the others at once: founding one cluster from several simultaneous starts takes
  // Hazelcast longer than two rounds do.
  const first = await startRealMember(port === undefined ? rest : { ...rest, port });
  const members: RealMember[] = [first];
  const kill = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.kill()));
  };
  const joining = Array.from({ length: size - 1 }, async () => {
    const known = [...(rest.members ?? []), first.address];
    members.push(await startRealMember({ ...rest, members: known }));
  });
  const joined = await Promise.allSettled(joining);
  try {
    for (const result of joined) if (result.status === 'rejected') throw result.reason;
    const complete = new RegExp(`Members \\{size:${size},`);
    await Promise.all(members.map((member) => member.untilLogged(complete)));
  } catch (error) {
    await kill();
    throw error;
  }
  return { members, addresses: members.map((member) => member.address), kill };
}

class PortTakenError extends Error {
  override name = 'PortTakenError';
}

async function startOnPort(options: RealMemberOptions, port: number): Promise<RealMember> {
  const folder = await mkdtemp(join(tmpdir(), 'offloop-member-'));
  const config = join(folder, 'member.xml');
  await writeFile(config, configOf(options, port));
  const child = spawn(javaCommand(), javaArguments(options, config), {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // The folder is removed before `exited` resolves, so that nothing is left behind when this process ends right after a kill.
  const exited = exitOf(child).then(async (status) => {
    await rm(folder, { recursive: true, force: true });
    return status;
  });
  const log = new MemberLog(child, exited);
  tieToParent(child);
  try {
    await log.until(/ is STARTED/, options.startTimeout ?? 120_000);
  } catch (error) {
    child.kill('SIGKILL');
    await exited;
    const text = error instanceof Error ? error.message : String(error);
    if (/Address already in use|port.*already in use/i.test(log.text())) throw new PortTakenError(text);
    throw error;
  }
  return memberOf(child, port, log, exited);
}

function configOf(options: RealMemberOptions, port: number): string {
  const everyOtherMap =
    options.backupCount === undefined ? {} : { default: { backupCount: options.backupCount } };
  return memberXml({
    clusterName: options.clusterName ?? 'dev',
    port,
    members: [...(options.members ?? []), `${HOST}:${port}`],
    maps: { ...everyOtherMap, ...options.maps },
    // The hook's default policy drops the member's partitions on SIGTERM; `shutdown` promises the opposite.
    properties: { 'hazelcast.shutdownhook.policy': 'GRACEFUL', ...options.properties },
    extra: `${cpElement(options.cp)}${options.extraXml ?? ''}`,
    ...(options.networkXml === undefined ? {} : { network: options.networkXml }),
  });
}

function cpElement(cp: RealMemberOptions['cp']): string {
  if (cp === undefined) return '';
  const { members, extraXml = '' } = cp;
  return `<cp-subsystem><cp-member-count>${members}</cp-member-count>${extraXml}</cp-subsystem>\n`;
}

function javaArguments(options: RealMemberOptions, config: string): string[] {
  const classPath = [hazelcastJar(options.version), ...(options.classPath ?? [])].join(delimiter);
  return [
    `-Xmx${options.heap ?? '512m'}`,
    ...MODULE_OPTIONS,
    ...(process.env['OFFLOOP_JVM_OPTIONS']?.split(' ') ?? []),
    ...(options.jvmOptions ?? []),
    `-Dhazelcast.config=${config}`,
    '-cp',
    classPath,
    'com.hazelcast.core.server.HazelcastMemberStarter',
  ];
}

function exitOf(child: ChildProcess): Promise<ExitStatus> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // A process that could not be started emits no exit.
    child.once('error', () => resolve({ code: null, signal: null }));
  });
}

function memberOf(
  child: ChildProcess,
  port: number,
  log: MemberLog,
  exited: Promise<ExitStatus>,
): RealMember {
  const { pid } = child;
  if (pid === undefined) throw new Error('A member is started but its process has no id');
  return {
    address: `${HOST}:${port}`,
    host: HOST,
    port,
    pid,
    exited,
    log: () => log.text(),
    untilLogged: (pattern, timeout = 60_000) => log.until(pattern, timeout),
    kill: () => {
      child.kill('SIGKILL');
      return exited;
    },
    shutdown: async (timeout = 60_000) => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
      const status = await exited;
      clearTimeout(timer);
      return status;
    },
    freeze: () => freeze(pid),
    unfreeze: () => {
      child.kill('SIGCONT');
    },
  };
}
