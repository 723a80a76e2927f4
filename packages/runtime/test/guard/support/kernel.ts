/** The one number there is. */
export const NUMBER = 7;

/** What the loop writes to the first socket, in order, and to the one after it; and their beats. */
export const FILES = [
  { messages: ['abc', 'd'], beat: '<>' },
  { messages: ['yz'], beat: '[]' },
] as const;
/** The end of what the loop sends. */
const FIN = '$';

const NOTHING = -1;
const DEAD = -2;

/** What both threads, and the kernel, know of the sockets. */
export interface Sockets {
  /** What has arrived of each socket. */
  arrived: [string, string];
  /** Whose the number is: a socket's, by its place above, or another file's. */
  number: 0 | 1 | 'another';
  /** Who may write to it by number. */
  owner: 'loop' | 'thread';
  /** True if the other side is gone: nothing can be written. */
  isDead: boolean;
  /** Messages that were written to each socket. */
  written: [number, number];
  guard: 'none' | 'lives' | 'dead';
  guardsLeft: number;
}

/** How far what has arrived goes. Undefined if it is not whole messages and beats in order, but for the last. */
function read(
  text: string,
  file: 0 | 1,
): { messages: number; isWhole: boolean; isEnded: boolean } | undefined {
  const { messages, beat } = FILES[file];
  let at = 0;
  let count = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const next = messages[count] as string | undefined;
    if (rest === FIN) return { messages: count, isWhole: true, isEnded: true };
    if (rest.startsWith(beat)) at += beat.length;
    else if (next !== undefined && rest.startsWith(next)) {
      at += next.length;
      count++;
    } else if (beat.startsWith(rest) || next?.startsWith(rest) === true)
      return { messages: count, isWhole: false, isEnded: false };
    else return undefined;
  }
  return { messages: count, isWhole: true, isEnded: false };
}

/** The kernel, and what must never be. */
export class Kernel {
  readonly sockets: Sockets = {
    arrived: ['', ''],
    number: 0,
    owner: 'loop',
    isDead: false,
    written: [0, 0],
    guard: 'none',
    guardsLeft: 0,
  };
  /** What has happened that must never be. */
  wrong: string | undefined;

  /** Ways in which a write of so many bytes may end. */
  static optionsFor(length: number): number {
    return length > 1 ? 3 : 2;
  }

  /** Takes bytes by the number: all, none or one. @returns how many, or why none */
  takeByNumber(bytes: string, option: number, who: string): number {
    const { sockets } = this;
    if (sockets.number === 'another') {
      this.wrong ??= `${who} writes to a number that is another file's`;
      return NOTHING;
    }
    if (sockets.owner !== 'loop') {
      this.wrong ??= `${who} writes to a socket that has moved`;
      return NOTHING;
    }
    return this.#take(sockets.number, bytes, option);
  }

  /** Takes bytes of a socket's stream. */
  takeOfStream(file: 0 | 1, bytes: string, option: number): number {
    const { sockets } = this;
    if (sockets.number !== file || sockets.owner !== 'loop') {
      this.wrong ??= 'the stream writes to a socket that is not there';
      return NOTHING;
    }
    return this.#take(file, bytes, option);
  }

  #take(file: 0 | 1, bytes: string, option: number): number {
    const { sockets } = this;
    if (sockets.isDead || sockets.arrived[file].endsWith(FIN)) return DEAD;
    if (option === 1) return NOTHING;
    const taken = option === 0 ? bytes.length : 1;
    sockets.arrived[file] += bytes.slice(0, taken);
    if (read(sockets.arrived[file], file) === undefined)
      this.wrong ??= `what arrives is ${sockets.arrived[file]}`;
    return taken;
  }

  /** Throws what a write of Node.js throws. */
  static countOf(taken: number): number {
    if (taken >= 0) return taken;
    throw Object.assign(new Error('no write'), { code: taken === NOTHING ? 'EAGAIN' : 'EPIPE' });
  }

  end(file: 0 | 1): number {
    const { sockets } = this;
    if (sockets.isDead) return DEAD;
    const found = read(sockets.arrived[file], file);
    sockets.arrived[file] += FIN;
    if (found?.isWhole !== true || found.messages !== sockets.written[file])
      this.wrong ??= `it ends after ${sockets.arrived[file]}`;
    return 0;
  }

  close(file: 0 | 1): number {
    const { sockets } = this;
    if (sockets.number !== file) this.wrong ??= 'a number is closed that is not the socket’s';
    sockets.number = 'another';
    return 0;
  }

  /** The first socket is the thread's from now on, which begins with `rest`. */
  move(rest: string): number {
    const { sockets } = this;
    const all = sockets.arrived[0] + rest;
    const found = read(all, 0);
    if (found?.isWhole !== true || found.messages !== sockets.written[0])
      this.wrong ??= `with what has moved arrives ${all}, of ${sockets.written[0]} messages`;
    sockets.owner = 'thread';
    return 0;
  }

  /** True if all that was written to a socket has arrived, but for what is owed of a beat. */
  hasArrived(file: 0 | 1): boolean {
    const found = read(this.sockets.arrived[file], file);
    return found?.messages === this.sockets.written[file];
  }

  isEnded(file: 0 | 1): boolean {
    return this.sockets.arrived[file].endsWith(FIN);
  }
}
