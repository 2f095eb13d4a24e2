import path from 'node:path';
import { parseArgs } from 'node:util';

/** The options of the command. */
export interface Options {
  /** Run only what has all of them in its name. */
  readonly words: readonly string[];
  /** Folders, or files, whose CRDs are to be imported and generated again, instead of everything else. Absolute. */
  readonly places: readonly string[];
  /** Leave the real control plane out. */
  readonly embedded: boolean;
  /**
   * Compare 2,000 random models instead of 100, 20,000 random types instead of 1,000, and 3,000 random sequences of
   * requests instead of 200; look at every place of imported types instead of some.
   */
  readonly full: boolean;
  /** Where random models, objects and sequences come from. */
  readonly seed: number;
  /** How many random sequences of requests. Default: as many as `full` says. */
  readonly runs?: number;
}

const DEFAULT_SEED = 1;

/** How the command is used. */
export const USAGE = `npm run conformance -- [options] [words]
npm run conformance -- round-trip FOLDER

Compares with the real thing, one line each: N of M. Words run only what has all of them in its name.
With a folder, imports every CRD in it, generates each again, says which differ, and where first,
and lists last what no API server would take.

  --embedded   leave the real control plane out
  --full       compare 2,000 random models with controller-gen instead of 100,
               2,000 changed files of YAML with Go's reader instead of 300,
               20,000 random types with tsc instead of 1,000,
               and 3,000 random sequences of requests with kube-apiserver instead of 200;
               look at every place of imported types instead of some
  --seed N     make other random models, objects and sequences; the seed is printed (default: ${DEFAULT_SEED})
  --runs N     make so many random sequences of requests
  --help       show this`;

/** The word after which folders may stand. */
const ROUND_TRIP = 'round-trip';

/**
 * Reads the command line; a text says what is wrong with it. `exists` says whether there is a folder, or a file; names
 * of places are relative to `folder`.
 */
export function readOptions(
  args: readonly string[],
  { folder, exists }: { readonly folder: string; readonly exists: (place: string) => boolean },
): Options | { readonly problem: string } | 'help' {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        embedded: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        seed: { type: 'string', default: `${DEFAULT_SEED}` },
        runs: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    if (!/^\d{1,9}$/.test(values.seed)) return { problem: `--seed takes a whole number, not "${values.seed}"` };
    if (values.runs !== undefined && !/^[1-9]\d{0,6}$/.test(values.runs))
      return { problem: `--runs takes a number from 1, not "${values.runs}"` };
    const others = positionals.filter((word) => word !== ROUND_TRIP);
    const places =
      others.length < positionals.length ? others.filter((word) => exists(path.resolve(folder, word))) : [];
    const words = positionals.filter((word) => !places.includes(word));
    const missing = words.find((word) => /[/\\]/.test(word));
    if (missing !== undefined) return { problem: `there is no folder ${missing}` };
    if (places.length > 0 && words.some((word) => word !== ROUND_TRIP))
      return { problem: `with a folder, ${ROUND_TRIP} is the only other word` };
    return {
      words,
      places: places.map((place) => path.resolve(folder, place)),
      embedded: values.embedded,
      full: values.full,
      seed: Number(values.seed),
      ...(values.runs !== undefined && { runs: Number(values.runs) }),
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: error.message.split('. ')[0] ?? error.message };
  }
}
