import type * as SocketGuards from '../../../src/caller/links/socket-guard.js';
import type * as Memories from '../../../src/guard/guard-memory.js';
import type * as Guards from '../../../src/guard/run-guard.js';
import type * as Writers from '../../../src/thread/connection/direct-writer.js';
import { BuiltModules, type Edit } from '../../support/stepped/built-modules.js';
import { LocalStateKeeper } from '../../support/stepped/local-state.js';
import { Replay } from '../../support/stepped/replay.js';
import type { Operation, Side, SteppedWorld } from '../../support/stepped/search.js';
import { FILES, Kernel, NUMBER, type Sockets } from './kernel.js';
import type { Scenario } from './scenario.js';
import { bytesOf, ModelSocket } from './socket.js';
import { SteppedMemory } from './stepped-memory.js';

type Writer = Writers.DirectWriter;

/** What both sides see. */
interface Shared {
  readonly sockets: Sockets;
  readonly memory: readonly number[];
}

/** Milliseconds. A guard is there from the beginning. */
const INTERVAL = 100;
/** Milliseconds from the death of a guard to the next one. */
const AGAIN_AFTER = 1_000;
const ONE_SOCKET = [
  { module: 'guard/guard-memory', find: 'MOST_SOCKETS = 256', replace: 'MOST_SOCKETS = 1' },
  { module: 'guard/guard-memory', find: 'new Int32Array(buffer)', replace: 'wordsOf(buffer)' },
];

/** What the loop has, beside its guard. */
class Loop {
  writer: Writer | undefined = undefined;
  /** The writer of a socket that is closed, which may still come back for the lock. */
  formerWriter: Writer | undefined = undefined;
  socket: ModelSocket | undefined = undefined;
  /** Calls that wait for a turn of the loop, and what has led to each: a closure does not tell. */
  immediates: { run: () => void; for: string }[] = [];
  timers: { run: () => void; millis: number }[] = [];
  exits: (() => void)[] = [];
  written = 0;
  taken = 0;
  doing = '';
  hasEnded = false;
  hasMoved = false;
  isFollowing = false;
  /** Ends a socket that has moved. */
  discard: (() => void) | undefined = undefined;
}

/** The loop and the guard as they are built, on one thread, over memory whose every access is a step. */
export class World implements SteppedWorld<Shared> {
  readonly sides = ['loop', 'guard'] as const;
  readonly kernel: Kernel = new Kernel();
  readonly replay: Replay<Shared> = new Replay(() => this.save());
  /** The guard may die in the midst of anything. Another begins anew. */
  readonly death: NonNullable<SteppedWorld<Shared>['death']> = {
    of: 'guard',
    isPossible: () => this.kernel.sockets.guard === 'lives' && this.kernel.sockets.guardsLeft > 0,
    run: () => {
      this.kernel.sockets.guard = 'dead';
      this.kernel.sockets.guardsLeft--;
    },
  };
  readonly #loopSide: Side;
  readonly #guardSide: Side;
  readonly #words = new SteppedMemory(this.replay);
  readonly #scenario: Scenario;
  readonly #loop = new Loop();
  readonly #turns = { beats: 0, looks: 0 };

