import { failureStatus, type Status } from '@kb/apimachinery';

/** What kube-apiserver answers outside its groups and this server does not, and why. */
const refused: ReadonlyMap<string, string> = new Map([
  ['/metrics', 'keeps no metrics'],
  ['/metrics/slis', 'keeps no metrics'],
  ['/openid/v1/jwks', 'signs no tokens of service accounts'],
  ['/.well-known/openid-configuration', 'signs no tokens of service accounts'],
  ['/statusz', 'has no status page'],
  ['/flagz', 'has no flags'],
]);

/** The refusal of a path, which says so; undefined for every other path. */
export function refusalOf(path: string): Status | undefined {
  const why = refused.get(path);
  return why === undefined ? undefined : failureStatus({ code: 501, message: `the embedded API server ${why}` });
}
