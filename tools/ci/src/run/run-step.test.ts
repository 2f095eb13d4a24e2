import { expect, test } from 'vitest';

interface StepResult {
  readonly code: number;
  readonly output: string;
  readonly seconds: number;
  readonly cpuSeconds?: number;
}

// Plain JavaScript, because it runs before anything is installed: so it has no types.
const { runStep } = (await import(new URL('run-step.js', import.meta.url).href)) as {
  readonly runStep: (step: {
    readonly command: readonly string[];
    readonly minutes: number;
    readonly print: (text: string) => void;
    readonly niceness?: number;
  }) => Promise<StepResult>;
};

const run = (script: string, niceness = 0): Promise<StepResult> =>
  runStep({ command: [process.execPath, '-e', script], minutes: 3, print: () => undefined, niceness });

test.skipIf(process.platform === 'win32').each([0, 5])('counts processor time, with niceness %i', async (niceness) => {
  const busy = 'while (process.cpuUsage().user < 300_000) for (let i = 0; i < 1e6; i += 1); console.log("a  b")';
  const { code, output, cpuSeconds } = await run(busy, niceness);
  expect({ code, output }).toEqual({ code: 0, output: 'a  b\n' });
  expect(cpuSeconds).toBeGreaterThanOrEqual(0.3);
});

test.skipIf(process.platform === 'win32')('resolves with the exit code of the command', async () => {
  expect(await run('process.exit(3)')).toMatchObject({ code: 3, output: '' });
});
