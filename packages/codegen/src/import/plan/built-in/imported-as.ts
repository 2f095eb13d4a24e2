import type { TypeData } from '@kb/kubernetes/data';
import type { TypeReference } from '../../declaration.ts';
import { type BuiltInTypes, referenceTo } from './built-in-use.ts';
import type { Recognised } from './recognise.ts';
import { pascalCase } from '../names/words.ts';

/**
 * The type of Kubernetes that a type extends, because its structure is the same.
 *
 * @param taken the names that the folder declares.
 */
export function parentOf(
  recognised: Recognised | undefined,
  { isFaithful }: BuiltInTypes,
  taken: ReadonlySet<string>,
): TypeReference | undefined {
  if (recognised?.exact !== true || !isFaithful(recognised.type)) return undefined;
  const reference = referenceTo(recognised.type);
  return reference && importedAs(reference, recognised.type, taken);
}

/**
 * A type of Kubernetes as files import it: under a name of its own, such as `MetaCondition`, where a type of the folder
 * has its name.
 */
export function importedAs(
  reference: TypeReference,
  { package: owner }: TypeData,
  taken: ReadonlySet<string>,
): TypeReference {
  if (!taken.has(reference.name)) return reference;
  const [group = ''] = owner.split('/');
  let as = pascalCase([group]) + reference.name;
  while (taken.has(as)) as = `Kubernetes${as}`;
  return { ...reference, as };
}
