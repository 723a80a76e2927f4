/** What the serving thread has been asked, and what it owes. Probes and the page's own traffic are not counted. */
export class ServerLoad {
  /** Requests begun and not answered yet. */
  inFlight = 0;
  /** Requests answered, whatever the status. */
  answered = 0;
  /** Of these, with a status of 500 or more. */
  failed = 0;
}
