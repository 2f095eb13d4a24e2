/** Where snippets have names from that they do not import; the first one wins. Other entries are to be named in the page. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  '@kb/runtime': () => import('@kb/runtime'),
  '@kb/runtime/metrics': () => import('@kb/runtime/metrics'),
  '@kb/runtime/serving': () => import('@kb/runtime/serving'),
  '@kb/runtime/webhook': () => import('@kb/runtime/webhook'),
  '@kb/client': () => import('@kb/client'),
  '@kb/testing': () => import('@kb/testing'),
  '@kb/apimachinery': () => import('@kb/apimachinery'),
};

/** The values that the packages export, and the package of each. */
export async function namesOfPackages(): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const [specifier, load] of Object.entries(modules)) {
    for (const name of Object.keys(await load())) if (!names.has(name)) names.set(name, specifier);
  }
  return names;
}
