import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A message between processes. Its `type` says what it is. */
export interface Message {
  readonly type: string;
}

/** A child process that exchanges messages with this one. It ends when this process does, however that came about. */
export interface Child<Incoming extends Message, Outgoing> {
  readonly process: ChildProcess;
  send(message: Outgoing): void;
  /** Resolves to the next message of one of these types. Rejects if the process ends before that. */
  next<Type extends Incoming['type']>(...types: readonly Type[]): Promise<Extract<Incoming, { type: Type }>>;
  onMessage(listener: (message: Incoming) => void): void;
  /** Asks the process to end, and kills it after `graceMillis` (default 3,000). Resolves when it has ended. */
  stop(graceMillis?: number): Promise<void>;
}

export interface ChildOptions {
  /** Program, and flags that go before the module. Default: this Node.js, without flags. */
  readonly command?: readonly [string, ...string[]];
  readonly env?: NodeJS.ProcessEnv;
  /** True if the caller reads the child's standard error from `process.stderr`. Default false: it goes to this process's own. */
  readonly keepErrors?: boolean;
}

const STOP_GRACE_MILLIS = 3_000;

/** Starts a module, given by its URL, in a child process. Its only argument is `settings`, as JSON. */
export function startChild<Incoming extends Message, Outgoing extends Message = never>(
  module: URL,
  settings: object,
  { command = [process.execPath], env = process.env, keepErrors = false }: ChildOptions = {},
): Child<Incoming, Outgoing> {
  const [program, ...args] = command;
  const child = spawn(program, [...args, fileURLToPath(module), JSON.stringify(settings)], {
    env,
    stdio: ['ignore', 'inherit', keepErrors ? 'pipe' : 'inherit', 'ipc'],
  });
  return wrapChild<Incoming, Outgoing>(child, module.pathname);
}

/** Wraps a process that has a channel to this one. @param title name of the process in errors */
function wrapChild<Incoming extends Message, Outgoing extends Message>(
  child: ChildProcess,
  title: string,
): Child<Incoming, Outgoing> {
  const gone = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(`${title} ended with ${signal ?? code}`));
    child.once('error', (error) => resolve(`${title} could not be started: ${error.message}`));
  });
  return {
    process: child,
    send: (message) => {
      if (child.connected) child.send(message);
    },
    next: (...types) =>
      new Promise((resolve, reject) => {
        const listener = (message: unknown): void => {
          const incoming = message as Incoming;
          if (!(types as readonly string[]).includes(incoming.type)) return;
          child.off('message', listener);
          resolve(incoming as never);
        };
        child.on('message', listener);
        void gone.then((reason) => reject(new Error(reason)));
      }),
    onMessage: (listener) => child.on('message', (message) => listener(message as Incoming)),
    stop: async (graceMillis = STOP_GRACE_MILLIS) => {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
      const exited = once(child, 'exit');
      // Our children take the end of the channel as the order to stop.
      if (child.connected) child.disconnect();
      const timeout = setTimeout(() => child.kill('SIGKILL'), graceMillis);
      await exited;
      clearTimeout(timeout);
    },
  };
}

/**
 * Returns the settings that a child process was started with; to be called in that process. Throws if it was not started by another one.
 *
 * The child ignores SIGINT and SIGTERM: a terminal's Ctrl-C reaches the whole group, but the parent alone decides when the child ends, by
 * closing the channel.
 *
 * @param stop is called when the parent closes the channel, or has ended
 */
export function childSettings(stop: () => void): unknown {
  const text = process.argv[2];
  if (process.send === undefined || text === undefined) {
    throw new Error('this module is started by another process, not by hand');
  }
  process.on('SIGINT', () => undefined).on('SIGTERM', () => undefined);
  // While this process was loading its modules, nobody listened for the end of the channel.
  if (process.connected) process.once('disconnect', stop);
  else setImmediate(stop);
  return JSON.parse(text) as unknown;
}

/** Sends a message to the parent. If the parent has ended, nothing fails: this process ends, too. */
export function tellParent(message: unknown): void {
  process.send?.(message, undefined, undefined, () => undefined);
}
