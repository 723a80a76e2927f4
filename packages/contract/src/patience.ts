/** Milliseconds without an answer, on a connection that is being read, after which the answer counts as lost. */
export const SILENCE_MILLIS = 5000;
/** Milliseconds after which a call that was sent again after each silence fails. */
export const DEADLINE_MILLIS = 120_000;
