import type Long from 'long';
import { IllegalStateError } from '@offloop/values';
import type { SqlResult, SqlRowType } from './sql-result.js';

export class UpdateCount implements SqlResult {
  readonly rowMetadata = null;
  readonly updateCount: Long;

  constructor(updateCount: Long) {
    this.updateCount = updateCount;
  }

  isRowSet(): boolean {
    return false;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  [Symbol.asyncIterator](): AsyncIterator<SqlRowType, undefined> {
    return { next: () => this.next() };
  }

  next(): Promise<never> {
    return Promise.reject(noRows());
  }

  // oxlint-disable-next-line require-yield -- it has no pages
  async *pages(): AsyncGenerator<never, void, undefined> {
    throw noRows();
  }
}

function noRows(): Error {
  return new IllegalStateError('this result is a count of updates: it has no rows');
}
