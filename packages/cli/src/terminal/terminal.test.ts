import { expect, test } from 'vitest';
import { createTerminal } from './terminal.ts';

test.each([
  [{ out: true, err: true, env: {} }, true],
  [{ out: false, err: true, env: {} }, false],
  [{ out: true, err: false, env: {} }, false],
  [{ out: true, err: true, env: { TERM: 'dumb' } }, false],
  [{ out: true, err: true, env: { NO_COLOR: '1' } }, false],
  [{ out: true, err: true, env: { NO_COLOR: '' } }, true],
  [{ out: false, err: false, env: { FORCE_COLOR: '1' } }, true],
  [{ out: true, err: true, env: { FORCE_COLOR: '0' } }, false],
  [{ out: false, err: false, env: { FORCE_COLOR: '1', NO_COLOR: '1' } }, false],
])('%j: colours %s', ({ out, err, env }, colours) => {
  const terminal = createTerminal({
    stdout: { isTTY: out, write: () => true },
    stderr: { isTTY: err, write: () => true },
    env,
    pid: 1,
    kill: () => true,
  });
  expect(terminal.colours).toBe(colours);
  expect(terminal.paint('red', 'text') !== 'text').toBe(colours);
});
