// A leaderboard. Games that run at the same time add points to the same players, and no point is lost.
import { Client } from 'offloop';
import { config } from './cluster.mjs';

const client = await Client.newHazelcastClient(config);
const board = await client.getMap('example-leaderboard');
await board.clear();

/**
 * Adds points to those of a player: reads, changes and writes back. If somebody else was quicker, it begins again with what was written.
 */
async function score(player, points) {
  for (;;) {
    const old = await board.get(player);
    const isDone =
      old === null
        ? (await board.putIfAbsent(player, { points, games: 1 })) === null
        : await board.replaceIfSame(player, old, { points: old.points + points, games: old.games + 1 });
    if (isDone) return;
  }
}

const game = async () => {
  await score('Ada', 3);
  await score('Bob', 2);
  await score('Cleo', 4);
};
await Promise.all(Array.from({ length: 5 }, game));

const best = (await board.entrySet()).sort(([, a], [, b]) => b.points - a.points);
for (const [player, { points, games }] of best) console.log(`${player}: ${points} points in ${games} games`);

await board.destroy();
await client.shutdown();
