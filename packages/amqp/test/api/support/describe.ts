/** A value as it is compared: without what differs from run to run, such as names that the server makes. */
export function describe(value: unknown): unknown {
  if (value instanceof Error) return describeError(value);
  if (typeof value === 'string') return describeText(value);
  if (Buffer.isBuffer(value)) return { bytes: value.toString('latin1') };
  if (Array.isArray(value)) return value.map(describe);
  if (typeof value !== 'object' || value === null) return value;
  // Both have models and channels of classes of their own.
  const { name } = value.constructor;
  if (name !== 'Object') return `<${name.replace('RecoveringPromiseModel', 'RecoveringModel')}>`;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, describe(each)]));
}

function describeError(error: Error): unknown {
  const { name, message, code, classId, methodId, stackAtStateChange } = error as Error &
    Record<string, unknown>;
  const stack = typeof stackAtStateChange === 'string' ? stackAtStateChange.split('\n')[0] : undefined;
  // A lost publish has a code of ours.
  const known = code === 'LOST_PUBLISH' ? undefined : code;
  return {
    error: name,
    message: describeText(message),
    ...Object.fromEntries(
      Object.entries({
        code: known,
        classId,
        methodId,
        stack: stack === undefined ? undefined : describeText(stack),
      }).filter(([, each]) => each !== undefined),
    ),
  };
}

function describeText(text: string): string {
  return text.replace(/amq\.(gen|ctag)-[\w-]+/g, 'amq.$1-…').replace(/offloop-[\da-f-]{36}/g, 'name');
}
