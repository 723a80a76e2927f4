/** The latest report of a client on itself. The member stores it without parsing it. */
export interface ClientStatistics {
  /** The client's clock when it wrote the report, in ms since the epoch. */
  readonly timestamp: number;
  /** `name=value` pairs with commas between them; a backslash escapes the character behind it. */
  readonly attributes: string;
  /** The metrics in Hazelcast's compressed binary format. */
  readonly metrics: Buffer;
}
