import type { Scenario } from './scenario.js';

/** The worlds that are searched. */
export const WORLDS = {
  'two messages, two beats': { messages: 2, beats: 2 },
  'two messages, two beats, an end at any time': { messages: 2, beats: 2, ends: ['destroy'] },
  'a message and a beat, and last words': { messages: 1, beats: 1, ends: ['end', 'destroySoon'] },
  'two messages, two beats, a move at any time': { messages: 2, beats: 2, moves: true },
  'a message, two beats, a move and last words': {
    messages: 1,
    beats: 2,
    moves: true,
    ends: ['end', 'destroySoon'],
  },
  'a guard that dies, a message and a move': { messages: 1, beats: 1, deaths: 1, moves: true },
  'two guards that die, a message and a move': { messages: 1, beats: 2, deaths: 2, moves: true },
  'a guard that dies, a move and last words': {
    messages: 1,
    beats: 1,
    deaths: 1,
    moves: true,
    ends: ['end', 'destroySoon'],
  },
  'another side that is gone': { messages: 1, beats: 1, dies: true, ends: ['destroy', 'end'] },
  'another socket with the number': {
    messages: 1,
    beats: 2,
    takesAll: true,
    ends: ['destroy'],
    isFollowed: true,
  },
  'a guard that looks, and an end': { messages: 1, looks: 3, ends: ['destroy'] },
  'a guard that looks, and a move': { messages: 2, looks: 3, moves: true },
  'a guard that looks, and another socket with the number': {
    messages: 1,
    looks: 3,
    takesAll: true,
    ends: ['destroy'],
    isFollowed: true,
  },
} as const satisfies Readonly<Record<string, Scenario>>;
