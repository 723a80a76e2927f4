/** The byte before a value in a table or an array, by RabbitMQ's errata of AMQP 0-9-1: an ASCII character. */
export const Tag = {
  BOOLEAN: 0x74,
  INT8: 0x62,
  UINT8: 0x42,
  INT16: 0x73,
  UINT16: 0x75,
  INT32: 0x49,
  UINT32: 0x69,
  INT64: 0x6c,
  FLOAT: 0x66,
  DOUBLE: 0x64,
  DECIMAL: 0x44,
  STRING: 0x53,
  BYTES: 0x78,
  TIMESTAMP: 0x54,
  ARRAY: 0x41,
  TABLE: 0x46,
  VOID: 0x56,
} as const;

/** How deep tables and arrays may be nested. A stack overflow would depend on who calls. */
export const MOST_NESTED = 512;

export function nestedTooDeep(): RangeError {
  return new RangeError(`Field table (headers or arguments) is nested over ${MOST_NESTED} deep`);
}
