import { Fifo } from '../../shared/fifo.js';
import { RetainedCalls, type BegunCall, type RetainedCall } from './retained-calls.js';

/** The calls of a connection on which replies carry no id, and come in the order of the requests. */
export class PipelinedCalls extends RetainedCalls {
  /** Those that were given up are among them: their replies come, too. */
  readonly #sent = new Fifo<RetainedCall>();

  /** Takes the call that the next reply belongs to: complete it now. Null when it was given up. Throws if no request was sent. */
  takeReplied(): BegunCall | null {
    const call = this.#sent.shift();
    if (call === undefined) throw new Error('a reply to no request');
    return this.replied(call);
  }

  protected override onSent(call: RetainedCall): void {
    this.#sent.push(call);
  }

  protected override takeSent(): RetainedCall[] {
    this.#sent.takeAll();
    return super.takeSent();
  }
}
