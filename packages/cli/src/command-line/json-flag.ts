import type { Flag } from './command.ts';

/** `--json` of the commands that write files. */
export const jsonFlag = {
  type: 'boolean',
  description: 'Print JSON for other programs: the changes and messages; on standard error the problems.',
} as const satisfies Flag;
