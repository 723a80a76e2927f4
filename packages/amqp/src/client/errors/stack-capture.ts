/** Lines of a stack that are its title and this function. */
const OWN_LINES = 2;

/** Returns the caller's stack under a title, for errors that say later where something was closed. */
export function stackCapture(reason: string): string {
  const lines = String(new Error(reason).stack).split('\n').slice(OWN_LINES);
  return [`Stack capture: ${reason}`, ...lines].join('\n');
}
