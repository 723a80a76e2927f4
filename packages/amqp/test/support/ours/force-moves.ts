import { links } from '../../../src/client/links.js';

const open = links.open.bind(links);

/** Counts connections that were moved. */
export interface ForcedMoves {
  readonly moved: number;
  /** Those that are opened later are left alone. */
  readonly stop: () => void;
}

/**
 * Has each connection move that begins on the loop: when it is open, or as soon afterwards as it can. Of two that do so, the later one does.
 *
 * @param after milliseconds until it is tried first, asked for each connection. 0: before anybody knows of it
 */
export function forceMoves(after: () => number = () => 0): ForcedMoves {
  const before = links.open.bind(links);
  let moved = 0;
  links.open = async (opening) => {
    const link = await open(opening);
    const move = (): void => {
      if (link.isThreaded || !link.isOpen) return;
      if (links.move(link)) moved++;
      else setTimeout(move, 1);
    };
    const millis = after();
    if (millis === 0) move();
    else setTimeout(move, millis);
    return link;
  };
  return {
    get moved() {
      return moved;
    },
    stop: () => {
      links.open = before;
    },
  };
}
