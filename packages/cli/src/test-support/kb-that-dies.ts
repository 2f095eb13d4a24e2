// Runs kb in a process that kills itself at a step of its writing: node --conditions=@kb/source kb-that-dies.ts STEP
// WORD… A text that is being written is then half written. With the step -1 it prints the number of steps.
import { main } from '../main.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { steppedDisk } from './stepped-disk.ts';

const [at = '', ...words] = process.argv.slice(2);
let steps = 0;

const disk = steppedDisk(({ number, run, tear }) => {
  steps = number + 1;
  if (number !== Number(at)) return run();
  tear();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
});

process.exitCode = await main(words, { cwd: process.cwd(), env: process.env, terminal: createTerminal(process), disk });
if (Number(at) === -1) console.log(`steps: ${steps}`);
