import { type BillOfMaterials, type Component, licenseOf } from './bill-of-materials.ts';

/** Licences of code that may be released with kb, or installed with it. */
const released = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);
/** Licences of development tools: those above, and some more. */
const development = new Set([...released, 'MPL-2.0', 'WTFPL']);

/** Whether the licences permit an SPDX expression: with `OR`, one part has to be among them, with `AND` all. */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const bare = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some((part) => isAllowed(part, allowed));
  if (bare.includes(' AND ')) return bare.split(' AND ').every((part) => isAllowed(part, allowed));
  return allowed.has(bare);
}

/** Reports problems with the licences of a release and of its development tools. */
export function licenseProblems(release: BillOfMaterials, installed: BillOfMaterials): string[] {
  return [
    ...release.components
      .flatMap((item) => [item, ...(item.components ?? [])])
      .flatMap((item) => problem(item, released)),
    ...installed.components.flatMap((item) => problem(item, development)),
  ];
}

/** Returns the page that lists the licences. */
export function licensePage(release: BillOfMaterials): string {
  const holders = new Map<string, string[]>();
  const others = new Map<string, Component>();
  const add = (item: Component, holder: string): void => {
    const key = `${item.name}@${item.version}`;
    others.set(key, item);
    holders.set(key, [...(holders.get(key) ?? []), holder]);
  };
  const ours = new Set(release.dependencies.find(({ ref }) => ref === 'kb')?.dependsOn);
  for (const item of release.components) {
    for (const held of item.components ?? []) add(held, `inside \`${item.name}\``);
    if (!ours.has(item['bom-ref'])) add(item, 'installed');
  }
  const rows = [...others]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => {
      const where = [...new Set(holders.get(key))].toSorted().join(', ');
      return `| \`${item.name}\` | ${item.version} | ${licenseOf(item) ?? ''} | ${where} |`;
    });
  return `# Licences

<!-- Written by \`npm run licenses\`. -->

kb is under the Apache License 2.0. These third-party packages are bundled with its packages, which contain their licences and notices in \`THIRD-PARTY-NOTICES.txt\`, or are installed with them. A release contains
the same list as a bill of materials (CycloneDX).

| package | version | licence | where |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function problem(item: Component, allowed: ReadonlySet<string>): string[] {
  const license = licenseOf(item);
  if (license === undefined) return [`${item.name} ${item.version} declares no licence`];
  if (isAllowed(license, allowed)) return [];
  return [`${item.name} ${item.version} is under ${license}, which is not listed in tools/release/src/bom/licenses.ts`];
}
