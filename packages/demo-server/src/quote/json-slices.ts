const OFFERS = ',"offers":[';

/**
 * Returns the text of a product without its offers, which is JSON by itself, and the index where they begin. Throws SyntaxError for one
 * without offers.
 */
export function splitHead(text: string): { readonly head: string; readonly offersAt: number } {
  const at = text.indexOf(OFFERS);
  if (at === -1) throw new SyntaxError('a product without offers');
  return { head: `${text.slice(0, at)}}`, offersAt: at + OFFERS.length };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/**
 * Yields the texts of the objects of an array one by one, so that decoding can be interrupted, as `JSON.parse` cannot. The objects must not
 * be inside others; what stands between them is not looked at.
 *
 * @param at index of the first character behind the array's `[`
 */
export function* objectTexts(text: string, at: number): Generator<string, void> {
  let depth = 0;
  let start = at;
  for (let index = at; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === OPEN) {
      if (depth++ === 0) start = index;
    } else if (code === CLOSE) {
      // The brace that closes the product itself.
      if (depth === 0) return;
      if (--depth === 0) yield text.slice(start, index + 1);
    }
  }
}

function endOfString(text: string, start: number): number {
  let end = start;
  do {
    end = text.indexOf('"', end + 1);
    if (end === -1) throw new SyntaxError('a string without an end');
  } while (isEscaped(text, end));
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
