import { describe, expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

const run = (script: string, env: Record<string, string> = {}) =>
  runProgram(process.execPath, ['-e', script], { env, interactive: false });

describe('runProgram', () => {
  test('gives what it wrote and how it ended', async () => {
    expect(await run('console.log(process.env.A); console.error("b"); process.exitCode = 3', { A: 'ä' })).toEqual({
      code: 3,
      stdout: 'ä\n',
      stderr: 'b\n',
    });
  });

  test('gives it nothing to read, and no shell', async () => {
    expect(await run('process.stdin.on("data", () => {}).on("end", () => console.log("end $HOME"))')).toMatchObject({
      code: 0,
      stdout: 'end $HOME\n',
    });
  });

  test('ends one that writes without end', async () => {
    expect(await run('setInterval(() => process.stdout.write("x".repeat(65536)), 0)')).toMatchObject({ code: null });
  });

  test('rejects when there is no such program', async () => {
    await expect(runProgram('kb-no-such-program', [], { env: {}, interactive: false })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
