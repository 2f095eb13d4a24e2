// Runs kb in a process that kills itself at a step of its writing: node --conditions=@kb/source kb-that-dies.ts STEP
// WORD… A text that is being written is then half written.
import { type Disk, nodeDisk } from '@kb/codegen';
import { main } from '../main.ts';
import { createTerminal } from '../terminal/terminal.ts';

const [step = '', ...words] = process.argv.slice(2);
let steps = 0;

/** Counts a step; kills the process at the given one. */
function live(before?: () => void): void {
  if (steps++ !== Number(step)) return;
  before?.();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const disk: Disk = {
  write(file, content, options) {
    live(() => nodeDisk.write(file, content.slice(0, content.length / 2), { ...options, durable: false }));
    nodeDisk.write(file, content, options);
  },
  rename: (from, to) => {
    live();
    nodeDisk.rename(from, to);
  },
  keep: (file, second) => {
    live();
    nodeDisk.keep(file, second);
  },
  remove: (file) => {
    live();
    nodeDisk.remove(file);
  },
  makeFolder: (folder) => {
    live();
    nodeDisk.makeFolder(folder);
  },
  removeFolder: (folder) => {
    live();
    nodeDisk.removeFolder(folder);
  },
  syncFolder: (folder) => {
    live();
    nodeDisk.syncFolder(folder);
  },
};

process.exitCode = await main(words, { cwd: process.cwd(), env: process.env, terminal: createTerminal(process), disk });
if (Number.isNaN(Number(step)) || Number(step) < 0) console.log(`steps: ${steps}`);
