import type { Registry } from '../resources/registry.ts';
import { healthPaths } from './health.ts';

/** `/`: every path that is answered, sorted. */
export function rootIndex(registry: Registry): { readonly paths: string[] } {
  const paths = ['/api', '/apis', '/apis/', '/openapi/v2', '/openapi/v3', '/openapi/v3/', '/version', ...healthPaths()];
  for (const { name, versions } of registry.groups()) {
    if (name !== '') paths.push(`/apis/${name}`);
    for (const { version } of versions) paths.push(name === '' ? `/api/${version}` : `/apis/${name}/${version}`);
  }
  return { paths: paths.sort() };
}
