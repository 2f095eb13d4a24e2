import { createHash } from 'node:crypto';
import type { BillOfMaterials, Component, Dependency } from './bill-of-materials.ts';

/** A package that is released. */
export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  /** The names of the packages that are installed with it. */
  readonly dependencies: readonly string[];
  /** The packages whose code it contains: `name@version` each. */
  readonly held: readonly string[];
}

/**
 * Returns the bill of materials of a release: the released packages with the code that each contains, everything that
 * is installed with them, and the dependencies between them. `installed` is npm's bill of materials of the repository.
 * The same input gives the same bytes. Throws when a package is not in `installed`.
 */
export function releaseBom(installed: BillOfMaterials, released: readonly ReleasedPackage[]): BillOfMaterials {
  const components = new Map(installed.components.map((component) => [component['bom-ref'], component]));
  const needs = new Map(installed.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const find = (ref: string): Component => {
    const component =
      components.get(ref) ?? installed.components.find((other) => `${other.name}@${other.version}` === ref);
    if (component === undefined) throw new Error(`${ref} is not in package-lock.json`);
    return component;
  };

  const ours = new Map(released.map((item) => [`${item.name}@${item.version}`, item]));
  const dependencies: Dependency[] = [];
  const others = new Map<string, Component>();
  const visit = (ref: string): void => {
    if (dependencies.some((known) => known.ref === ref)) return;
    const wanted = ours.get(ref)?.dependencies;
    const all = needs.get(ref) ?? [];
    // Development dependencies and bundled packages are not installed.
    const dependsOn = wanted === undefined ? [...all] : wanted.map((name) => refOf(name, all, ref));
    dependencies.push({ ref, dependsOn: dependsOn.toSorted() });
    if (!ours.has(ref)) others.set(ref, find(ref));
    for (const next of dependsOn) visit(next);
  };
  for (const ref of ours.keys()) visit(ref);

  const content = {
    metadata: { component: { type: 'framework', name: 'kb', 'bom-ref': 'kb', version: released[0]?.version ?? '' } },
    components: [
      ...released.map(({ name, version, held }): Component => ({
        ...find(`${name}@${version}`),
        // npm names the packages of this repository after their folders.
        name,
        ...(held.length > 0 && { components: held.toSorted().map((ref) => insideOf(`${name}@${version}`, find(ref))) }),
      })),
      ...[...others.values()].toSorted((a, b) => compare(a['bom-ref'], b['bom-ref'])),
    ],
    dependencies: [
      { ref: 'kb', dependsOn: [...ours.keys()].toSorted() },
      ...dependencies.toSorted((a, b) => compare(a.ref, b.ref)),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: serialNumberOf(content),
    version: 1,
    ...content,
  };
}

/**
 * Returns a component that is contained in another, with its own reference: several packages may contain it, and it may
 * be installed too.
 */
function insideOf(ref: string, component: Component): Component {
  return { ...component, 'bom-ref': `${ref}|${component['bom-ref']}` };
}

function refOf(name: string, refs: readonly string[], from: string): string {
  const ref = refs.find((candidate) => candidate.slice(0, candidate.lastIndexOf('@')) === name);
  if (ref === undefined) throw new Error(`${from} needs ${name}, which is not in package-lock.json`);
  return ref;
}

/** Returns a UUID that depends only on the content, so that equal bills are equal. */
function serialNumberOf(content: object): string {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  // Version 8: custom.
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
