import type { Agent, AgentPort } from '../../../src/thread/agent.js';

export interface ScriptedSettings {
  /** What the script `setting` answers. */
  readonly setting: unknown;
  /** Word 0 becomes 1 when the thread blocks; it goes on when word 1 is no longer 0. */
  readonly gate: Int32Array;
  /** Whether making the agent fails. */
  readonly refuses: boolean;
}

export declare function createScripted(settings: ScriptedSettings, port: AgentPort): Agent;