  constructor(scenario: Scenario, edits: readonly Edit[] = []) {
    this.#scenario = scenario;
    const { kernel, replay } = this;
    kernel.sockets.guardsLeft = scenario.deaths ?? 0;
    let shared!: SharedArrayBuffer;
    const loop = this.#loop;
    const starts = (): number => {
      kernel.sockets.guard = 'lives';
      return 0;
    };
    class ModelWorker {
      constructor(_: unknown, { workerData }: { workerData: { guarded: SharedArrayBuffer } }) {
        shared = workerData.guarded;
        replay.access('a guard starts', 1, starts);
      }
      unref(): void {}
      on(name: string, then: () => void): void {
        if (name === 'exit') loop.exits.push(then);
      }
    }
    const modules = new BuiltModules(
      { Atomics: this.#words.atomics, wordsOf: this.#words.wordsOf, process: { env: {} }, URL },
      [...ONE_SOCKET, ...edits],
      {
        'node:worker_threads': { Worker: ModelWorker },
        'node:fs': {
          writevSync: this.#writevSync,
          writeSync: this.#writeSync('the loop'),
          // Looked at when a socket moves, for one that its new thread may have had.
          fstatSync: () => ({ ino: 1 }),
        },
        'shared/clock': {
          setImmediate: (run: () => void) => loop.immediates.push({ run, for: loop.doing }),
          setTimeout: (run: () => void, millis: number) => {
            const timer = { run, millis };
            loop.timers.push(timer);
            return { unref: () => timer };
          },
          clearTimeout: (timer: never) => {
            loop.timers = loop.timers.filter((each) => each !== timer);
          },
          monotonicNow: () => 0,
        },
      },
    );
    const { SocketGuard } = modules.load('caller/links/socket-guard') as typeof SocketGuards;
    const { DirectWriter } = modules.load('thread/connection/direct-writer') as typeof Writers;
    const { GuardMemory } = modules.load('guard/guard-memory') as typeof Memories;
    const { Guard } = modules.load('guard/run-guard') as typeof Guards;
    modules.checkEdits();
    const socketGuard = new SocketGuard({ source: '' }, 'guard', 1_000_000);
    const open = (file: 0 | 1): void => {
      const socket = (loop.socket = new ModelSocket(file, replay, kernel));
      const keepAlive = { bytes: Buffer.from(FILES[file].beat), intervalMillis: INTERVAL };
      const lock = socketGuard.lockOf(NUMBER, keepAlive);
      const writer: Writer = new DirectWriter(socket as never, NUMBER, lock, () => {
        // As a connection does: one that ends does not move.
        const mayMove = scenario.moves === true && !loop.hasEnded;
        const moves = mayMove && replay.access('full: stays', 2, (option) => option) === 1;
        if (!moves || !this.#move()) writer.giveToStream();
      });
      loop.formerWriter = loop.writer;
      loop.writer = writer;
      loop.written = loop.taken = 0;
    };
    replay.unstepped(() => open(0));
    const isShared = (value: object): boolean => value instanceof GuardMemory || this.#words.isMemory(value);
    const memory = replay.unstepped(() => GuardMemory.attach(shared));
    this.#loopSide = {
      operations: this.#loopOperations(open),
      local: new LocalStateKeeper([loop, socketGuard], [], isShared),
    };
    const guard = new Guard(memory, this.#writeSync('the guard'));
    this.#guardSide = {
      operations: this.#guardOperations(guard),
      local: new LocalStateKeeper([guard, this.#turns], [], isShared),
    };
  }

  side(name: string): Side {
    return name === 'loop' ? this.#loopSide : this.#guardSide;
  }

  save(): Shared {
    return { sockets: structuredClone(this.kernel.sockets), memory: this.#words.save() };
  }

  restore({ sockets, memory }: Shared): void {
    Object.assign(this.kernel.sockets, structuredClone(sockets));
    this.#words.restore(memory);
  }

  keyOf(shared: Shared): string {
    return JSON.stringify(shared);
  }

  run(_side: string, operation: Operation): void {
    operation.run();
  }

  takeWrong(): string | undefined {
    const { wrong } = this.kernel;
    this.kernel.wrong = undefined;
    return wrong;
  }

  atRest(): { isSettled: boolean; wrong: string | undefined } {
    return { isSettled: this.#isSettled, wrong: this.#wrongAtRest };
  }

  /** True if nobody waits for anything, while neither side is doing anything. */
  get #isSettled(): boolean {
    const loop = this.#loop;
    const { sockets } = this.kernel;
    const socket = loop.socket!;
    if (loop.immediates.length > 0 || sockets.guard === 'dead' || socket.isBusy) return false;
    if (loop.hasMoved || socket.isClosed) return true;
    if (loop.hasEnded || sockets.isDead) return loop.hasEnded ? this.kernel.isEnded(socket.file) : true;
    return loop.taken === loop.written && this.kernel.hasArrived(socket.file);
  }

  /** What is wrong with a state in which neither side is doing anything. */
  get #wrongAtRest(): string | undefined {
    const loop = this.#loop;
    const { sockets } = this.kernel;
    const socket = loop.socket!;
    const isIdle =
      loop.immediates.length === 0 && !socket.isBusy && !loop.hasEnded && sockets.guard !== 'dead';
    if (!isIdle || socket.isDestroyed || loop.hasMoved || sockets.isDead) return undefined;
    // The guard could not write to it, however long the loop stands still.
    const lock = this.#words.save()[LOCK_AT];
    return lock === FREE ? undefined : `an idle socket is locked: ${lock}`;
  }

  #write(who: string, bytes: string): number {
    const options = this.#scenario.takesAll === true ? 1 : Kernel.optionsFor(bytes.length);
    const taken = this.replay.access(`${who} writes ${bytes}`, options, (option) =>
      this.kernel.takeByNumber(bytes, option, who),
    );
    return Kernel.countOf(taken);
  }

  readonly #writevSync = (_: number, parts: readonly Buffer[]): number =>
    this.#write('the loop', Buffer.concat(parts).toString());

  #writeSync(who: string): (fd: number, bytes: Buffer, start: number, length: number) => number {
    return (_, bytes, start, length) => this.#write(who, bytes.toString('latin1', start, start + length));
  }

  #move(): boolean {
    const loop = this.#loop;
    const rest = loop.writer!.takeRest();
    if (rest === undefined) return false;
    const text = Buffer.concat(rest.parts).toString();
    this.replay.access(`moves with ${text}`, 1, () => this.kernel.move(text));
    loop.hasMoved = true;
    loop.discard = () => rest.discard(false);
    return true;
  }

