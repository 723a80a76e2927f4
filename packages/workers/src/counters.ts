/** Counters the agent keeps for `client.stats()`. */
export const WorkerCounter = {
  BYTES_IN: 0,
  BYTES_OUT: 1,
  WRITES: 2,
  READS: 3,
  MESSAGES_IN: 4,
  RETRIES: 5,
  LATE_RESPONSES: 6,
  CONNECTIONS: 7,
  BACKUP_ACKS: 8,
  PACKED: 9,
} as const;
