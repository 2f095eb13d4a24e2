import { apimachineryType } from '@kb/codegen/importer';
import { type TypeData, typeNameOfClientNode } from '@kb/kubernetes/data';
import type { TypeReference } from '../../declaration.ts';

/** The import of a type of Kubernetes in API sources; undefined for one that TypeScript does not have. */
export function referenceTo(type: TypeData): TypeReference | undefined {
  const { localName, package: owner } = type;
  const known = apimachineryType(localName);
  if (known?.kind === 'builtIn' && known.name === type.name) return { name: localName, module: '@kb/apimachinery' };
  const [group = '', version = ''] = owner.split('/');
  const prefixes = [version, group + version].map(capitalised);
  const isExported = prefixes.some((prefix) => typeNameOfClientNode(prefix + localName) === type.name);
  return isExported ? { name: localName, module: `@kb/kubernetes/${owner}` } : undefined;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
