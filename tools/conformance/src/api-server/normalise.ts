import type { Answer } from './sequence.ts';

/**
 * Makes a function that gives what differs from run to run (uids, resource versions, times, generated names, allocated addresses, the namespace) names by the order in which it
 * first appears, so that two servers whose answers mean the same say the same.
 */
export function createNormaliser(namespace: string): (answer: Answer) => Answer {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const nameOf = (kind: string, value: string): string => {
    const known = names.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `<${kind}-${count}>`;
    names.set(`${kind} ${value}`, name);
    return name;
  };

  const text = (value: string): string =>
    value
      .replaceAll(namespace, '<ns>')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uid) => nameOf('uid', uid))
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, (_, fraction: string | undefined) =>
        fraction ? '<microtime>' : '<time>',
      )
      .replace(/\b10\.96\.\d+\.\d+\b/g, (address) => nameOf('ip', address))
      .replace(/\bgen-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, 'gen-<random>')
      .replace(/\b3\d{4}\b/g, (port) =>
        Number(port) >= 30_000 && Number(port) <= 32_767 ? nameOf('port', port) : port,
      )
      .replace(
        /(\\?"resourceVersion\\?":\\?")(\d+)/g,
        (_, before: string, version: string) => `${before}${nameOf('rv', version)}`,
      )
      // Versions in messages: of the store as a whole.
      .replace(/too old resource version: (\d+) \(\d+\)/g, 'too old resource version: $1 (<rv>)')
      .replace(/(Too large resource version: \d+, current: )\d+/g, '$1<rv>')
      .replace(/(ResourceVersion in record \()\d+/g, '$1<rv>');

  const value = (current: unknown, key: string, inList: boolean): unknown => {
    if (typeof current === 'string') {
      if (key === 'resourceVersion' && /^\d+$/.test(current)) return inList ? '<list-rv>' : nameOf('rv', current);
      if (key === 'continue' && current !== '') return '<token>';
      // The documentation of Kubernetes' fields, in the columns of tables, is not recorded.
      if (key === 'description' && current !== '' && !current.startsWith('Custom resource definition column'))
        return '<prose>';
      return text(current);
    }
    if (typeof current === 'number' && key === 'nodePort') return nameOf('port', String(current));
    if (Array.isArray(current)) return current.map((item) => value(item, key, false));
    if (typeof current !== 'object' || current === null) return current;
    const isList = 'items' in current || 'rows' in current || isBookmark(current);
    return Object.fromEntries(
      Object.entries(current).map(([name, child]) => [
        text(name),
        value(child, name, name === 'metadata' ? isList : inList && name === 'resourceVersion'),
      ]),
    );
  };

  return ({ status, headers, body }) => ({
    status,
    headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, text(header)])),
    body: value(body, '', false),
  });
}

/** The version of a bookmark is that of the store. */
function isBookmark(value: object): boolean {
  const annotations = (value as { metadata?: { annotations?: Record<string, string> } }).metadata?.annotations;
  return annotations?.['k8s.io/initial-events-end'] === 'true';
}
