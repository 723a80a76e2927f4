import type { MethodSpec } from './method-spec.js';

/**
 * Writes frames into memory that grows, one behind the other. A method that cannot be encoded leaves nothing: the error is thrown, and what
 * was written before stays.
 */
export interface FrameWriter {
  /** Bytes written and not taken yet. */
  readonly length: number;
  /** Writes a method without content. Throws `amqplib`'s errors for arguments of a wrong type. */
  method(channel: number, spec: MethodSpec, fields: Readonly<Record<string, unknown>>): void;
  /** Writes a method over one of the same length. @param at what `length` was before that was written, since when the writer has not begun anew */
  rewrite(at: number, channel: number, spec: MethodSpec, fields: Readonly<Record<string, unknown>>): void;
  /**
   * Writes a method with its content: a header frame and as many body frames as `frameMax` asks for. A long content is not copied yet: see
   * `holdsContent`.
   *
   * @param frameMax bytes of the longest frame; 0: no limit
   */
  content(
    channel: number,
    spec: MethodSpec,
    fields: Readonly<Record<string, unknown>>,
    properties: Readonly<Record<string, unknown>>,
    content: Uint8Array,
    frameMax: number,
  ): void;
  /** How often it has begun anew. */
  readonly begun: number;
  /** True if a content was long and was not copied: `parts` or `take` has to be called before the application may change it. */
  readonly holdsContent: boolean;
  /** What was written, in parts, which hold until anything else is written. Long contents are parts of their own. */
  parts(): Buffer[];
  /** Begins anew. */
  clear(): void;
  /** Returns what was written, as memory of its own, and begins anew. */
  take(): Buffer;
}
