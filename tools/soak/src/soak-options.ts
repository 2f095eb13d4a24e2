import { parseArgs } from 'node:util';

/** The command line options of a soak. */
export interface SoakOptions {
  /** Decides every fault and every change: the same seed gives the same run. */
  readonly seed: number;
  /** How many virtual days. */
  readonly days: number;
  /** How many objects of the soak's kind there are. */
  readonly objects: number;
  /** So many times as many updates as fill the server's histories: the soak of memory, instead of the other. */
  readonly memory?: number;
}

export const USAGE = `usage: npm run soak -- [--seed N] [--days N] [--objects N] | --memory N

Runs two replicas of an operator against the embedded API server for virtual days, over connections that
break, lie and stand still, and checks that no final state was missed, that never two replicas wrote as the
leader, and that nothing grows. Exit code 1 when something does not hold.

  --seed N     what goes wrong, and when (default 1)
  --days N     virtual days (default 2)
  --objects N  objects of the operator's kind (default 5000)
  --memory N   instead: updates an object of 1 MB, and one of 10 KB without a turn of the event loop, N times
               as often as it takes to fill the histories of the API server, whose memory must stay flat
`;

/** Reads the command line. Throws an Error for an invalid one; returns undefined for --help. */
export function readOptions(args: readonly string[]): SoakOptions | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string', default: '1' },
      days: { type: 'string', default: '2' },
      objects: { type: 'string', default: '5000' },
      memory: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const number = (name: 'seed' | 'days' | 'objects' | 'memory', least: number): number => {
    const value = Number(values[name]);
    if (!(value >= least)) throw new Error(`--${name} is a number from ${least} on, not "${values[name]}"`);
    return value;
  };
  return {
    seed: number('seed', 0),
    days: number('days', 0.25),
    objects: Math.floor(number('objects', 10)),
    ...(values.memory !== undefined && { memory: number('memory', 1) }),
  };
}
