/**
 * Copies a field table, or a value in one: it stays as it was when it was sent, whatever its owner does with it. Keys that a table has inherited become
 * its own, as they were sent, too.
 */
export function copyTable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyTable);
  if (Buffer.isBuffer(value)) return Buffer.from(value);
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const name in value) copy[name] = copyTable((value as Record<string, unknown>)[name]);
  return copy;
}
