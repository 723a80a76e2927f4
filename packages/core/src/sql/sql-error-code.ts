/** Numbers of SQL errors, as members give them: `HazelcastSqlException.code`. */
export const SqlErrorCode = {
  GENERIC: -1,
  /** A connection between members, or between the client and a member, was lost. */
  CONNECTION_PROBLEM: 1001,
  CANCELLED_BY_USER: 1003,
} as const;
