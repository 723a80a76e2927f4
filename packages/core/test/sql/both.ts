import type { SqlResult } from 'offloop';

import { comparable } from '../cluster/support/comparable.js';

/** What both clients have in common, as a test calls it. */
export interface SqlClient {
  getSql(): {
    execute(sql: string, params?: unknown[], options?: object): Promise<SqlLike>;
  };
}

export type SqlLike = Pick<SqlResult, 'isRowSet' | 'close' | 'next'> & {
  readonly rowMetadata: {
    getColumns(): readonly { readonly name: string; readonly type: number; readonly nullable: boolean }[];
  } | null;
  readonly updateCount: { toString(): string };
};

/** All of what a statement gives, in a form that compares by content; errors, too. */
export async function outcomeOf(
  client: unknown,
  sql: string,
  params?: unknown[],
  options?: object,
): Promise<unknown> {
  try {
    const result = await (client as SqlClient).getSql().execute(sql, params, options);
    if (!result.isRowSet()) return { updated: String(result.updateCount) };
    const columns = result
      .rowMetadata!.getColumns()
      .map(({ name, type, nullable }) => [name, type, nullable]);
    const rows = await rowsOf(result);
    // Members give rows in any order unless they are told.
    if (!sql.includes('ORDER BY')) rows.sort(byText);
    return { columns, rows };
  } catch (error) {
    return failureOf(error);
  }
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a).localeCompare(JSON.stringify(b));
}

/** The rows that are left, in a form that compares by content. */
export async function rowsOf(result: Pick<SqlLike, 'next'>): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (;;) {
    const { done, value } = await result.next();
    if (done === true) return rows;
    rows.push(comparable(value));
  }
}

/** Ids of jobs and of their vertices differ each time. */
const VARYING = /[0-9a-f]{4}(?:-[0-9a-f]{4}){3}(?:\/[^\s}]+)?/g;

export function failureOf(error: unknown): unknown {
  const { message, suggestion, code, constructor } = error as Error & {
    suggestion?: string | null;
    code?: number | string;
  };
  return {
    error: constructor.name,
    code,
    message: message.replaceAll(VARYING, '<id>'),
    suggestion,
  };
}
