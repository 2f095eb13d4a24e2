import type { TypeData } from '@kb/kubernetes/data';
import type { TypeReference } from '../../declaration.ts';
import type { BuiltInTypes } from '../built-in/built-in-use.ts';
import type { DraftType } from '../drafts/draft-type.ts';
import type { PlannedParent } from '../../type-plan.ts';
import type { Recognised } from './recognise.ts';
import { referenceTo } from '../built-in/reference-to.ts';
import { pascalCase } from '../words/words.ts';

/**
 * The type of Kubernetes that a type extends: one from which it inherits fields, or one with the same structure.
 *
 * @param taken the names that the folder declares.
 */
export function parentOf(
  { inheritance }: DraftType,
  recognised: Recognised | undefined,
  { faithful }: BuiltInTypes,
  taken: ReadonlySet<string>,
): PlannedParent | undefined {
  if (inheritance !== undefined) {
    const { type, to, fields, choice, withQuantities } = inheritance;
    return { to: importedAs(to, type, taken), inherited: fields, withQuantities, ...(choice && { choice }) };
  }
  const found = recognised?.exact === true ? faithful(recognised.type) : undefined;
  const to = recognised && found && referenceTo(recognised.type);
  return to && { to: importedAs(to, recognised.type, taken), inherited: new Set(), ...found };
}

/**
 * The import of a type of Kubernetes, under another name such as `MetaCondition` if a type of the folder has its name.
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
