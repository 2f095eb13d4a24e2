/** The characters in generated parts of names; Kubernetes leaves out vowels, so that they spell no words. */
const RANDOM = '[bcdfghjklmnpqrstvwxz2456789]';

/**
 * Returns a function for the output of one session. It replaces values that vary from run to run (uids, versions,
 * times, ages, addresses, generated names, temporary files) with placeholders. Where it matters which value is which,
 * placeholders are numbered in the order of their first appearance. Columns are separated by two spaces, because their
 * widths depend on the ages in them.
 *
 * @param folder - The session's temporary folder.
 */
export function createNormaliser(folder: string): (text: string) => string {
  const numbered = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (what: string, value: string): string => {
    const key = `${what} ${value}`;
    const known = numbered.get(key);
    if (known !== undefined) return known;
    const count = (counts.get(what) ?? 0) + 1;
    counts.set(what, count);
    numbered.set(key, `<${what}-${count}>`);
    return `<${what}-${count}>`;
  };
  return (text) =>
    text
      .replaceAll(folder, '<folder>')
      .replace(/(LIVE|MERGED)-\d+/g, '$1')
      .replace(/(kubectl-edit-)\d+(\.\w+)?/g, '$1<number>$2')
      // Whether a client that gives up at once logs this is a matter of timing.
      .replace(/^[WE]\d{4} .*informerwatcher\.go.*(?:very short watch|context deadline exceeded).*\n/gm, '')
      .replace(/^[IWEF]\d{4} [\d:.]+ +\d+ \S+:\d+\]/gm, '<log>')
      .replace(/https?:\/\/127\.0\.0\.1:\d+/g, '<server>')
      .replace(/\b127\.0\.0\.1:\d+/g, '<server>')
      .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (uid) => nameOf('uid', uid))
      .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z| ?[+-]\d\d:?\d\d(?: UTC)?)/g, '<time>')
      .replace(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d [+-]\d{4}/g, '<time>')
      .replace(/\b10\.(?:96|244)\.\d+\.\d+\b/g, (address) => nameOf('address', address))
      .replace(/\b3[0-2]\d{3}\b/g, (port) => (Number(port) <= 32_767 ? nameOf('node-port', port) : port))
      .replace(/\bv1\.36\.\d+[\w.+-]*/g, '<server version>')
      .replace(/(resource ?version\\?"?: *\\?"?)\d+/gi, '$1<version>')
      .replace(/(resource version to be \d+, was )\d+/g, '$1<version>')
      // The embedded server warns about features that it lacks; this is intended, and documented in its README.
      .replace(/^Warning: the embedded API server .*\n/gm, '')
      .replace(
        new RegExp(`-(${RANDOM}{8,10})(?=-${RANDOM}{5}\\b)`, 'g'),
        (_, hash: string) => `-${nameOf('hash', hash)}`,
      )
      .replace(
        new RegExp(`(pod-template-hash\\W+)(${RANDOM}{8,10})`, 'g'),
        (_, before: string, hash: string) => `${before}${nameOf('hash', hash)}`,
      )
      .replace(new RegExp(`-(${RANDOM}{8,10})\\b`, 'g'), (_, hash: string) => `-${nameOf('hash', hash)}`)
      .replace(new RegExp(`-${RANDOM}{5}\\b`, 'g'), '-<random>')
      .replace(/(?<=^|[\s(])(?:\d+[smhdy]){1,2}(?=\s|\)|$)/gm, '<age>')
      .replace(/(?<=\S) {2,}/g, '  ');
}
