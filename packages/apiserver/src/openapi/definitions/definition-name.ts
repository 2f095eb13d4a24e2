import { packageOf, type TypeName } from '@kb/kubernetes/data';

/** The content of a request or a response: a built-in type; another definition, by name; or text. */
export type Content = { readonly type: TypeName } | { readonly named: string } | 'text';

/** The name of a type in documents: `io.k8s.api.apps.v1.Deployment` for `apps/v1.Deployment`. */
export function definitionName(type: TypeName): string {
  const dot = type.lastIndexOf('.');
  const data = packageOf(type.slice(0, dot));
  if (!data) throw new RangeError(`the data file has no package of "${type}"`);
  const [host = '', ...path] = data.goPackage.split('/');
  return [...host.split('.').reverse(), ...path, type.slice(dot + 1)].join('.');
}

/** The name of the definition of a custom kind. */
export function customDefinitionName(group: string, version: string, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}
