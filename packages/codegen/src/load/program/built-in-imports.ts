import { typesOf } from '@kb/kubernetes/data';
import type { ts } from '../../compiler.ts';
import type { ModuleReference } from './module-references.ts';
import { apimachineryBuiltIns } from './virtual-apimachinery.ts';
import { type BuiltInImports, clientNodeType, kubernetesPackage } from './virtual-kubernetes.ts';

/** Finds the built-in types that sources import, by module. */
export function builtInImports(
  references: readonly ModuleReference[],
  sources: Iterable<ts.SourceFile>,
): BuiltInImports {
  const types = new Set<string>();
  const clientNode = new Set<string>();
  const packages = new Set<string>();
  let takesAll = false;
  for (const { specifier, names } of references) {
    if (specifier === '@kb/apimachinery') for (const name of apimachineryBuiltIns) types.add(name);
    const builtIn = kubernetesPackage(specifier);
    if (builtIn !== undefined) {
      packages.add(builtIn);
      for (const name of names ?? typesOf(builtIn).map((type) => type.localName)) types.add(`${builtIn}.${name}`);
    }
    if (specifier !== '@kubernetes/client-node') continue;
    if (names === undefined) takesAll = true;
    for (const name of names ?? []) clientNode.add(name);
  }
  // All of client-node would be thousands of declarations, so only names that occur in the texts count, in any file: a
  // module can export them again.
  if (takesAll) for (const source of sources) for (const name of clientNodeNamesIn(source.text)) clientNode.add(name);
  return { types, clientNode, packages };
}

/** The words of a text that are types of client-node. */
function clientNodeNamesIn(text: string): string[] {
  const words = new Set(Array.from(text.matchAll(/[A-Za-z_$][\w$]*/g), ([word]) => word));
  return [...words].filter((word) => clientNodeType(word) !== undefined);
}
