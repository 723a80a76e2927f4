import { Fate, type Call } from '../journal/journal.js';
import { check } from '../journal/violation.js';
import { text } from './call-oracle.js';

/**
 * Both threads sleep, and no message is under way between them: whatever was answered, and read by the agent's thread, has
 * been told. This asks nothing of the code under test.
 *
 * @param answered calls of which a response was read. Those that are settled are taken out.
 */
export function checkTold(answered: Set<Call>): void {
  for (const call of answered) {
    if (call.settled > 0) answered.delete(call);
    else
      check(
        !isDue(call),
        'nobody sleeps on work',
        () => `${text(call)} was answered, and nobody tells its caller`,
      );
  }
}

/**
 * Whether the caller must have been told by now. A group's caller is told, at the latest, when all its parts are answered.
 */
function isDue(call: Call): boolean {
  return call.group === undefined
    ? isAnswered(call)
    : call.group.every((part) => part.settled > 0 || isAnswered(part));
}

/** The attempt under way is answered, with its backups, by connections that are still there. */
function isAnswered({ sends, arrivals }: Call): boolean {
  const link = sends.at(-1)?.link;
  if (link?.isOpen !== true) return false;
  const arrived = arrivals.filter((arrival) => arrival.link === link);
  if (arrived.length < sends.filter((send) => send.link === link).length) return false;
  const { fate, wasTurnedAway, responseReadAt, acksRead, expectedAcks, ackLinks } = arrived.at(-1)!;
  if (ackLinks.some(({ isOpen }) => !isOpen)) return false;
  return fate === Fate.EXECUTED && !wasTurnedAway && responseReadAt !== undefined && acksRead >= expectedAcks;
}
