import type { HttpRequest } from '@kb/apimachinery';

/** Formats a request that writes, as in `environment.writes`. */
export function writeLine(request: Pick<HttpRequest, 'method' | 'path'>): string {
  const path = request.path.split('?', 1)[0] ?? '';
  return `${request.method} ${path.split('/').slice(-2).join('/')}`;
}
