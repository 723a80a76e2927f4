import type { Client, IMap } from 'offloop';
import { check } from '../load/call-load.js';

const ACCOUNTS = 1000;
const BALANCE = 1000;
/** Coprime to the accounts: partners change all the time. */
const STRIDES = [7, 361];

/** One work, by plain calls and by a transaction. */
export interface Ways {
  readonly calls: () => Promise<void>;
  readonly transaction: () => Promise<void>;
}

/** A work, and the check that it was done. */
export interface Work {
  readonly id: string;
  readonly title: string;
  readonly prepare: (client: Client, name: string) => Promise<Ways & { readonly end: () => Promise<void> }>;
}

async function accountsOf(client: Client, name: string): Promise<IMap<number, number>> {
  const accounts = await client.getMap<number, number>(name);
  await accounts.putAll(Array.from({ length: ACCOUNTS }, (_, account) => [account, BALANCE]));
  return accounts;
}

/** Returns a function that returns two accounts, the lower first: so no two transactions wait for each other. */
function pairs(): () => readonly [number, number] {
  let turn = 0;
  return () => {
    turn++;
    const [a, b] = STRIDES.map((stride) => (turn * stride) % ACCOUNTS);
    return a === b ? [a === 0 ? 0 : a - 1, a === 0 ? 1 : a] : [Math.min(a, b), Math.max(a, b)];
  };
}

const transfer: Work = {
  id: 'transfer',
  title: 'transfer: two reads, two sets',
  prepare: async (client, name) => {
    const accounts = await accountsOf(client, name);
    const next = pairs();
    let isCommitted = false;
    return {
      calls: async () => {
        const [from, to] = next();
        const ours = await accounts.get(from);
        const theirs = await accounts.get(to);
        await accounts.set(from, ours - 1);
        await accounts.set(to, theirs + 1);
      },
      transaction: async () => {
        const [from, to] = next();
        await client.transaction(async (tx) => {
          const inside = tx.getMap<number, number>(name);
          const ours = await inside.getForUpdate(from);
          const theirs = await inside.getForUpdate(to);
          await inside.set(from, ours! - 1);
          await inside.set(to, theirs! + 1);
        });
        isCommitted = true;
      },
      end: async () => {
        const balances = [...(await accounts.values())];
        check(balances.length === ACCOUNTS, 'accounts');
        const sum = balances.reduce((total, balance) => total + balance, 0);
        // Plain calls lose what others have changed in between.
        check(!isCommitted || sum === ACCOUNTS * BALANCE, `${sum} in all`);
        await accounts.destroy();
      },
    };
  },
};

const twoSets: Work = {
  id: 'two-sets',
  title: 'two sets',
  prepare: async (client, name) => {
    const accounts = await accountsOf(client, name);
    const next = pairs();
    return {
      calls: async () => {
        const [first, second] = next();
        await accounts.set(first, 1);
        await accounts.set(second, 1);
      },
      transaction: async () => {
        const [first, second] = next();
        await client.transaction(async (tx) => {
          const inside = tx.getMap<number, number>(name);
          await inside.set(first, 1);
          await inside.set(second, 1);
        });
      },
      end: async () => {
        check((await accounts.size()) === ACCOUNTS, 'size');
        await accounts.destroy();
      },
    };
  },
};

export const works: readonly Work[] = [transfer, twoSets];
