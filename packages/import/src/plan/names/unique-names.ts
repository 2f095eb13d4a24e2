/** A name that a type could have. */
export interface NameCandidate {
  readonly name: string;
  /** If several types want a name, the one with the greatest right gets it. */
  readonly right: number;
}

/** A type that wants a name. */
export interface NameSeeker {
  /** The possible names, the best first. */
  readonly candidates: readonly NameCandidate[];
  /** Names that are still better than a number. */
  readonly spares: readonly string[];
  /** The number of its uses: a type that is used far more than the others also gets the name. */
  readonly uses: number;
}

/**
 * Gives each type a unique name, regardless of case: the best one that no other type wants as much. Two that want a
 * name equally both take their next one, so that a name never depends on the order. Types without a remaining name get,
 * in the given order, their best one if it is free after all, a spare one, or a number.
 *
 * @param taken names that are not available, in lower case.
 */
export function uniqueNames<Seeker extends NameSeeker>(
  seekers: readonly Seeker[],
  taken: ReadonlySet<string>,
): ReadonlyMap<Seeker, string> {
  const choice = new Map(seekers.map((seeker) => [seeker, 0]));
  /** Also contains the names that several types wanted and none got, which are too ambiguous for any other. */
  const refused = new Set(taken);
  for (let changed = true; changed;) {
    changed = false;
    for (const [name, rivals] of groupByName(seekers, choice)) {
      const keeper = refused.has(name) ? undefined : keeperOf(rivals, choice);
      if (keeper === undefined) refused.add(name);
      for (const rival of rivals) {
        if (rival === keeper) continue;
        choice.set(rival, (choice.get(rival) ?? 0) + 1);
        changed = true;
      }
    }
  }
  return withLastResorts(seekers, choice, taken);
}

function groupByName<Seeker extends NameSeeker>(
  seekers: readonly Seeker[],
  choice: ReadonlyMap<Seeker, number>,
): ReadonlyMap<string, readonly Seeker[]> {
  const groups = new Map<string, Seeker[]>();
  for (const seeker of seekers) {
    const name = seeker.candidates[choice.get(seeker) ?? 0]?.name.toLowerCase();
    if (name === undefined) continue;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [seeker]);
    else group.push(seeker);
  }
  return groups;
}

/**
 * The type with the greatest right to a name, or among several of these the one that is used far more than the others.
 */
function keeperOf<Seeker extends NameSeeker>(
  rivals: readonly Seeker[],
  choice: ReadonlyMap<Seeker, number>,
): Seeker | undefined {
  if (rivals.length === 1) return rivals[0];
  const rightOf = (seeker: Seeker): number => seeker.candidates[choice.get(seeker) ?? 0]?.right ?? 0;
  const [first, second] = rivals.toSorted((a, b) => rightOf(b) - rightOf(a) || b.uses - a.uses);
  if (first === undefined || second === undefined || rightOf(first) > rightOf(second)) return first;
  return first.uses >= 3 && first.uses >= 3 * second.uses ? first : undefined;
}

function withLastResorts<Seeker extends NameSeeker>(
  seekers: readonly Seeker[],
  choice: ReadonlyMap<Seeker, number>,
  reserved: ReadonlySet<string>,
): ReadonlyMap<Seeker, string> {
  const names = new Map<Seeker, string>();
  const taken = new Set(reserved);
  const left: Seeker[] = [];
  for (const seeker of seekers) {
    const candidate = seeker.candidates[choice.get(seeker) ?? 0];
    if (candidate === undefined) {
      left.push(seeker);
      continue;
    }
    names.set(seeker, candidate.name);
    taken.add(candidate.name.toLowerCase());
  }
  const numbers = new Map<string, number>();
  for (const seeker of left) {
    const stem = seeker.candidates[0]?.name ?? 'Type';
    const isFree = (name: string): boolean => !taken.has(name.toLowerCase());
    const name = [stem, ...seeker.spares].find(isFree) ?? numbered(stem, isFree);
    names.set(seeker, name);
    taken.add(name.toLowerCase());
  }
  return names;

  function numbered(stem: string, isFree: (name: string) => boolean): string {
    let number = numbers.get(stem) ?? 2;
    while (!isFree(`${stem}${number}`)) number++;
    numbers.set(stem, number + 1);
    return `${stem}${number}`;
  }
}
