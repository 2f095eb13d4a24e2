import { describe, expect, test } from 'vitest';
import { runProgram } from './run-program.ts';

const run = (script: string, env: Record<string, string> = {}) =>
  runProgram(process.execPath, ['-e', script], { env, interactive: false });

describe('runProgram', () => {
  test('returns its output and exit code', async () => {
    expect(await run('console.log(process.env.A); console.error("b"); process.exitCode = 3', { A: 'ä' })).toEqual({
      code: 3,
      stdout: 'ä\n',
      stderr: 'b\n',
    });
  });

  test('provides no input, and no shell', async () => {
    expect(await run('process.stdin.on("data", () => {}).on("end", () => console.log("end $HOME"))')).toMatchObject({
      code: 0,
      stdout: 'end $HOME\n',
    });
  });

  test('kills a program with endless output', async () => {
    expect(await run('setInterval(() => process.stdout.write("x".repeat(65536)), 0)')).toMatchObject({ code: null });
  });

  test('rejects when there is no such program', async () => {
    await expect(runProgram('kb-no-such-program', [], { env: {}, interactive: false })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});
