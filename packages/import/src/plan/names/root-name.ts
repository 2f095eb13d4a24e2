import { type DraftType, type DraftUse, isRootField } from '../drafts/draft-type.ts';
import { endOfAll, startOfAll } from '../words/common-words.ts';
import { pascalCase, wordsOf } from '../words/words.ts';

/**
 * The name of a type that is named after a kind: its spec or its status, `CertificateSpec`. For several kinds, the
 * common part of their names. As in the Cluster API, a kind that is a template of another one has a resource as its
 * template, and that has a spec: `MachineTemplateResource`, `MachineTemplateResourceSpec`. Undefined for all other
 * types.
 */
export function rootNameOf({ uses }: DraftType): string | undefined {
  return nameOf(uses.flatMap(rootOf)) ?? nameOf(uses.flatMap(resourceOf)) ?? nameOf(uses.flatMap(resourceRootOf));
}

/** A kind, and the suffix of its name. */
interface Root {
  readonly kind: string;
  readonly end: string;
}

function nameOf(roots: readonly Root[]): string | undefined {
  const [first] = roots;
  if (first === undefined) return undefined;
  const [only = '', second] = new Set(roots.map(({ kind }) => kind));
  if (second === undefined) return only.charAt(0).toUpperCase() + only.slice(1) + first.end;
  const names = roots.map(({ kind }) => wordsOf(kind));
  return pascalCase(endOfAll(names) ?? startOfAll(names) ?? ['Shared']) + first.end;
}

function rootOf({ by, field, through }: DraftUse): readonly Root[] {
  if (by.kind === undefined || through.length > 0 || !isRootField(field)) return [];
  return [{ kind: by.kind.definition.spec.names.kind, end: pascalCase([field]) }];
}

/** The template in the spec of a template. */
function resourceOf({ by, field, through }: DraftUse): readonly Root[] {
  if (field !== 'template' || through.length > 0) return [];
  return by.uses
    .filter((use) => use.field === 'spec')
    .flatMap(rootOf)
    .filter(({ kind }) => kind.endsWith('Template'))
    .map(({ kind }) => ({ kind, end: 'Resource' }));
}

function resourceRootOf({ by, field, through }: DraftUse): readonly Root[] {
  if (through.length > 0 || !isRootField(field)) return [];
  return by.uses.flatMap(resourceOf).map(({ kind, end }) => ({ kind, end: end + pascalCase([field]) }));
}
