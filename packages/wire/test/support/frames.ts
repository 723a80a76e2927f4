/** A frame written by hand: tests of readers must not trust our own writer. */
export function frame(flags: number, content: Uint8Array | string = '', length?: number): Buffer {
  const bytes = Buffer.from(content as string);
  const header = Buffer.alloc(6);
  header.writeInt32LE(length ?? 6 + bytes.length, 0);
  header.writeUInt16LE(flags, 4);
  return Buffer.concat([header, bytes]);
}

/** An initial frame of a response: type, correlation id, backup acks, then zero bytes up to `size`. */
export function initial(type: number, flags: number = 0xc000, size: number = 16): Buffer {
  const content = Buffer.alloc(size);
  content.writeInt32LE(type, 0);
  return frame(flags, content);
}
