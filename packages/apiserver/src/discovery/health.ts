import { toBytes } from '../http/encode.ts';
import type { Reply } from '../answers/reply.ts';

/** The start hooks of kube-apiserver, in the order of its checks. Here they are complete before the first response. */
const hooks: readonly string[] = [
  'poststarthook/start-apiserver-admission-initializer',
  'poststarthook/generic-apiserver-start-informers',
  'poststarthook/priority-and-fairness-config-consumer',
  'poststarthook/priority-and-fairness-filter',
  'poststarthook/storage-object-count-tracker-hook',
  'poststarthook/start-apiextensions-informers',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
  'poststarthook/start-system-namespaces-controller',
  'poststarthook/peer-endpoint-reconciler-controller',
  'poststarthook/start-cluster-authentication-info-controller',
  'poststarthook/start-kube-apiserver-identity-lease-controller',
  'poststarthook/start-kube-apiserver-identity-lease-garbage-collector',
  'poststarthook/storage-readiness',
  'poststarthook/start-legacy-token-tracking-controller',
  'poststarthook/start-service-ip-repair-controllers',
  'poststarthook/rbac/bootstrap-roles',
  'poststarthook/scheduling/bootstrap-system-priority-classes',
  'poststarthook/priority-and-fairness-config-producer',
  'poststarthook/bootstrap-controller',
  'poststarthook/start-kubernetes-service-cidr-controller',
  'poststarthook/start-kube-aggregator-informers',
  'poststarthook/apiservice-status-local-available-controller',
  'poststarthook/apiservice-status-remote-available-controller',
  'poststarthook/apiservice-registration-controller',
  'poststarthook/apiservice-discovery-controller',
  'poststarthook/kube-apiserver-autoregistration',
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
];

const live: readonly string[] = ['ping', 'log', 'loopback-serving-certificate', 'etcd', ...hooks];

const noSniff = { 'x-content-type-options': 'nosniff' };

/** The checks of each endpoint, in order. The server is ready as soon as it responds. */
const checks: Readonly<Record<string, readonly string[]>> = {
  healthz: live,
  livez: live,
  readyz: ['ping', 'log', 'etcd', 'etcd-readiness', 'informer-sync', ...hooks, 'shutdown'],
};

/** The paths of the health endpoints and of their individual checks. */
export function healthPaths(): string[] {
  return Object.entries(checks).flatMap(([name, all]) => [`/${name}`, ...all.map((check) => `/${name}/${check}`)]);
}

/** The checks of a health endpoint that a request does not exclude; undefined for any other name. */
export function checksOf(name: string, query: URLSearchParams): readonly string[] | undefined {
  const known = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!known || !query.has('exclude')) return known;
  const excluded = new Set(query.getAll('exclude'));
  return known.filter((check) => !excluded.has(check));
}

/** The response of a health endpoint, for any method; undefined for any other path. */
export function healthReply([name = '', ...rest]: readonly string[], query: URLSearchParams): Reply | undefined {
  const known = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!known) return undefined;
  if (rest.length > 0) return known.includes(rest.join('/')) ? text('ok') : undefined;
  if (!query.has('verbose')) return text('ok', noSniff);
  const excluded = new Set(query.getAll('exclude'));
  const lines = known.map((one) => (excluded.delete(one) ? `[+]${one} excluded: ok` : `[+]${one} ok`));
  if (excluded.size > 0) {
    const unknown = [...excluded].map((one) => JSON.stringify(one)).join(',');
    lines.push(`warn: some health checks cannot be excluded: no matches for ${unknown}`);
  }
  return text(`${lines.join('\n')}\n${name} check passed\n`, noSniff);
}

function text(body: string, headers: Readonly<Record<string, string>> = {}): Reply {
  return { type: 'raw', status: 200, contentType: 'text/plain; charset=utf-8', body: toBytes(body), headers };
}
