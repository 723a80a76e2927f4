/** The text of UTF-8 bytes; malformed ones become U+FFFD. The caller answers for start and end. */
export function decodeUtf8(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('utf8', start, end);
}

/** The text of bytes that are known to be ASCII, at a fraction of {@link decodeUtf8}'s cost for short ones. */
export function decodeLatin1(bytes: Buffer, start: number, end: number): string {
  return bytes.toString('latin1', start, end);
}
