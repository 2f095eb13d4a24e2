import type { FunctionDeclaration, Overload } from './declaration.ts';
import { addresses } from './libraries/addresses.ts';
import { authorizer } from './libraries/authorizer.ts';
import { comprehensions, lists, optionals, sets, strings } from './libraries/extensions.ts';
import {
  formats,
  jsonPatches,
  kubernetesLists,
  quantities,
  regularExpressions,
  semanticVersions,
  urls,
} from './libraries/kubernetes.ts';
import type { Library } from './libraries/library.ts';
import { operators } from './libraries/operators.ts';
import { basics, conversions, times } from './libraries/standard.ts';
import { readSignature } from './read-signature.ts';

let known: ReadonlyMap<string, FunctionDeclaration> | undefined;

/** The functions that rules may call in Kubernetes 1.36, by name. */
export function kubernetesFunctions(): ReadonlyMap<string, FunctionDeclaration> {
  known ??= declare(libraries);
  return known;
}

/** The functions that only the mutations of policies may call, by name. */
export function patchFunctions(): ReadonlyMap<string, FunctionDeclaration> {
  return declare([jsonPatches]);
}

/** A function of several libraries tries the overloads of the first of them first. */
const libraries: readonly Library[] = [
  operators,
  conversions,
  basics,
  times,
  urls,
  regularExpressions,
  kubernetesLists,
  authorizer,
  optionals,
  quantities,
  strings,
  sets,
  addresses,
  formats,
  comprehensions,
  semanticVersions,
  lists,
];

function declare(from: readonly Library[]): ReadonlyMap<string, FunctionDeclaration> {
  const overloads = new Map<string, Overload[]>();
  for (const library of from)
    for (const [name, signatures] of Object.entries(library)) {
      const before = overloads.get(name) ?? [];
      const added = Object.entries(signatures).map(([id, text]) => overloadOf(id, text));
      overloads.set(name, [...before, ...added]);
    }
  return new Map([...overloads].map(([name, some]) => [name, { name, overloads: some }]));
}

const nonStrict: ReadonlySet<string> = new Set(['logical_and', 'logical_or', 'conditional', 'not_strictly_false']);

function overloadOf(id: string, text: string): Overload {
  return { id, ...readSignature(text), isNonStrict: nonStrict.has(id) };
}
