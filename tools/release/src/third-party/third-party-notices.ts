import { licenseTexts, type ThirdPartyPackage } from './third-party-package.ts';

/** The file of a published package that says whose code is in it, and under which licences. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/** A third-party package, and what of it a package of ours holds. */
export interface HeldPackage {
  readonly package: ThirdPartyPackage;
  /** What is held, and where: a sentence. */
  readonly what: string;
}

/** The text of {@link NOTICES_FILE}. Throws when a package that is held has no licence. */
export function thirdPartyNotices(name: string, held: readonly HeldPackage[]): string {
  const sections = held
    .toSorted((a, b) => compare(a.package.name, b.package.name) || compare(a.package.version, b.package.version))
    .map(({ package: other, what }) =>
      [
        '='.repeat(80),
        headingOf(other),
        other.homepage,
        what,
        '',
        ...licenseTexts(other).flatMap((text) => [text, '']),
      ].join('\n'),
    );
  return [
    `Third-party notices of ${name}\n\nThis package holds parts of the packages below, under their own licences.\n`,
    ...sections,
  ].join('\n');
}

/** The line that a package's section begins with: what a check looks for. */
function headingOf({ name, version, license }: Pick<ThirdPartyPackage, 'name' | 'version' | 'license'>): string {
  return `${name} ${version} (${license})`;
}

/** The packages that notices name: `name@version` each. */
export function heldPackages(notices: string): string[] {
  return notices
    .split(`${'='.repeat(80)}\n`)
    .slice(1)
    .map((section) => section.replace(/^(\S+) (\S+) [^]*$/, '$1@$2'));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
