/** A client's report on itself, as it last sent it; the member does not look into it. */
export interface ClientStatistics {
  /** The client's clock when it wrote the report, in ms since the epoch. */
  readonly timestamp: number;
  /** `name=value` pairs with commas between them; a backslash escapes the character behind it. */
  readonly attributes: string;
  /** The metrics in Hazelcast's compressed binary format. */
  readonly metrics: Buffer;
}
