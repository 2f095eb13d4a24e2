import fc from 'fast-check';
import { type Attack, attacks, attackText, randomAttack } from './attacks.ts';
import { excessOf } from './growth.ts';

/** A place where the text of a stranger is read. What it throws, or answers, does not matter. */
export interface Reader {
  readonly name: string;
  readonly read: (text: string) => unknown;
  /** Attacks of this reader alone, beside those that every reader is tried with. */
  readonly own?: readonly (string | Attack)[];
  /** False: only its own attacks. */
  readonly general?: false;
  /** Characters of the longest text that is tried. Default: 65536. */
  readonly largest?: number;
}

/** How many attacks of random pieces each reader is tried with. */
const RANDOM_ATTACKS = 12;
/** The same attacks in each run. `KB_SEED` tries others. */
const SEED = 14;

/** The first attack on a reader whose time grows faster than its text, described; undefined when there is none. */
export async function findSlowAttack({ read, own = [], general, largest }: Reader): Promise<string | undefined> {
  const seed = Number(process.env['KB_SEED'] ?? SEED);
  const numRuns = Number(process.env['KB_RUNS'] ?? RANDOM_ATTACKS);
  const ownAttacks = own.map((attack) =>
    typeof attack === 'string' ? { prefix: '', repeated: attack, suffix: '' } : attack,
  );
  const shared = general === false ? [] : [...attacks, ...fc.sample(randomAttack, { seed, numRuns })];
  for (const attack of [...ownAttacks, ...shared]) {
    const excess = await excessOf(async (size) => {
      const text = attackText(attack, size);
      try {
        await read(text);
      } catch {
        // That it is refused is one way of reading it.
      }
    }, largest);
    if (!excess) continue;
    const { size, largerSize, small, large, ratio } = excess;
    return `${JSON.stringify(attack)}: ${small.toFixed(1)} ms for ${size} characters, ${large.toFixed(1)} ms for ${largerSize} (${ratio.toFixed(0)} times)`;
  }
  return undefined;
}
