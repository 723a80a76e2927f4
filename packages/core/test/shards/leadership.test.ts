import { expect, test } from 'vitest';

import { Leadership, type LeadershipListener } from '../../src/shards/leadership.js';

type Connected = Parameters<Leadership['onConnected']>[0];

const connected = (clusterId: string, candidate = 0): Connected => ({
  type: 'connected',
  candidate,
  clusterId,
  partitionCount: 271,
  localAddress: { host: 'here', port: 1 },
});
const cluster = (clusterId: string, candidate = 0): object => ({ candidate, clusterId, partitionCount: 271 });

/** A leadership with what it tells the shards and its listener. */
class World implements LeadershipListener {
  readonly leadership: Leadership;
  readonly told: unknown[] = [];
  readonly heard: string[] = [];
  /** Connections of each shard. */
  readonly connections = [1, 1];

  constructor(shards: number, { isMixed = false, started = shards } = {}) {
    this.leadership = new Leadership(shards, isMixed, {
      isStopped: () => false,
      connectionsOf: (shard) => this.connections[shard],
      tell: (message, shard) => this.told.push([message, shard]),
      onEntered: () => undefined,
      onShardLost: (shard) => this.heard.push(`${shard} lost`),
    });
    this.leadership.listen(this);
    for (let shard = 0; shard < started; shard++) this.leadership.onStart(shard);
  }

  get isConnected(): boolean {
    return this.leadership.connection.isConnected;
  }

  connect(clusterId: string, ...shards: readonly number[]): this {
    for (const shard of shards) this.leadership.onConnected(connected(clusterId), shard);
    return this;
  }

  /** The worker of a shard dies, and another takes its place. @returns the role of that one. */
  die(shard: number): ReturnType<Leadership['onStart']> {
    const role = this.leadership.onStart(shard);
    this.leadership.onRestart(shard);
    this.leadership.onDisconnected('died', shard);
    return role;
  }

  onConnected(isOther: boolean): void {
    this.heard.push(isOther ? 'connected to another' : 'connected');
  }
  onDisconnected(): void {
    this.heard.push('disconnected');
  }
  onHandover(before: number): void {
    this.heard.push(`handover from ${before}`);
  }
  onThreadLeads(): void {
    this.heard.push('thread leads');
  }
  onLeaderDied(dead: number, isTakenOver: boolean): void {
    this.heard.push(isTakenOver ? `${this.leadership.leader} takes over from ${dead}` : `${dead} died`);
  }
}

test('the first shard leads, and the others wait until they are told where to go', () => {
  const world = new World(2, { started: 0 });
  const { leadership } = world;
  expect(leadership.onStart(0)).toEqual({ leads: true, resumption: null });
  expect(leadership.onStart(1)).toEqual({ leads: false, resumption: null });
  world.connect('a', 0);
  expect(world.told).toEqual([[{ type: 'follow', cluster: cluster('a') }, 1]]);
  expect(world.isConnected).toBe(false);
  world.connect('a', 1);
  expect([world.told.length, world.isConnected, world.heard]).toEqual([1, true, ['connected']]);
});

test('the client is not connected while one shard is not, or is elsewhere', () => {
  const world = new World(2).connect('a', 0, 1);
  const { leadership } = world;
  leadership.onDisconnected('lost', 1);
  expect([world.isConnected, leadership.isConnected(0), leadership.isConnected(1)]).toEqual([
    false,
    true,
    false,
  ]);
  world.connect('a', 1).connect('b', 0);
  expect(world.told.at(-1)).toEqual([{ type: 'follow', cluster: cluster('b') }, 1]);
  world.connect('b', 1);
  expect(world.heard).toEqual(['connected', '1 lost', 'disconnected', 'connected', 'connected to another']);
});

test('when the leader’s worker dies the next shard leads, and the dead one comes back as one that follows', () => {
  const world = new World(3).connect('a', 0, 1, 2);
  const { leadership } = world;
  expect(world.die(0)).toEqual({ leads: false, resumption: cluster('a') });
  expect([leadership.leader, world.isConnected]).toEqual([1, false]);
  expect(world.told.at(-1)).toEqual([{ type: 'lead' }, 1]);
  expect(world.heard).toEqual(['connected', '1 takes over from 0', '0 lost', 'disconnected']);
  // The death of one that follows changes nothing.
  expect(world.die(2)).toEqual({ leads: false, resumption: cluster('a') });
  expect(leadership.leader).toBe(1);
  world.die(1);
  world.die(2);
  expect(leadership.leader).toBe(0);
});

test('a client of one shard is led by each of its workers', () => {
  const world = new World(1).connect('a', 0);
  expect(world.die(0)).toEqual({ leads: true, resumption: cluster('a') });
  expect([world.isConnected, world.heard]).toEqual([
    false,
    ['connected', '0 died', '0 lost', 'disconnected'],
  ]);
  expect(world.connect('a', 0).isConnected).toBe(true);
});

test('of the others one leads that has connections, if there is one', () => {
  const world = new World(3).connect('a', 0, 1, 2);
  const { leadership } = world;
  leadership.onDisconnected('lost', 1);
  world.die(0);
  expect(leadership.leader).toBe(2);
  world.die(2);
  expect(leadership.leader).toBe(0);
  expect(leadership.isAnyConnected).toBe(false);
});

test.each(['listens first', 'is not alone first'])(
  'the client is connected when the next leader listens, and is not alone: it %s',
  (first) => {
    const world = new World(2).connect('a', 0, 1);
    world.die(0);
    const steps = [() => world.leadership.onListening(), () => world.connect('a', 0)];
    const [one, other] = first === 'listens first' ? steps : steps.toReversed();
    one();
    expect(world.isConnected).toBe(false);
    other();
    expect(world.isConnected).toBe(true);
  },
);

test('the thread leads when it is in the cluster with as many connections, and its connection alone is the client’s', () => {
  const world = new World(2, { isMixed: true, started: 1 }).connect('a', 0);
  const { leadership } = world;
  expect(world.isConnected).toBe(true);
  expect(leadership.onStart(1)).toEqual({ leads: false, resumption: cluster('a') });
  world.connections[0] = 2;
  // One that joins does not make the client less connected.
  world.connect('a', 1);
  expect([leadership.leader, world.isConnected, world.told]).toEqual([0, true, []]);
  world.connections[1] = 2;
  leadership.onConnectionOpened();
  expect(leadership.leader).toBe(1);
  expect(world.told).toEqual([
    [{ type: 'lead' }, 1],
    [{ type: 'yield', cluster: cluster('a') }, 0],
  ]);
  expect(world.heard.splice(0)).toEqual(['connected', 'handover from 0', 'thread leads']);
  leadership.onDisconnected('lost', 0);
  expect(world.isConnected).toBe(true);
  leadership.onDisconnected('lost', 1);
  expect(world.heard.splice(0)).toEqual(['0 lost', '1 lost', 'disconnected']);
  // Its worker dies: the one that takes its place leads again.
  expect(world.die(1)).toEqual({ leads: true, resumption: cluster('a') });
  leadership.end();
});

test('a thread that takes over from a loop in an outage connects the client, before what waits for it may go', () => {
  const world = new World(2, { isMixed: true, started: 1 }).connect('a', 0);
  world.leadership.onStart(1);
  world.leadership.onDisconnected('lost', 0);
  world.connections[0] = 0;
  world.heard.length = 0;
  world.connect('a', 1);
  expect(world.heard).toEqual(['handover from 0', 'connected', 'thread leads']);
});
