/** Memory that a request is written to: a ring is such, and so are {@link writable} bytes. */
export interface WritableBytes {
  readonly bytes: Buffer;
  /** Of the same memory: an integer is one store by it, four by `bytes`, and `writeInt32LE` checks its arguments first. */
  readonly view: DataView;
}

export function writable(bytes: Buffer): WritableBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}