  #loopOperations(open: (file: 0 | 1) => void): Operation[] {
    const loop = this.#loop;
    const { kernel, replay } = this;
    const { messages, moves, ends = [], dies, isFollowed, takesAll = false } = this.#scenario;
    // The other timer, of a guard without sockets, is not for these worlds: another guard has other memory.
    const again = (): { run: () => void } | undefined =>
      loop.timers.find(({ millis }) => millis === AGAIN_AFTER);
    const isThere = (): boolean => !loop.hasEnded && !loop.hasMoved && !loop.socket!.isDestroyed;
    const operation = (
      name: string,
      isEnabled: () => boolean,
      run: () => void,
      isOptional = true,
    ): Operation => ({
      name,
      isOptional,
      isEnabled,
      run: () => {
        loop.doing = name;
        run();
      },
    });
    const ending = (how: 'destroy' | 'end' | 'destroySoon'): void => {
      loop.hasEnded = true;
      if (how === 'destroy') loop.socket!.destroy();
      else if (how === 'destroySoon') loop.writer!.destroySoon();
      else loop.writer!.end(() => undefined);
    };
    return [
      operation(
        'writes a message',
        () => isThere() && loop.written < (loop.isFollowing ? 1 : messages),
        () => {
          const { file } = loop.socket!;
          const message = loop.written++;
          replay.access('a message is there', 1, () => ++kernel.sockets.written[file]);
          loop.writer!.write(bytesOf(file, message), () => loop.taken++);
        },
      ),
      ...ends.map((how) => operation(how, isThere, () => ending(how))),
      operation(
        'destroys what it has ended',
        () => loop.hasEnded && ends.length > 0 && !loop.socket!.isDestroyed,
        () => loop.socket!.destroy(),
      ),
      operation(
        'moves the socket',
        () => moves === true && isThere() && !loop.isFollowing,
        () => void this.#move(),
      ),
      operation(
        'discards what has moved',
        () => loop.discard !== undefined,
        () => {
          replay.access('the thread has died', 1, () => {
            kernel.sockets.owner = 'loop';
            return 0;
          });
          loop.discard!();
          loop.discard = undefined;
        },
      ),
      operation(
        'opens another socket',
        () => isFollowed === true && !loop.isFollowing && loop.socket!.isClosed,
        () => {
          replay.access('another socket has the number', 1, () => {
            kernel.sockets.number = 1;
            return 0;
          });
          loop.isFollowing = true;
          loop.hasEnded = false;
          open(1);
        },
      ),
      operation(
        'loses the other side',
        () => dies === true && !kernel.sockets.isDead,
        () => {
          replay.access('the other side is gone', 1, () => {
            kernel.sockets.isDead = true;
            return 0;
          });
        },
      ),
      operation(
        'looks again',
        () => loop.immediates.length > 0,
        () => {
          const next = loop.immediates.shift()!;
          loop.doing = next.for;
          next.run();
        },
        false,
      ),
      operation(
        'goes on with the stream',
        () => loop.socket!.isBusy,
        () => loop.socket!.goOn(replay, kernel, takesAll),
        false,
      ),
      operation(
        'hears of the end of the guard',
        () => kernel.sockets.guard === 'dead',
        () => {
          replay.access('the guard has ended', 1, () => {
            kernel.sockets.guard = 'none';
            return 0;
          });
          for (const exit of loop.exits.splice(0)) exit();
        },
        false,
      ),
      operation(
        'has another guard started',
        () => again() !== undefined && kernel.sockets.guard === 'none',
        () => {
          const timer = again()!;
          loop.timers = loop.timers.filter((each) => each !== timer);
          timer.run();
        },
      ),
    ];
  }

  #guardOperations(guard: Guards.Guard): Operation[] {
    const { beats = 0, looks = 0 } = this.#scenario;
    const turns = this.#turns;
    const lives = (): boolean => this.kernel.sockets.guard === 'lives';
    return [
      {
        name: 'beats',
        isOptional: true,
        isEnabled: () => lives() && turns.beats < beats,
        run: () => {
          turns.beats++;
          guard.beat(0);
        },
      },
      {
        name: 'looks',
        isOptional: true,
        isEnabled: () => lives() && turns.looks < looks,
        run: () => {
          turns.looks++;
          guard.look((turns.looks * INTERVAL) / 2);
        },
      },
    ];
  }
}

const FREE = 0;
/** Of the words that are part of a state. */
const LOCK_AT = 3;
