import { SocketWord, wordOf, type GuardMemory } from './guard-memory.js';

/** Writes bytes to a file by its number. @returns how many were taken. Throws if none can be. */
export type WriteByNumber = (fd: number, bytes: Buffer, start: number, length: number) => number;

/**
 * Writes the beat of a socket, or what is owed of one. Call it only with the lock.
 *
 * @returns false if something is owed now: the kernel has taken a part.
 */
export function writeBeat(memory: GuardMemory, place: number, write: WriteByNumber): boolean {
  const { words } = memory;
  const owed = wordOf(place, SocketWord.OWED);
  const beat = memory.beat(place);
  const from = words[owed];
  // Another guard has died while it wrote: the loop ends the socket.
  if (from < 0) return false;
  let taken = 0;
  try {
    taken = write(words[wordOf(place, SocketWord.FD)], beat, from, beat.length - from);
  } catch {
    // The kernel takes nothing now, or the socket is dead, which is the loop's to find out.
  }
  words[owed] = from + taken < beat.length ? from + taken : 0;
  return words[owed] === 0;
}
