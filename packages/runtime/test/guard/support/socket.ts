// The name that Node.js has for it.
// oxlint-disable no-underscore-dangle
import type { Replay } from '../../support/stepped/replay.js';
import { FILES, Kernel } from './kernel.js';

type Destroy = (error: Error | null, callback: (error: Error | null) => void) => void;

/** A `net.Socket`, as far as `DirectWriter` sees it. */
export class ModelSocket {
  readonly file: 0 | 1;
  /** What it was given and the kernel has not taken. */
  queue: { bytes: string; onTaken: (() => void) | undefined }[] = [];
  isDestroyed = false;
  isClosed = false;
  isEnding = false;
  isEnded = false;
  destroysBehind = false;
  onEnded: (() => void) | undefined = undefined;
  _destroy: Destroy;

  constructor(file: 0 | 1, replay: Replay<unknown>, kernel: Kernel) {
    this.file = file;
    this._destroy = (error, callback) => {
      replay.access('close', 1, () => kernel.close(file));
      this.isClosed = true;
      callback(error);
    };
  }

  get writableLength(): number {
    return this.queue.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  cork(): void {}
  uncork(): void {}

  write(part: Uint8Array, onTaken?: () => void): void {
    // As Node.js does with a stream that was destroyed or ended.
    if (this.isDestroyed || this.isEnding) return;
    this.queue.push({ bytes: Buffer.from(part).toString(), onTaken });
  }

  end(onEnded?: () => void): void {
    this.isEnding = true;
    this.onEnded = onEnded;
  }

  destroySoon(): void {
    this.end();
    this.destroysBehind = true;
  }

  destroy(): void {
    if (this.isDestroyed) return;
    this.isDestroyed = true;
    this.queue = [];
    this._destroy(null, () => undefined);
  }

  /** True if the loop of Node.js has something to do for it. */
  get isBusy(): boolean {
    return !this.isDestroyed && (this.queue.length > 0 || (this.isEnding && !this.isEnded));
  }

  /** The loop of Node.js goes on with it. */
  goOn(replay: Replay<unknown>, kernel: Kernel, takesAll: boolean): void {
    const first = this.queue.at(0);
    if (first === undefined) return this.#end(replay, kernel);
    const options = takesAll ? 1 : Kernel.optionsFor(first.bytes.length);
    const taken = replay.access(`the stream writes ${first.bytes}`, options, (option) =>
      kernel.takeOfStream(this.file, first.bytes, option),
    );
    if (taken < -1) return this.destroy();
    if (taken < first.bytes.length) {
      first.bytes = first.bytes.slice(Math.max(0, taken));
      return;
    }
    this.queue.shift();
    first.onTaken?.();
  }

  #end(replay: Replay<unknown>, kernel: Kernel): void {
    const result = replay.access('end', 1, () => kernel.end(this.file));
    if (result < 0) return this.destroy();
    this.isEnded = true;
    this.onEnded?.();
    if (this.destroysBehind) this.destroy();
  }
}

export function bytesOf(file: 0 | 1, message: number): Buffer[] {
  const text = FILES[file].messages[message];
  return [Buffer.from(text.slice(0, 1)), Buffer.from(text.slice(1))];
}
