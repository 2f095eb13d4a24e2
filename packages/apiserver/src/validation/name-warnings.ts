import { isDns1123Label } from '@kb/apimachinery';
import type { ApiObject } from '../objects/api-object.ts';

/**
 * What a writer should know of a name that is allowed and still asks for trouble, because host names are made of it.
 * `use` says where it ends up.
 */
export function validateMetadataWarnings({ metadata }: ApiObject, use: string): string[] {
  const problems = isDns1123Label(metadata.name ?? '');
  if (problems.length === 0) return [];
  return [
    `metadata.name: ${use}, which can result in surprising behavior; a DNS label is recommended: [${problems.join(' ')}]`,
  ];
}
