/** Memory to write a request to: a ring, or a Buffer by {@link writable}. */
export interface WritableBytes {
  readonly bytes: Buffer;
  /** A view of the same memory. It writes an integer in one store; `bytes.writeInt32LE` takes four, and checks its arguments. */
  readonly view: DataView;
}

export function writable(bytes: Buffer): WritableBytes {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
}
