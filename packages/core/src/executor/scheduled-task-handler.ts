import { uuidFromText, type UUID } from '@offloop/values';
import { mustBe } from '../errors/must-be.js';

const URN = 'urn:hzScheduledTaskHandler:';
const SEPARATOR = '\0';
/** Stands for the member of a task that a partition has. */
const NO_MEMBER = '-';
const NO_PARTITION = -1;
const PARTITION_TEXT = /^\d{1,9}$/;
const UUID_TEXT = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Names a scheduled task, for any client. As a text, `toUrn`, it is the same for clients of Java. */
export class ScheduledTaskHandler {
  /** The member that has the task; null for a task that a partition has. */
  readonly memberUuid: UUID | null;
  /** The partition that has the task; −1 for a task that a member has. */
  readonly partitionId: number;
  readonly schedulerName: string;
  readonly taskName: string;

  constructor(memberUuid: UUID | null, partitionId: number, schedulerName: string, taskName: string) {
    this.memberUuid = memberUuid;
    this.partitionId = partitionId;
    this.schedulerName = schedulerName;
    this.taskName = taskName;
  }

  /** Parses a text that `toUrn` returned, here or in Java. Throws IllegalArgumentError for anything else. */
  static of(urn: string): ScheduledTaskHandler {
    const parts =
      typeof urn === 'string' && urn.startsWith(URN) ? urn.slice(URN.length).split(SEPARATOR) : [];
    const [member, partition, schedulerName, taskName] = parts;
    const isMember = member !== NO_MEMBER;
    const isRight =
      parts.length === 4 &&
      (isMember
        ? UUID_TEXT.test(member) && partition === String(NO_PARTITION)
        : PARTITION_TEXT.test(partition));
    if (!isRight) throw mustBe('urn', 'what toUrn of a handler gave', urn);
    return new ScheduledTaskHandler(
      isMember ? uuidFromText(member) : null,
      Number(partition),
      schedulerName,
      taskName,
    );
  }

  /** Returns a text from which `of` makes this handler again. */
  toUrn(): string {
    const member = this.memberUuid?.toString() ?? NO_MEMBER;
    return URN + [member, this.partitionId, this.schedulerName, this.taskName].join(SEPARATOR);
  }
}

export function handlerOnMember(member: UUID, schedulerName: string, taskName: string): ScheduledTaskHandler {
  return new ScheduledTaskHandler(member, NO_PARTITION, schedulerName, taskName);
}
