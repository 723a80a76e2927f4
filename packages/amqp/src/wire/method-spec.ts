/** Types of the arguments of methods, and of properties. */
export type FieldType =
  'octet' | 'short' | 'long' | 'longlong' | 'bit' | 'shortstr' | 'longstr' | 'table' | 'timestamp';

export interface FieldSpec {
  /** The argument's name in `amqplib`, such as `routingKey`. */
  readonly name: string;
  readonly type: FieldType;
  /** What is sent for undefined; without it, undefined is an error. */
  readonly default?: unknown;
}

/** A method of AMQP 0-9-1. */
export interface MethodSpec {
  /** Class id × 65536 + method id. */
  readonly id: number;
  /** The method's name in `amqplib`, such as `QueueDeclare`. */
  readonly name: string;
  readonly fields: readonly FieldSpec[];
  /** True if a header and a body follow. */
  readonly hasContent: boolean;
}

/** Values of fields, by their names. */
export type Fields = Readonly<Record<string, unknown>>;
