import { licenseTexts, type ThirdPartyPackage } from './third-party-package.ts';

/** The file of a published package that lists the third-party code in it, with its licences. */
export const NOTICES_FILE = 'THIRD-PARTY-NOTICES.txt';

/** A third-party package, some of whose code is in a package of ours. */
export interface HeldPackage {
  readonly package: ThirdPartyPackage;
  /** A sentence that describes which parts are contained, and where. */
  readonly what: string;
}

/** Returns the text of {@link NOTICES_FILE}. Throws when one of the packages has no licence. */
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
    `Third-party notices of ${name}\n\nThis package contains parts of the packages below, under their own licences.\n`,
    ...sections,
  ].join('\n');
}

/** Returns the first line of a package's section, which {@link heldPackages} and checks look for. */
function headingOf({ name, version, license }: Pick<ThirdPartyPackage, 'name' | 'version' | 'license'>): string {
  return `${name} ${version} (${license})`;
}

/** Lists the packages that notices contain: `name@version` each. */
export function heldPackages(notices: string): string[] {
  return notices
    .split(`${'='.repeat(80)}\n`)
    .slice(1)
    .map((section) => section.replace(/^(\S+) (\S+) [^]*$/, '$1@$2'));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
