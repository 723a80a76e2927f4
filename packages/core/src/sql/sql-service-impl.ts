import { randomUUID } from 'node:crypto';
import { messages, wireUuid, type ResponseOf, type StructOf } from '@offloop/wire/protocol';
import { RequestFlag } from '@offloop/workers';
import { RowPage } from '../calls/completions/page/row-page.js';
import { Deadline } from '../calls/deadline.js';
import { pageOperation, targetedOperation } from '../calls/operation.js';
import { NO_NAME } from '../calls/requests/object-name.js';
import { CancellationError, OperationTimeoutError } from '../errors/hierarchy.js';
import { ProtocolError } from '../errors/own-errors.js';
import { longFrom } from '../values/serialization/int64.js';
import { uuidToHalves, type UUID } from '../values/uuid.js';
import { checkedStatement, type CheckedStatement } from './checked-statement.js';
import { Cursor, type CursorContext, type QueryId } from './cursor.js';
import { PartitionArguments } from './partition-arguments.js';
import { objectRows, rawRows } from './row-maker.js';
import { RowsResult } from './rows-result.js';
import type { SqlResult } from './sql-result.js';
import { SqlRowMetadataImpl } from './sql-row-metadata-impl.js';
import type { SqlService } from './sql-service.js';
import type { SqlStatement, SqlStatementOptions } from './sql-statement.js';
import { UpdateCount } from './update-count.js';

/** What an answer says that holds no page of rows. */
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
  execute: pageOperation(messages.sql.execute, RequestFlag.PREFERS, executed),
  /** For a query whose connection is not known, since it has not been answered. */
  closeUnanswered: targetedOperation(messages.sql.close, RequestFlag.PREFERS),
};

/** What SQL needs of its client. */
export interface SqlContext extends CursorContext {
  /** A member that can carry out SQL; undefined: any may. */
  member(): UUID | undefined;
  /** The owner of the partition that a value is in. Undefined where it is not known. */
  ownerOf(key: unknown): UUID | undefined;
}

export class SqlServiceImpl implements SqlService {
  readonly #context: SqlContext;
  readonly #partitionArguments = new PartitionArguments();

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
    const statement = checkedStatement(sql);
    const deadline = Deadline.of(statement.limits);
    const member = this.#memberOf(statement);
    const queryId = newQueryId(member);
    const answering = this.#send(statement, queryId, member);
    let answer: Pageless | RowPage;
    try {
      answer = await (deadline?.within(answering) ?? answering);
    } catch (error) {
      if (isGivenUp(error)) this.#giveUp(answering, queryId, member, statement.cursorBufferSize);
      else if (error instanceof ProtocolError) this.#closeUnanswered(queryId, member);
      throw this.#context.errors.ofCall(error);
    }
    this.#partitionArguments.learn(statement.sql, answer.partitionArgument);
    try {
      return this.#resultOf(statement, queryId, answer, deadline);
    } catch (error) {
      // The member still has the query of a page that cannot be read.
      if (answer instanceof RowPage) this.#closeUnanswered(queryId, member);
      throw this.#context.errors.ofCall(error);
    }
  }

  #send(
    statement: CheckedStatement,
    queryId: QueryId,
    member: UUID | undefined,
  ): Promise<Pageless | RowPage> {
    const { sql, params, timeoutMillis, cursorBufferSize, schema, expectedResultType } = statement;
    const fields = {
      sql,
      parameters: params,
      timeoutMillis,
      cursorBufferSize,
      schema,
      expectedResultType,
      queryId,
      skipUpdateStatistics: false,
    };
    const { invoker } = this.#context;
    return member === undefined
      ? invoker.invoke(m.execute, NO_NAME, fields)
      : invoker.invokeOnMember(m.execute, NO_NAME, member, fields);
  }

  #resultOf(
    statement: CheckedStatement,
    queryId: QueryId,
    answer: Pageless | RowPage,
    deadline: Deadline | undefined,
  ): SqlResult {
    const { errors } = this.#context;
    if (!(answer instanceof RowPage)) {
      if (answer.error !== null) throw errors.ofMember(answer.error);
      return new UpdateCount(longFrom(answer.updateCount));
    }
    const { cursorBufferSize, returnRawResult, prefetch } = statement;
    const cursor = new Cursor(this.#context, queryId, cursorBufferSize, answer);
    if (deadline !== undefined) cursor.watch(deadline);
    const metadata = new SqlRowMetadataImpl(answer.metadata() ?? []);
    const make = returnRawResult ? rawRows(metadata, errors) : objectRows(metadata, errors);
    return new RowsResult(cursor, metadata, answer, make, prefetch);
  }

  /** The owner of the statement's rows, if a run before has told which argument says it; any other that can. */
  #memberOf({ sql, params }: CheckedStatement): UUID | undefined {
    const index = this.#partitionArguments.indexOf(sql);
    const owner =
      index === undefined || index >= params.length ? undefined : this.#context.ownerOf(params[index]);
    return owner ?? this.#context.member();
  }

  /** Nobody waits for the answer any more: the query is closed, now and when it comes. */
  #giveUp(
    answering: Promise<Pageless | RowPage>,
    queryId: QueryId,
    member: UUID | undefined,
    pageRows: number,
  ): void {
    this.#closeUnanswered(queryId, member);
    const close = async (): Promise<void> => {
      const answer = await answering;
      if (answer instanceof RowPage) await new Cursor(this.#context, queryId, pageRows, answer).close();
    };
    close().catch(() => undefined);
  }

  #closeUnanswered(queryId: QueryId, member: UUID | undefined): void {
    const { invoker } = this.#context;
    const closing =
      member === undefined
        ? invoker.invoke(m.closeUnanswered, NO_NAME, { queryId })
        : invoker.invokeOnMember(m.closeUnanswered, NO_NAME, member, { queryId });
    closing.catch(() => undefined);
  }
}

function isGivenUp(error: unknown): boolean {
  return error instanceof OperationTimeoutError || error instanceof CancellationError;
}

function newQueryId(member: UUID | undefined): QueryId {
  const local = wireUuid(randomUUID());
  const { msb, lsb } = member === undefined ? { msb: 0n, lsb: 0n } : uuidToHalves(member);
  return { memberIdHigh: msb, memberIdLow: lsb, localIdHigh: local.msb, localIdLow: local.lsb };
}
