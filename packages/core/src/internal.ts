// What the packages of this project share, and nobody else may count on: it is not published. The caller's half of JSON on tapes.
export { AnnouncedShapes } from './calls/completions/tape/announced-shapes.js';
export { TapeReader } from './calls/completions/tape/tape-reader.js';
