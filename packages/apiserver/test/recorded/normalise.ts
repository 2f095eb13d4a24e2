import type { Answer, LabWebhook } from './sequence.ts';

/**
 * Normalises one answer. `versions`: versions that a list or a page can have, by name; the versions of lists are only
 * compared where they are told.
 */
export type Normaliser = (answer: Answer, versions?: ReadonlyMap<string, string>) => Answer;

/** What every warning begins with. */
const WARNING = '299';

/**
 * Makes a function that gives what differs from run to run (uids, resource versions, times, generated names, allocated
 * addresses, the namespace) names by the order in which it first appears, so that two servers whose answers mean the
 * same say the same. `literals`: numbers of two digits and more that the requests hold, which no answer has for a
 * version because a version happens to be the same.
 */
export function createNormaliser(
  namespace: string,
  webhook?: LabWebhook,
  literals: ReadonlySet<string> = new Set(),
): Normaliser {
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

  /** Where the webhook of the lab is. */
  const withoutWebhook = (value: string): string =>
    webhook
      ? value.replaceAll(webhook.caBundle, '<webhook-ca>').replaceAll(new URL(webhook.origin).host, '<webhook>')
      : value;
  const text = (value: string): string =>
    withoutWebhook(value)
      .replaceAll(namespace, '<ns>')
      // Tokens of service accounts: signed ones of the real server, opaque ones of ours.
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{32}\.[0-9a-f]{64}\b/g, '<token>')
      // Versions in messages: of the store as a whole.
      .replace(/too old resource version: (\d+) \(\d+\)/g, 'too old resource version: $1 (<rv>)')
      .replace(/(Too large resource version: \d+, current: )\d+/g, '$1<rv>')
      .replace(/(ResourceVersion in record \()\d+/g, '$1<rv>')
      .replace(/(ResourceVersion in object meta: )\d+/g, '$1<rv>')
      // In YAML.
      .replace(/(resourceVersion: ")\d+/g, '$1<rv>')
      .replace(
        /(ResourceVersion in (?:the )?precondition(?:: | \())(\d+)/g,
        (whole, before: string, version: string) =>
          names.has(`rv ${version}`) ? `${before}${nameOf('rv', version)}` : whole,
      )
      // A version that was copied to another place: in JSON or in a Go map that a message shows, or as a whole text.
      .replace(/(?<=^|\\?"|resourceVersion:)\d{2,}(?=\\?"|[ \]]|$)/g, (number) =>
        names.has(`rv ${number}`) && number !== WARNING && !literals.has(number) ? nameOf('rv', number) : number,
      )
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uid) => nameOf('uid', uid))
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, (_, fraction: string | undefined) =>
        fraction ? '<microtime>' : '<time>',
      )
      .replace(/\b10\.96\.\d+\.\d+\b/g, (address) => nameOf('ip', address))
      .replace(/\bgen-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, 'gen-<random>')
      .replace(/\b3\d{4}\b/g, (port) =>
        Number(port) >= 30_000 && Number(port) <= 32_767 ? nameOf('port', port) : port,
      )
      // In YAML: that of a list, and that of an object.
      .replace(/^(metadata:\n {2}(?:continue: .*\n {2})?resourceVersion: ")\d+/gm, '$1<list-rv>')
      .replace(
        /^( *resourceVersion: ")(\d+)/gm,
        (_, before: string, version: string) => `${before}${nameOf('rv', version)}`,
      )
      .replace(
        /(\\?"resourceVersion\\?":\\?")(\d+)/g,
        (_, before: string, version: string) => `${before}${nameOf('rv', version)}`,
      );

  const listVersion = (version: string, versions: ReadonlyMap<string, string> | undefined): string => {
    if (!versions) return '<list-rv>';
    const same = [...versions].find(([, known]) => known === version);
    return same ? `<version ${same[0]}>` : '<other version>';
  };

  return ({ status, headers, body }, versions) => {
    /**
     * `of`: whose version stands here: an object's, or that of a list, a page, a bookmark, which is the store's as a
     * whole.
     */
    const value = (current: unknown, key: string, of: 'object' | 'list' | 'bookmark'): unknown => {
      if (typeof current === 'string') {
        if (key === 'resourceVersion' && /^\d+$/.test(current))
          return of === 'object' ? nameOf('rv', current) : listVersion(current, versions);
        if (key === 'continue' && current !== '') return tokenText(current);
        // The documentation of Kubernetes' fields, in the columns of tables, is not recorded.
        if (key === 'description' && current !== '' && !current.startsWith('Custom resource definition column'))
          return '<prose>';
        return text(current);
      }
      if (typeof current === 'number' && /^(?:nodePort|healthCheckNodePort)$/.test(key) && current !== 0)
        return nameOf('port', String(current));
      if (Array.isArray(current)) return current.map((item) => value(item, key, of === 'bookmark' ? of : 'object'));
      if (typeof current !== 'object' || current === null) return current;
      const isList = 'items' in current || 'rows' in current;
      const below = (name: string): typeof of => {
        if (of === 'bookmark' || ('type' in current && current.type === 'BOOKMARK')) return 'bookmark';
        if (name === 'metadata') return isList ? 'list' : 'object';
        return name === 'resourceVersion' ? of : 'object';
      };
      return Object.fromEntries(
        Object.entries(current).map(([name, child]) => [text(name), value(child, name, below(name))]),
      );
    };
    return {
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, text(header)])),
      body: value(body, '', 'object'),
    };
  };
}

/**
 * What a continue token says, apart from its version. The real server writes the same place with and without a slash in
 * front of it, depending on where it read.
 */
function tokenText(token: string): string {
  const { rv, start, ...rest } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>;
  return `<token ${JSON.stringify({ ...rest, rv: rv === -1 ? -1 : '<rv>', start: String(start).replace(/^\//, '') })}>`;
}
