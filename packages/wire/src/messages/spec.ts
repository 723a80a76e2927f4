/**
 * A field: name, type, and, where a later protocol version appended it to an existing message, that version.
 *
 * Types: `boolean byte int long UUID` (fixed size, in the initial frame), `String Data byteArray longArray SqlPage`, a name in
 * `structs`, `List_X`, `ListCN_X` (items may be null), `Set_X`, `Map_K_V`, `EntryList_K_V`. A trailing `?` means
 * nullable. A field without a third element is as old as its message, event or structure.
 */
export type FieldSpec =
  readonly [name: string, type: string] | readonly [name: string, type: string, since: string];

export type FieldSpecs = readonly FieldSpec[];

/**
 * Target of a request: the owner of `key`, of the partition given by the caller (`partition`), of the partition of the object's
 * name (`name`), or of any partition (`random`). Absent: any member.
 */
export type Routing = 'key' | 'partition' | 'name' | 'random';

/**
 * Effect of a request on the data of its structure: `locks` acquires or releases a lock or permits, `writes` may change data,
 * `reads` does neither (adding a listener, asking for a size, adding an index).
 */
export type Effect = 'reads' | 'writes' | 'locks';

/**
 * One message of the protocol, as the tables in this folder state it. They are read downwards: a message is three lines, and
 * one more for each of its events.
 */
export interface MessageSpec {
  /** Message type of the request; +1 is the response, +2 … the events in the order of `events`. */
  readonly id: number;
  /** True if the request may be sent again after a disconnect that may have hidden its answer. */
  readonly retryable: boolean;
  /**
   * Effect on the data. It decides where a call may go and what a near cache drops; `retryable` does not, as some writes may be
   * repeated.
   */
  readonly effect: Effect;
  /** True if the answer may stay away for ever by design, so that no timeout of the client's own applies. Default: false. */
  readonly waits?: boolean;
  /**
   * True if the answer holds what the call took, such as an item that is gone from its queue: to give the call up would lose it.
   * Default: as `waits`.
   */
  readonly acquires?: boolean;
  readonly routing?: Routing;
  /** Protocol version that introduced the message; absent: 2.0. */
  readonly since?: string;
  readonly request: FieldSpecs;
  readonly response: FieldSpecs;
  readonly events?: Readonly<Record<string, FieldSpecs>>;
}

export type ServiceSpec = Readonly<Record<string, MessageSpec>>;
