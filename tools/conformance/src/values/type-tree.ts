/** What an expression may stand for: an object with fields, or anything. */
export type Sort = 'object' | 'any';

/** A type expression: texts, with other expressions between them. */
export interface TypeTree {
  readonly sort: Sort;
  /** One more text than there are inner expressions. */
  readonly texts: readonly string[];
  readonly inner: readonly TypeTree[];
}

/** Returns an expression without inner expressions. */
export function leaf(sort: Sort, text: string): TypeTree {
  return { sort, texts: [text], inner: [] };
}

/** Prints the expression as TypeScript. */
export function textOf({ texts, inner }: TypeTree): string {
  return texts
    .map((text, index) => text + (index < inner.length ? textOf(inner[index] ?? leaf('any', '')) : ''))
    .join('');
}

const smallest: Readonly<Record<Sort, TypeTree>> = {
  object: leaf('object', '{ a: string }'),
  any: leaf('any', 'string'),
};

/**
 * Returns the expressions that are smaller in one place: there, an inner expression or the smallest expression of the
 * same sort replaces the original. The shortest first.
 */
export function smallerTrees(tree: TypeTree): TypeTree[] {
  const found = new Map<string, TypeTree>();
  const size = textOf(tree).length;
  for (const candidate of candidates(tree)) {
    const text = textOf(candidate);
    if (text.length < size) found.set(text, candidate);
  }
  return [...found].sort(([a], [b]) => a.length - b.length).map(([, candidate]) => candidate);
}

function* candidates(tree: TypeTree): Generator<TypeTree> {
  yield smallest[tree.sort];
  for (const part of tree.inner) if (tree.sort === 'any' || part.sort === 'object') yield part;
  for (const [index, part] of tree.inner.entries()) {
    for (const smaller of candidates(part)) {
      yield { ...tree, inner: tree.inner.map((each, at) => (at === index ? smaller : each)) };
    }
  }
}
