import { messages, type ResponseOf, type StructOf } from '@offloop/wire';
import { RequestFlag } from '@offloop/contract';
import { RowPage } from '../calls/completions/page/row-page.js';
import { Deadline } from '../calls/deadline.js';
import { decodedOperation } from '../calls/operation.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import { CancellationError, OperationTimeoutError, longFrom, type UUID } from '@offloop/values';
import { ProtocolError } from '../errors/own-errors.js';
import { checkedStatement, type CheckedStatement } from './checked-statement.js';
import { closeLostQuery, closeQuery } from './close-query.js';
import { Cursor, type CursorContext } from './cursor.js';
import { KnownStatements, type KnownStatement } from './known-statements.js';
import type { Query } from './query.js';
import { QueryIds } from './query-ids.js';
import { QueryTime } from './query-time.js';
import { ReadingPace } from './rows/reading-pace.js';
import { objectRows, rawRows } from './rows/row-maker.js';
import { RowShape } from './rows/row-shape.js';
import { RowSlice } from './rows/row-slice.js';
import { RowsResult } from './rows/rows-result.js';
import type { SqlResult } from './sql-result.js';
import type { SqlRowMetadata } from './sql-row-metadata.js';
import type { SqlService } from './sql-service.js';
import type { SqlStatement, SqlStatementOptions } from './sql-statement.js';
import { UpdateCount } from './update-count.js';

/** An answer without a page of rows: an error, or a count of updates. */
interface Pageless {
  readonly error: StructOf<'SqlError'> | null;
  readonly updateCount: bigint;
  readonly partitionArgument: number;
}

function executed(response: ResponseOf<typeof messages.sql.execute>): Pageless {
  const { error, updateCount, partitionArgumentIndex = -1 } = response;
  return { error, updateCount, partitionArgument: partitionArgumentIndex };
}

const m = {
  execute: decodedOperation(messages.sql.execute, executed, RequestFlag.PREFERS).paged,
};

export interface SqlContext extends CursorContext {
  /** Picks a member that can execute SQL; undefined: any can. */
  member(): UUID | undefined;
  /** Returns the owner of the partition that a value is in; undefined if it is not known. */
  ownerOf(key: unknown): UUID | undefined;
  /** Milliseconds for which the client waits for a member to end a query that is over its time. */
  readonly invocationTimeoutMillis: number;
}

/** Executes statements: chooses the member, sends, and makes the result. */
export class SqlServiceImpl implements SqlService {
  readonly #context: SqlContext;
  readonly #known = new KnownStatements();
  readonly #ids = new QueryIds();
  readonly #slice = new RowSlice();

  constructor(context: SqlContext) {
    this.#context = context;
  }

  execute(sql: string, params?: unknown[], options?: SqlStatementOptions): Promise<SqlResult> {
    return this.executeStatement({
      sql,
      ...(params === undefined ? {} : { params }),
      ...(options === undefined ? {} : { options }),
    });
  }

  async executeStatement(sql: SqlStatement): Promise<SqlResult> {
    const refusal = this.#context.invoker.refusalOfCursor();
    if (refusal !== undefined) throw this.#context.errors.offline(refusal);
    const statement = checkedStatement(sql);
    const deadline = Deadline.of(statement.limits);
    const known = this.#known.of(statement.sql);
    const query = this.#queryOf(statement, known);
    const answering = this.#send(statement, query);
    let answer: Pageless | RowPage;
    try {
      answer = await (deadline?.within(answering) ?? answering);
    } catch (error) {
      if (isGivenUp(error)) this.#giveUp(answering, query);
      else if (error instanceof ProtocolError) this.#closeUnanswered(query);
      const rejection = this.#context.errors.ofCall(error);
      if (this.#context.errors.isLost(rejection)) void closeLostQuery(this.#context, query);
      throw rejection;
    }
    if (!(answer instanceof RowPage)) return this.#countOf(statement, answer);
    try {
      const shape = RowShape.of(answer, known?.shape);
      this.#known.learn(statement.sql, answer.partitionArgument, shape);
      const cursor = new Cursor(this.#context, query, answer);
      if (deadline !== undefined) cursor.watch(deadline);
      return this.#rowsOf(statement, cursor, shape, answer);
    } catch (error) {
      // The member still has the query of a page that cannot be read.
      this.#closeUnanswered(query);
      throw this.#context.errors.ofCall(error);
    }
  }

  #queryOf(statement: CheckedStatement, known: KnownStatement | undefined): Query {
    const { timeoutMillis, cursorBufferSize } = statement;
    const { invocationTimeoutMillis } = this.#context;
    const member = this.#memberOf(statement, known);
    return {
      id: this.#ids.next(member),
      pageRows: cursorBufferSize,
      time: new QueryTime(timeoutMillis, invocationTimeoutMillis),
      member,
    };
  }

  #send(statement: CheckedStatement, { id, member, time }: Query): Promise<Pageless | RowPage> {
    const { sql, params, timeoutMillis, cursorBufferSize, schema, expectedResultType } = statement;
    const fields = {
      sql,
      parameters: params,
      timeoutMillis,
      cursorBufferSize,
      schema,
      expectedResultType,
      queryId: id,
      skipUpdateStatistics: false,
    };
    const { invoker } = this.#context;
    return member === undefined
      ? invoker.invoke(m.execute, NO_NAME, fields, time.limits)
      : invoker.invokeOnMember(m.execute, NO_NAME, member, fields, time.limits);
  }

  #countOf({ sql }: CheckedStatement, { error, updateCount, partitionArgument }: Pageless): SqlResult {
    this.#known.learn(sql, partitionArgument, undefined);
    if (error !== null) throw this.#context.errors.ofMember(error);
    return new UpdateCount(longFrom(updateCount));
  }

  #rowsOf(
    { returnRawResult, prefetch }: CheckedStatement,
    cursor: Cursor,
    shape: RowShape,
    first: RowPage,
  ): SqlResult {
    const { errors } = this.#context;
    let made: SqlRowMetadata | undefined;
    // Made when it is asked for: most programs know their columns.
    const metadata = (): SqlRowMetadata => (made ??= shape.metadata());
    const make = returnRawResult ? rawRows(metadata(), errors) : objectRows(shape, errors);
    return new RowsResult(cursor, metadata, first, make, new ReadingPace(this.#slice), prefetch);
  }

  /** Returns the owner of the statement's rows, if an earlier run has shown which parameter decides it; else any member that can. */
  #memberOf({ params }: CheckedStatement, known: KnownStatement | undefined): UUID | undefined {
    const index = known?.partitionArgument ?? -1;
    const owner = index < 0 || index >= params.length ? undefined : this.#context.ownerOf(params[index]);
    return owner ?? this.#context.member();
  }

  /** Closes a query whose answer nobody waits for any more: now, and again when the answer comes. */
  #giveUp(answering: Promise<Pageless | RowPage>, query: Query): void {
    this.#closeUnanswered(query);
    const close = async (): Promise<void> => {
      const answer = await answering;
      if (answer instanceof RowPage) await new Cursor(this.#context, query, answer).close();
    };
    close().catch(() => undefined);
  }

  /** Closes a query that has not been answered, so that its connection is not known. */
  #closeUnanswered(query: Query): void {
    void closeQuery(this.#context.invoker, query);
  }
}

function isGivenUp(error: unknown): boolean {
  return error instanceof OperationTimeoutError || error instanceof CancellationError;
}
