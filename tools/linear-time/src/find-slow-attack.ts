import fc from 'fast-check';
import { type Attack, attacks, attackText, drawnAttacks, partOf, randomAttack } from './attacks.ts';
import { excessOf } from './growth.ts';

/** A function that reads untrusted text. Its result, and whether it throws, do not matter. */
export interface Reader {
  readonly name: string;
  readonly read: (text: string) => unknown;
  /** Attacks on this reader only, in addition to those that every reader is tested with. */
  readonly own?: readonly (string | Attack)[];
  /** False: use only its own attacks. */
  readonly general?: false;
  /** The length of the longest text, in characters. Default: 65536. */
  readonly largest?: number;
}

/** How many random attacks each reader is tested with. */
const RANDOM_ATTACKS = 12;
/** The seed, so that each run has the same random attacks. `KB_SEED` sets another one. */
const SEED = 14;

/**
 * Finds the first attack for which a reader's time grows faster than the text, and describes it. Undefined if there is
 * none. With `KB_PART`, a part of the attacks that every reader is tested with.
 */
export async function findSlowAttack({ name, read, own = [], general, largest }: Reader): Promise<string | undefined> {
  const seed = Number(process.env['KB_SEED'] ?? SEED);
  const numRuns = Number(process.env['KB_RUNS'] ?? RANDOM_ATTACKS);
  const ownAttacks = own.map((attack) =>
    typeof attack === 'string' ? { prefix: '', repeated: attack, suffix: '' } : attack,
  );
  const shared = general === false ? [] : [...attacks, ...fc.sample(randomAttack, { seed, numRuns })];
  const drawn = drawnAttacks(shared, name, partOf(process.env['KB_PART']));
  for (const attack of [...ownAttacks, ...drawn]) {
    const excess = await excessOf(async (size) => {
      const text = attackText(attack, size);
      try {
        await read(text);
      } catch {
        // The reader may refuse the text; only its time matters.
      }
    }, largest);
    if (!excess) continue;
    const { size, largerSize, small, large, ratio } = excess;
    return `${JSON.stringify(attack)}: ${small.toFixed(1)} ms for ${size} characters, ${large.toFixed(1)} ms for ${largerSize} (${ratio.toFixed(0)} times)`;
  }
  return undefined;
}
