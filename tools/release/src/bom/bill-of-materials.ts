/** A bill of materials in CycloneDX 1.5, as far as it is read and written here: https://cyclonedx.org/docs/1.5/json/ */
export interface BillOfMaterials {
  readonly $schema: string;
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: string;
  readonly serialNumber?: string;
  readonly version: number;
  readonly metadata: object;
  readonly components: readonly Component[];
  readonly dependencies: readonly Dependency[];
}

/** A package in a bill of materials. */
export interface Component {
  /** Unique in the bill. */
  readonly 'bom-ref': string;
  readonly type: string;
  readonly name: string;
  readonly version: string;
  /** `pkg:npm/…`. */
  readonly purl?: string;
  readonly licenses?: readonly LicenseChoice[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  /** Packages whose code this one contains. */
  readonly components?: readonly Component[];
}

/** A licence by its SPDX identifier, or several in an expression. */
export type LicenseChoice =
  { readonly license: { readonly id?: string; readonly name?: string } } | { readonly expression: string };

/** The packages that one package depends on, by `bom-ref`. */
export interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

/** Returns the SPDX expression of a component's licence; undefined if it declares none. */
export function licenseOf({ licenses = [] }: Component): string | undefined {
  const choices = licenses.map((choice) =>
    'expression' in choice ? choice.expression : (choice.license.id ?? choice.license.name),
  );
  return choices.length === 0 || choices.includes(undefined) ? undefined : choices.join(' AND ');
}
