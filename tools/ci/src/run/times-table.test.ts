import { expect, test } from 'vitest';

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds?: number;
}

// Plain JavaScript, because it runs before anything is installed: so it has no types.
const { timesTable, cpuSecondsOf } = (await import(new URL('times-table.js', import.meta.url).href)) as {
  readonly timesTable: (
    steps: readonly Step[],
    run: { readonly seconds: number; readonly cores: number },
  ) => readonly string[];
  readonly cpuSecondsOf: (times: string) => number | undefined;
};

test('the longest step is first, and the sum last', () => {
  const steps = [
    { name: 'short', seconds: 3.4, cpuSeconds: 5.2 },
    { name: 'long', seconds: 100.2, cpuSeconds: 94.8 },
    { name: 'ended', seconds: 50 },
  ];
  expect(timesTable(steps, { seconds: 100, cores: 2 })).toEqual([
    '  seconds  CPU seconds  step',
    '      100           95  long',
    '       50            ?  ended',
    '        3            5  short',
    '      100          100  all of it, with 50 % of 2 cores',
  ]);
});

test.each([
  { times: '0m0.010s 0m0.020s\n1m2.500s 0m0.250s\n', seconds: 62.75 },
  { times: '0m0,010s 0m0,020s\n61m0,500s 1m0,000s\n', seconds: 3720.5 },
  { times: '', seconds: undefined },
  { times: 'bash: times: not found\n', seconds: undefined },
])('reads $seconds seconds of processor time', ({ times, seconds }) => {
  expect(cpuSecondsOf(times)).toBe(seconds);
});
