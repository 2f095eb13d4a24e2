import type { HttpRequest, HttpResponse, KubeletTarget } from '@kb/apimachinery';

/** Handles a GET of one path of a node's kubelet. */
export type KubeletRoute = (target: KubeletTarget, query: URLSearchParams) => HttpResponse | Promise<HttpResponse>;

const text = (status: number, body: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: new TextEncoder().encode(body),
});

/** The paths that every kubelet serves. */
const ownRoutes: Readonly<Record<string, KubeletRoute>> = {
  '/healthz': () => text(200, 'ok'),
  '/pods': ({ pods }) => ({
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: new TextEncoder().encode(JSON.stringify({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: pods() })),
  }),
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
