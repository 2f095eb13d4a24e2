import { parseTime } from '@kb/apimachinery';
import type { ServerContext } from '../../context/server-context.ts';
import type { FrozenObject } from '../../objects/api-object.ts';

/**
 * Returns a function that returns the name of the default class of a collection: of the classes with one of the
 * annotations, the newest one, or the first by name of several. It looks at the classes again only if one has changed.
 */
export function defaultClassOf(
  { store }: Pick<ServerContext, 'store'>,
  id: string,
  annotations: readonly string[],
): () => string | undefined {
  const classes = store.collection(id);
  let known: { readonly revision: number; readonly name: string | undefined } = { revision: -1, name: undefined };
  return () => {
    const { revision } = classes;
    if (known.revision !== revision) {
      const candidates = [...classes.walk()].filter(({ object }) => isDefault(object, annotations));
      // The walk is by name, and sorting keeps the order of equals.
      const [newest] = candidates.sort((a, b) => createdAt(b.object) - createdAt(a.object));
      known = { revision, name: newest?.name };
    }
    return known.name;
  };
}

function isDefault({ metadata }: FrozenObject, annotations: readonly string[]): boolean {
  return annotations.some((annotation) => metadata.annotations?.[annotation] === 'true');
}

function createdAt({ metadata }: FrozenObject): number {
  return parseTime(metadata.creationTimestamp ?? '') ?? 0;
}
