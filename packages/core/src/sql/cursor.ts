import { releaseStack } from '@offloop/runtime';
import { messages } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import type { Deadline } from '../calls/deadline.js';
import { RowPage } from '../calls/completions/page/row-page.js';
import { withResolvers, type PromiseWithResolvers } from '../calls/with-resolvers.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import { OperationTimeoutError, TargetDisconnectedError } from '@offloop/values';
import { ProtocolError } from '../errors/own-errors.js';
import { decodedOperation, operation } from '../calls/operation.js';
import { closeLostQuery, type ClosingContext } from './close-query.js';
import type { Query } from './query.js';
import type { SqlErrors } from './sql-errors.js';

const m = {
  fetch: decodedOperation(messages.sql.fetch, ({ error }) => error, RequestFlag.CONNECTION).paged,
  close: operation(messages.sql.close, RequestFlag.CONNECTION),
};

export interface CursorContext extends ClosingContext {
  readonly errors: SqlErrors;
  /** Returns the number of workers that the shard has had: a connection is lost with its worker. */
  epoch(): number;
}

/**
 * The client's end of a query that gives rows: it fetches the pages after the first, one at a time, and closes the query.
 *
 *     open ── last page ─▶ drained     the member has forgotten the query
 *       ├──── error ─────▶ ended       `arrival` rejects
 *       └──── close, signal, timeout ─▶ ended, and closed on the member
 *
 * It knows nothing of the result that reads it, so that a result nobody holds any more can be collected, and its cursor closed.
 */
export class Cursor {
  readonly #context: CursorContext;
  readonly #query: Query;
  readonly #types: readonly number[];
  readonly #connection: number;
  readonly #epoch: number;
  #arrival: PromiseWithResolvers<RowPage> | undefined;
  /** A page that has arrived and was not taken. */
  #here: RowPage | undefined;
  #isDrained = false;
  #end: Error | undefined;
  #closing: Promise<void> | undefined;
  #endWatch: (() => void) | undefined;
  /** Number of rows of all pages that have arrived. */
  #rows = 0;

  constructor(context: CursorContext, query: Query, first: RowPage) {
    this.#context = context;
    this.#query = query;
    this.#types = first.types;
    this.#connection = first.connection;
    this.#epoch = context.epoch();
    this.#count(first);
  }

  /** True if no more pages come, and the query need not be closed. */
  get isOver(): boolean {
    return this.#isDrained || this.#end !== undefined;
  }

  /** Ends the query when the deadline is over, or its signal aborts. */
  watch(deadline: Deadline): void {
    if (this.isOver) return;
    const end = deadline.watch((error) => this.#abandon(error));
    // The time may have been over already.
    if (this.isOver) end();
    else this.#endWatch = end;
  }

  /** Asks the member for the next page, unless one is on its way, was not taken yet, or there is none. */
  fetch(): void {
    if (this.#arrival !== undefined || this.isOver) return;
    const arrival = withResolvers<RowPage>();
    // A reader that comes later gets the rejection from `arrival`; until then it is not unhandled.
    arrival.promise.catch(() => undefined);
    this.#arrival = arrival;
    void this.#fetch(arrival);
  }

  /** Takes the next page; undefined if it has not arrived. */
  take(): RowPage | undefined {
    const page = this.#here;
    if (page === undefined) return undefined;
    this.#here = undefined;
    this.#arrival = undefined;
    return page;
  }

  /** Resolves when `take` has the next page. Rejects with the error that has ended the query, as does every later call. */
  async arrival(): Promise<void> {
    this.fetch();
    if (this.#end !== undefined) throw this.#end;
    await this.#arrival?.promise;
  }

  /** Closes the query on its member. Resolves when the member knows it, or has forgotten the query itself. */
  close(): Promise<void> {
    this.#abandon(this.#context.errors.closed());
    return this.#closing ?? Promise.resolve();
  }

  async #fetch(arrival: PromiseWithResolvers<RowPage>): Promise<void> {
    const { invoker, errors } = this.#context;
    const { id, pageRows, time } = this.#query;
    try {
      this.#requireConnection();
      const fields = { queryId: id, cursorBufferSize: pageRows };
      const answer = await invoker.invokeOnConnection(
        m.fetch,
        NO_NAME,
        this.#connection,
        fields,
        time.limits,
      );
      if (this.#end !== undefined) return;
      if (answer === null) throw new ProtocolError('the member answered with neither rows nor an error');
      if (!(answer instanceof RowPage)) throw errors.ofMember(answer, this.#rows);
      this.#count(answer);
      this.#here = answer;
      arrival.resolve(answer);
    } catch (error) {
      if (this.#end !== undefined) return;
      const known = errors.ofCall(error, this.#rows);
      this.#finish(known);
      if (errors.isLost(known)) void closeLostQuery(this.#context, this.#query);
      // The member still has the query: its answer was not understood, or did not come.
      if (error instanceof ProtocolError || error instanceof OperationTimeoutError) this.#closeOnMember();
    }
  }

  /** Counts a page that has arrived. Throws ProtocolError if its columns are not those of the first page. */
  #count(page: RowPage): void {
    const { types } = page;
    if (types.length !== this.#types.length || types.some((type, i) => type !== this.#types[i])) {
      throw new ProtocolError('the columns of a page are not those of the first');
    }
    this.#rows += page.rows;
    if (!page.isLast) return;
    this.#isDrained = true;
    this.#endWatch?.();
  }

  #abandon(error: Error): void {
    if (this.isOver) return;
    this.#finish(error);
    this.#closeOnMember();
  }

  #finish(error: Error): void {
    this.#end = error;
    // Its unread stack would keep the result, which then is never found to be forgotten, nor its pages freed.
    releaseStack(error);
    this.#endWatch?.();
    this.#here = undefined;
    this.#arrival?.reject(error);
  }

  #closeOnMember(): void {
    this.#closing = this.#sendClose();
    // Nobody may wait for it.
    this.#closing.catch(() => undefined);
  }

  async #sendClose(): Promise<void> {
    const { invoker, errors } = this.#context;
    try {
      this.#requireConnection();
      const fields = { queryId: this.#query.id };
      await invoker.invokeOnConnection(m.close, NO_NAME, this.#connection, fields, this.#query.time.closing);
    } catch (error) {
      const known = errors.ofCall(error);
      if (!errors.isLost(known)) throw known;
      void closeLostQuery(this.#context, this.#query);
    }
  }

  #requireConnection(): void {
    if (this.#context.epoch() !== this.#epoch) {
      throw new TargetDisconnectedError('the connection ended with its worker thread');
    }
  }
}
