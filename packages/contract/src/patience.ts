/** Milliseconds without an answer, on a connection that is read, after which an answer counts as lost. */
export const SILENCE_MILLIS = 5000;
/** Milliseconds after which a call that is sent again and again fails. */
export const DEADLINE_MILLIS = 120_000;
