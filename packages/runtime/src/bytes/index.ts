export { behindLine, readDecimal } from './ascii-lines.js';
export { copyBytes } from './copy-bytes.js';
export { isAsciiText } from './is-ascii.js';
export { ownCopy } from './own-copy.js';
export { decodeLatin1, decodeUtf8 } from './text.js';
export { writable, type WritableBytes } from './writable-bytes.js';
