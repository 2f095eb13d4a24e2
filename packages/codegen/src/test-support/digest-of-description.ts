import { digestOf, exactDescriptionOf } from '@kb/kubernetes/data';

/**
 * The description of a built-in type or field as the oracle gives it: `digest:` and a digest of it, because what it
 * writes is recorded, and prose is not copied.
 */
export function digestOfDescription(typeName: string, field?: string): string | undefined {
  const description = exactDescriptionOf(typeName, field);
  return description === undefined || description.startsWith('digest:')
    ? description
    : `digest:${digestOf(description)}`;
}
