/** Remembers what a function returns for each name, of which there are few. */
export function remembered<K extends string, T>(make: (name: K) => T): (name: K) => T {
  const known = new Map<K, T>();
  return (name) => {
    let one = known.get(name);
    if (one === undefined) known.set(name, (one = make(name)));
    return one;
  };
}
