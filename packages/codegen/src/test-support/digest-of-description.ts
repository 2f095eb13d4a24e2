import { digestOf, exactDescriptionOf } from '@kb/kubernetes/data';

/**
 * The description of a built-in type or field in recordings: `digest:` and a digest of the text, because the text
 * itself is not copied.
 */
export function digestOfDescription(typeName: string, field?: string): string | undefined {
  const description = exactDescriptionOf(typeName, field);
  return description === undefined || description.startsWith('digest:')
    ? description
    : `digest:${digestOf(description)}`;
}
