export const LogLevel = { INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** Told what goes on in the member. Must not throw. */
export type Log = (level: LogLevel, message: string) => void;

/** The default: warnings and errors to standard error, and nothing else. */
export const logWarnings: Log = (level, message) => {
  if (level !== LogLevel.INFO) console.error(`[offloop-member] ${level}: ${message}`);
};
