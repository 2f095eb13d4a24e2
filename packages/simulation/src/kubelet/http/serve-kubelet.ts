import type { HttpRequest, HttpResponse, KubeletTarget } from '@kb/apimachinery';
import { kubeletConfiguration } from './kubelet-configuration.ts';

/** Handles a GET of one path of a node's kubelet. */
export type KubeletRoute = (target: KubeletTarget, query: URLSearchParams) => HttpResponse | Promise<HttpResponse>;

const text = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode(body),
});

const json = (document: object, headers: HttpResponse['headers'] = {}): HttpResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(JSON.stringify(document)),
});

/** The names of the checks of kubelet's health; here they never fail. */
const checks = ['ping', 'log', 'syncloop'];
const verboseHealth = [...checks.map((name) => `[+]${name} ok\n`), 'healthz check passed\n'].join('');

/** The paths that every kubelet serves. */
const ownRoutes: Readonly<Record<string, KubeletRoute>> = {
  '/healthz': (_, query) => text(200, query.has('verbose') ? verboseHealth : 'ok'),
  ...Object.fromEntries(checks.map((name) => [`/healthz/${name}`, () => text(200, 'ok')])),
  '/pods': ({ pods }) => json({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: pods() }),
  '/configz': (target) =>
    json({ kubeletconfig: kubeletConfiguration(target) }, { 'x-content-type-options': 'nosniff' }),
};

/** Creates the handler of HTTP requests to kubelets. `routes` are added to those that every kubelet has. */
export function serveKubelet(
  routes: Readonly<Record<string, KubeletRoute>> = {},
): (target: KubeletTarget, request: HttpRequest) => Promise<HttpResponse> {
  const all = new Map(Object.entries({ ...ownRoutes, ...routes }));
  return async (target, { method, path }) => {
    const mark = path.indexOf('?');
    const [pathname, query] = mark < 0 ? [path, ''] : [path.slice(0, mark), path.slice(mark + 1)];
    const route = all.get(pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname);
    if (!route) return text(404, '404 page not found\n');
    if (method !== 'GET' && method !== 'HEAD') return text(405, '405: Method Not Allowed');
    return route(target, new URLSearchParams(query));
  };
}
