import { defineCommand } from '../command-line/command.ts';
import { kbVersion } from '../kb-version.ts';

/** `kb version`. */
export const command = defineCommand({
  flags: {},
  async run(_values, { terminal }) {
    terminal.print(`kb ${kbVersion()} (Node ${process.versions.node}, ${process.platform}-${process.arch})`);
    return 0;
  },
});
