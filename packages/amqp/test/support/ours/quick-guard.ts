// From where the runtime itself has it.
import { GuardMemory } from '../../../../runtime/dist/guard/guard-memory.js';

/** Has the guard of connections on the loop write a heartbeat whenever the loop has written nothing for some milliseconds. @returns what ends that */
export function quickGuard(millis: number): () => void {
  const { prototype } = GuardMemory;
  // oxlint-disable-next-line typescript/unbound-method -- it is called with `this`
  const { enter } = prototype;
  prototype.enter = function enterWithShortInterval(place, fd, _interval, beat) {
    enter.call(this, place, fd, 2 * millis, beat);
  };
  return () => {
    prototype.enter = enter;
  };
}
