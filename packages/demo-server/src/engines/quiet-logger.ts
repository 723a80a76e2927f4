/** What both clients take as a logger. */
export type ClientLogger = Record<'error' | 'warn' | 'info' | 'debug' | 'trace', LogMethod> & {
  log(level: unknown, source: string, message: string, error?: Error | null): void;
};
type LogMethod = (source: string, message: string, error?: Error | null) => void;

/** Warnings and errors go to standard error; the rest would drown what the demo has to say. */
export function quietLogger(): ClientLogger {
  const print =
    (level: string): LogMethod =>
    (source, message, error) => {
      console.error(`${level} ${source}: ${message}${error ? ` (${error.message})` : ''}`);
    };
  const silent = (): void => undefined;
  const log = silent;
  return { log, error: print('error'), warn: print('warning'), info: silent, debug: silent, trace: silent };
}
