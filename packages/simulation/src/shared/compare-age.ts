interface Aged {
  readonly metadata: { readonly creationTimestamp: string; readonly name: string };
}

/** Compares objects for a sort by age, the oldest first; those of one age by name. */
export function compareAge({ metadata: a }: Aged, { metadata: b }: Aged): number {
  if (a.creationTimestamp !== b.creationTimestamp) return a.creationTimestamp < b.creationTimestamp ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
