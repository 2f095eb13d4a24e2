import { toBytes } from '../http/encode.ts';
import type { Reply } from '../http/reply.ts';

/** The checks behind each endpoint. The server is ready as soon as it answers. */
const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: ['ping', 'log', 'etcd'],
  livez: ['ping', 'log', 'etcd'],
  readyz: ['ping', 'log', 'etcd', 'informer-sync', 'shutdown'],
};

/** The answer of a health endpoint; undefined for any other path. */
export function healthReply([name = '', check, ...rest]: readonly string[], query: URLSearchParams): Reply | undefined {
  const known = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!known || rest.length > 0) return undefined;
  if (check !== undefined) return known.includes(check) ? text('ok') : undefined;
  if (!query.has('verbose')) return text('ok');
  const excluded = new Set(query.getAll('exclude'));
  const lines = known.map((one) => (excluded.delete(one) ? `[+]${one} excluded: ok` : `[+]${one} ok`));
  if (excluded.size > 0) {
    const unknown = [...excluded].map((one) => JSON.stringify(one)).join(', ');
    lines.unshift(`warn: some health checks cannot be excluded: no matches for ${unknown}`);
  }
  return text(`${lines.join('\n')}\n${name} check passed\n`);
}

function text(body: string): Reply {
  const headers = { 'x-content-type-options': 'nosniff' };
  return { type: 'raw', status: 200, contentType: 'text/plain; charset=utf-8', body: toBytes(body), headers };
}
