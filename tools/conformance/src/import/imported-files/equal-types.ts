import type { DeclaredType } from './read-source.ts';

/**
 * Returns the types of a folder that are equal except for their names and descriptions: lists of two or more. Kinds are
 * never equal.
 */
export function equalTypes(declarations: readonly DeclaredType[]): DeclaredType[][] {
  const candidates = declarations.filter(({ isKind }) => !isKind);
  // Two types are equal as long as nothing distinguishes them: neither their own structure nor the types that they use.
  // Every round looks one step further.
  let classes = new Map(candidates.map(({ name }) => [name, 0]));
  let count = 1;
  for (let round = 0; round < candidates.length; round += 1) {
    const known = new Map<string, number>();
    const next = new Map(
      candidates.map((declaration) => {
        const text = textOf(declaration, classes);
        const number = known.get(text) ?? known.size;
        known.set(text, number);
        return [declaration.name, number];
      }),
    );
    classes = next;
    if (known.size === count) break;
    count = known.size;
  }
  const groups = Map.groupBy(candidates, ({ name }) => classes.get(name));
  return [...groups.values()].filter((group) => group.length > 1);
}

function textOf({ markers, structure }: DeclaredType, classes: ReadonlyMap<string, number>): string {
  const pieces = structure.map((piece) => {
    if (typeof piece === 'string') return piece;
    const own = classes.get(piece.name);
    return own === undefined ? `${piece.name} ` : `#${own} `;
  });
  return [...markers.toSorted(), ...pieces].join('');
}

/** Types of a folder that no kind uses. */
export function unusedTypes(declarations: readonly DeclaredType[]): DeclaredType[] {
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const open = declarations.filter(({ isKind }) => isKind);
  const used = new Set(open);
  for (let declaration = open.pop(); declaration !== undefined; declaration = open.pop()) {
    for (const piece of declaration.structure) {
      const next = typeof piece === 'string' ? undefined : byName.get(piece.name);
      if (next === undefined || used.has(next)) continue;
      used.add(next);
      open.push(next);
    }
  }
  return declarations.filter((declaration) => !used.has(declaration));
}
