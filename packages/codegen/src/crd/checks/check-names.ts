import type { Reporter } from '../../diagnostic/reporter.ts';
import type { Kind, Model } from '../../model/model.ts';
import { resourceNamesOf } from '../../model/resource-names.ts';
import { pluralOf } from '../../naming/plural.ts';

/** A name of a kind, and its role. */
interface KindName {
  readonly what: 'plural' | 'singular' | 'short name' | 'kind' | 'list kind';
  readonly name: string;
}

interface Owner extends KindName {
  readonly kind: Kind;
}

/** How to choose another name, by role. */
const otherNames: Readonly<Record<KindName['what'], string>> = {
  plural: '// +kubebuilder:resource:path=…',
  singular: '// +kubebuilder:resource:singular=…',
  'short name': '// +kubebuilder:resource:shortName=…',
  kind: 'another name of the interface',
  'list kind': '// +kb:listKind=…',
};

/**
 * Reports kinds of one group that share a name. `definitions` are the versions of each kind. An API server gives a name
 * in a group to one CRD and refuses it to others (`NamesAccepted`): plurals, singulars and short names are one set of
 * names, kinds and list kinds another. Returns the kinds whose plural is taken: their CRD would have the same name as
 * another.
 */
export function checkNames(
  definitions: readonly (readonly Kind[])[],
  model: Model,
  reporter: Reporter,
): ReadonlySet<Kind> {
  const owners = new Map<string, Owner>();
  const samePlural = new Set<Kind>();
  for (const versions of definitions) {
    const [kind] = versions;
    if (kind === undefined) continue;
    const { group } = kind.groupVersion;
    for (const own of namesOf(kind, versions, reporter)) {
      const sort = own.what === 'kind' || own.what === 'list kind' ? 'kinds' : 'resources';
      const key = JSON.stringify([group, sort, own.name]);
      const owner = owners.get(key);
      if (owner === undefined) owners.set(key, { ...own, kind });
      else if (owner.kind !== kind) {
        if (own.what === 'plural' && owner.what === 'plural') samePlural.add(kind);
        reportClash({ ...own, kind }, owner, model, reporter);
        // A kind whose plural is taken usually shares the singular and other names too, so one report is enough.
        break;
      }
    }
  }
  return samePlural;
}

function namesOf(kind: Kind, versions: readonly Kind[], reporter: Reporter): KindName[] {
  const {
    plural = pluralOf(kind.name),
    singular = kind.name.toLowerCase(),
    shortNames,
  } = resourceNamesOf(versions, reporter);
  const listKind = versions.find(({ facts }) => facts.listKind !== undefined)?.facts.listKind ?? `${kind.name}List`;
  return [
    { what: 'plural', name: plural },
    { what: 'singular', name: singular },
    ...shortNames.map((name): KindName => ({ what: 'short name', name })),
    { what: 'kind', name: kind.name },
    { what: 'list kind', name: listKind },
  ];
}

function reportClash({ kind, what, name }: Owner, owner: Owner, model: Model, reporter: Reporter): void {
  const marker = what === 'kind' || what === 'list kind' ? 'kb:listKind' : 'kubebuilder:resource';
  const markers = model.types.get(kind.type)?.markers ?? [];
  const span = markers.find((each) => each.name === marker)?.span ?? kind.span;
  const other = owner.kind;
  const same = what === owner.what ? 'too' : `as its ${owner.what}`;
  reporter.report(span, {
    code: 'KB_NAME_CLASH',
    message: `${kind.name} of ${kind.groupVersion.group} has the ${what} ${name}, which ${other.name} (${other.span.file}:${other.span.line}) has ${same}`,
    hint: `in a group, an API server gives a name to one kind only: choose another for one of the two with ${otherNames[what]}`,
  });
}
