import { Buffer } from 'node:buffer';
import { check } from '../load/call-load.js';

/** Number of bodies that a load sends by turns. */
const VARIANTS = 64;

/** Makes bodies of one size, each of which begins with its number. */
export function makeBodies(bytes: number): readonly Buffer[] {
  return Array.from({ length: VARIANTS }, (_, number) => {
    const body = Buffer.alloc(bytes, 'x');
    body.writeUInt32BE(number);
    return body;
  });
}

/** Throws unless this is one of the bodies of this size. */
export function checkBody(body: Buffer, bytes: number): void {
  check(body.length === bytes && body[bytes - 1] === 'x'.charCodeAt(0), `a message of ${body.length} bytes`);
}
