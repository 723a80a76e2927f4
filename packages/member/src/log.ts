export const LogLevel = { INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** Receives the member's log messages. It must not throw. */
export type Log = (level: LogLevel, message: string) => void;

/** The default log: writes warnings and errors to standard error, and drops the rest. */
export const logWarnings: Log = (level, message) => {
  if (level !== LogLevel.INFO) console.error(`[offloop-member] ${level}: ${message}`);
};
