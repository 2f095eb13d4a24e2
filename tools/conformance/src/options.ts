import { parseArgs } from 'node:util';

/** What the command is told. */
export interface Options {
  /** Run only what has all of them in its name. */
  readonly words: readonly string[];
  /** Leave the real control plane out. */
  readonly embedded: boolean;
  /** Compare 2,000 random models instead of 100. */
  readonly full: boolean;
  /** Where random models come from. */
  readonly seed: number;
}

const defaultSeed = 1;

/** How the command is used. */
export const usage = `npm run conformance -- [options] [words]

Compares with the real thing, one line each: N of M. Words run only what has all of them in its name.

  --embedded   leave the real control plane out
  --full       compare 2,000 random models with controller-gen instead of 100
  --seed N     make other random models; the seed is printed (default: ${defaultSeed})
  --help       show this`;

/** Reads the command line; a text says what is wrong with it. */
export function readOptions(args: readonly string[]): Options | { readonly problem: string } | 'help' {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        embedded: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        seed: { type: 'string', default: `${defaultSeed}` },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    if (!/^\d{1,9}$/.test(values.seed)) return { problem: `--seed takes a whole number, not "${values.seed}"` };
    return { words: positionals, embedded: values.embedded, full: values.full, seed: Number(values.seed) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: error.message.split('. ')[0] ?? error.message };
  }
}
