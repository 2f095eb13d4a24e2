import type { Answer, LabWebhook } from './sequence.ts';

/**
 * Normalises one answer. `versions` are the versions that a list or a page can have, by name; versions of lists are
 * compared only if this is given.
 */
export type Normaliser = (answer: Answer, versions?: ReadonlyMap<string, string>) => Answer;

/** The first word of every warning header. */
const WARNING = '299';

/** A certificate as Go writes it. */
const PEM =
  /(-----BEGIN CERTIFICATE-----\n)((?:[A-Za-z0-9+/]{64}\n)*[A-Za-z0-9+/]{1,64}={0,2})(\n-----END CERTIFICATE-----\n)/g;

/**
 * Returns a function that replaces everything that differs from run to run (uids, resource versions, times, generated
 * names, allocated addresses, the namespace) with names in the order of first appearance, so that equivalent answers of
 * two servers become equal. `literals` are the numbers of two or more digits in the requests; in answers they are never
 * replaced, even if they equal a version by chance.
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

  /** Replaces the address of the webhook. */
  const withoutWebhook = (value: string): string =>
    webhook
      ? value
          .replaceAll(webhook.caBundle, '<webhook-ca>')
          .replaceAll(new URL(webhook.origin).host, '<webhook>')
          .replaceAll(`localhost:${new URL(webhook.origin).port}`, '<webhook>')
      : value;
  const text = (value: string): string =>
    withoutWebhook(value)
      .replaceAll(namespace, '<ns>')
      // Tokens of service accounts, and those whose header or signature a sequence has changed.
      .replace(/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '<token>')
      .replace(/\.eyJhdWQi[\w-]+\.[\w-]*/g, '.<claims and signature>')
      .replace(/\b(X509SHA256=)[0-9a-f]{64}\b/g, '$1<hash>')
      .replace(/https:\/\/[^/"]+(?=\/openid\/v1\/jwks)/g, 'https://<server>')
      // In messages of rules in CEL: the time, and numbers that depend on the order of a map of Go.
      .replace(/\bselfType\d+/g, 'selfType')
      .replace(/\b_var\d+/g, '_var')
      // In messages, the current version of the whole store.
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
      // A version that was copied elsewhere: in JSON, in a Go map that a message shows, or as a whole string.
      .replace(/(?<=^|\\?"|resourceVersion:)\d{2,}(?=\\?"|[ \]]|$)/g, (number) =>
        names.has(`rv ${number}`) && number !== WARNING && !literals.has(number) ? nameOf('rv', number) : number,
      )
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (uid) => nameOf('uid', uid))
      .replace(/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z/g, (_, fraction: string | undefined) =>
        fraction ? '<microtime>' : '<time>',
      )
      .replace(/\b10\.96\.\d+\.\d+\b/g, (address) => nameOf('ip', address))
      .replace(/\bkube-api-access-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, 'kube-api-access-<random>')
      .replace(/\bgen-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, 'gen-<random>')
      .replace(/\b3\d{4}\b/g, (port) =>
        Number(port) >= 30_000 && Number(port) <= 32_767 ? nameOf('port', port) : port,
      )
      // In YAML: the version of a list, and that of an object.
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
     * Normalises a value. `of` says whose version it may hold: an object's, or that of a list, a page or a bookmark,
     * which is the version of the whole store.
     */
    const value = (current: unknown, key: string, of: 'object' | 'list' | 'bookmark'): unknown => {
      if (typeof current === 'string') {
        if (key === 'resourceVersion' && /^\d+$/.test(current))
          return of === 'object' ? nameOf('rv', current) : listVersion(current, versions);
        if (key === 'continue' && current !== '') return tokenText(current);
        // The descriptions of table columns, which come from Kubernetes' documentation, are not recorded.
        if (key === 'description' && current !== '' && !current.startsWith('Custom resource definition column'))
          return '<prose>';
        // The day, in the label of a Secret and in the ConfigMap about the use of tokens.
        if (/^(?:kubernetes\.io\/legacy-token-last-used|since)$/.test(key) && /^\d{4}-\d{2}-\d{2}$/.test(current))
          return current === '2000-01-01' ? current : '<day>';
        // The token in a Secret, in base64.
        if (key === 'token' && current.startsWith('ZXlK')) return '<token>';
        // The authorities of clients, which are made for a run.
        if (key === 'client-ca-file')
          return current.replace(PEM, (_, begin: string, lines: string, end: string) => {
            return `${begin}${nameOf('certificate', lines)}${end}`;
          });
        // Of the key that signs tokens of service accounts.
        if (/^(?:kid|x|y)$/.test(key) && /^[\w-]{43}$/.test(current)) return `<${key}>`;
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
    return withoutDowntime({
      status,
      headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, text(header)])),
      body: value(body, '', 'object'),
    });
  };
}

/**
 * Removes the seconds to wait from an answer about kube-apiserver's cache that is not ready: they grow with the time
 * that it has not been.
 */
function withoutDowntime(answer: Answer): Answer {
  const { headers, body } = answer;
  if (!isRecord(body) || !String(body['message']).startsWith('storage is (re)initializing')) return answer;
  if (headers['retry-after'] === undefined || !isRecord(body['details'])) return answer;
  const seconds = '<by downtime>';
  return {
    ...answer,
    headers: { ...headers, 'retry-after': seconds },
    body: { ...body, details: { ...body['details'], retryAfterSeconds: seconds } },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns the content of a continue token without its version. The real server writes the same position with or without
 * a leading slash, depending on where it read.
 */
function tokenText(token: string): string {
  const { rv, start, ...rest } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>;
  return `<token ${JSON.stringify({ ...rest, rv: rv === -1 ? -1 : '<rv>', start: String(start).replace(/^\//, '') })}>`;
}
