const silent = (): void => undefined;

/** A logger for either client that prints nothing: a client must not spend its time on printing while it is measured. */
export const SILENT_LOGGER: Readonly<
  Record<'log' | 'error' | 'warn' | 'info' | 'debug' | 'trace', () => void>
> = {
  log: silent,
  error: silent,
  warn: silent,
  info: silent,
  debug: silent,
  trace: silent,
};
