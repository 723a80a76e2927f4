const silent = (): void => undefined;

/** For either client: neither may spend its time on printing while it is measured. */
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
