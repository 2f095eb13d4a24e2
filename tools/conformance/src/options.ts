import path from 'node:path';
import { parseArgs } from 'node:util';

/** The options of the command. */
export interface Options {
  /** Run only lines whose names contain all of these. */
  readonly words: readonly string[];
  /** Leave out lines whose names contain one of these. */
  readonly without: readonly string[];
  /** Folders or files with CRDs to import and generate again, instead of everything else. Absolute paths. */
  readonly places: readonly string[];
  /** A folder or file with CRDs and objects to send to both servers, instead of everything else. Absolute. */
  readonly serve?: string;
  /** Do not use the real control plane. */
  readonly embedded: boolean;
  /** Only what uses the real control plane. */
  readonly live: boolean;
  /**
   * Compare 2,000 random models instead of 100, 2,000 changed YAML files instead of 300, 20,000 random types instead of
   * 1,000, 3,000 random request sequences and as many random schemas instead of 200, all workload scenarios, sessions
   * and request sequences instead of a part, and the corpus with a real server; compare imported types in full instead
   * of a sample.
   */
  readonly full: boolean;
  /** The seed of random models, objects and sequences. */
  readonly seed: number;
  /** Which part of the long comparisons is played. Default: that of the commit. */
  readonly part?: number;
  /** The number of random request sequences, of projects of the matrix, and, with `full`, of tutorials. */
  readonly runs?: number;
}

const DEFAULT_SEED = 1;

/** The help text. */
export const USAGE = `npm run conformance -- [options] [words]
npm run conformance -- round-trip FOLDER
npm run conformance -- serve FOLDER

Compares kb with the originals; each line shows N of M. Words select the lines whose names contain all of them.
round-trip FOLDER imports every CRD in it and generates it again; lists those that differ, with the first difference,
and finally those that no API server would accept.
serve FOLDER sends the CRDs and objects in it to kube-apiserver and to the embedded server: lists each answer that
differs. Each object is created, updated, and sent with mistakes (--full: every one); CRDs without objects get made ones.

  --embedded   do not use the real control plane
  --live       only what uses the real control plane
  --full       compare 2,000 random models with controller-gen instead of 100,
               2,000 changed YAML files with Go's parser instead of 300,
               20,000 random types with tsc instead of 1,000,
               3,000 random request sequences with kube-apiserver instead of 200,
               3,000 random schemas with kube-apiserver instead of 200,
               all workload scenarios instead of some of each controller, and all sessions of kubectl,
               all request sequences on kube-apiserver instead of some of each area, and all recorded ones,
               projects of every combination of features, and updates of old ones, instead of one project,
               and many objects of every CRD of the corpus, with kube-apiserver instead of its recorded answers;
               compare imported types in full instead of a sample
  --seed N     the seed of random models, objects and sequences; it is printed (default: ${DEFAULT_SEED})
  --part N     which part of the scenarios, sessions and sequences is played, if no words select lines; it is printed
               (default: from the hash of the commit)
  --without W  leave out the lines whose names contain W; may be repeated
  --runs N     the number of random request sequences, and of projects of the matrix; with --full, how many of all
               projects and of the tutorials, from that of --part on
  --help       show this`;

/** The word that may be followed by folders, and the one that is. */
const ROUND_TRIP = 'round-trip';
const SERVE = 'serve';

/**
 * Parses the command line. Returns the problem if it is invalid. `exists`: whether a file or folder exists. Relative
 * places are resolved against `folder`.
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
        live: { type: 'boolean', default: false },
        full: { type: 'boolean', default: false },
        seed: { type: 'string', default: `${DEFAULT_SEED}` },
        part: { type: 'string' },
        without: { type: 'string', multiple: true, default: [] },
        runs: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) return 'help';
    if (!/^\d{1,9}$/.test(values.seed)) return { problem: `--seed takes a whole number, not "${values.seed}"` };
    if (values.part !== undefined && !/^\d{1,9}$/.test(values.part))
      return { problem: `--part takes a whole number, not "${values.part}"` };
    if (values.runs !== undefined && !/^[1-9]\d{0,6}$/.test(values.runs))
      return { problem: `--runs takes a number from 1, not "${values.runs}"` };
    if (values.embedded && values.live) return { problem: '--embedded and --live exclude each other' };
    const common = {
      embedded: values.embedded,
      live: values.live,
      full: values.full,
      seed: Number(values.seed),
      without: values.without,
      ...(values.part !== undefined && { part: Number(values.part) }),
      ...(values.runs !== undefined && { runs: Number(values.runs) }),
    };
    if (positionals[0] === SERVE) {
      const [, place, ...more] = positionals;
      if (place === undefined || more.length > 0)
        return { problem: `serve takes one folder or file with CRDs: npm run conformance -- serve FOLDER` };
      if (values.embedded) return { problem: 'serve compares with the real control plane: leave out --embedded' };
      return { words: [], places: [], serve: path.resolve(folder, place), ...common };
    }
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
      ...common,
    };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: error.message.split('. ')[0] ?? error.message };
  }
}
