import { readFileSync } from 'node:fs';
import type { JsonSchemaProps } from '@kb/apimachinery/schema';
import type { PackageName } from './type-data.ts';

/** A file of the data, as `data/README.md` describes it. */
export interface PackageFile {
  readonly goPackage: string;
  readonly group?: string;
  readonly version?: string;
  readonly types: { readonly [localName: string]: TypeEntry };
}

/** A type in the form of the file. */
export interface TypeEntry {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly values?: readonly string[];
  readonly schema?: JsonSchemaProps;
  readonly server?: JsonSchemaProps;
  readonly override?: JsonSchemaProps;
  readonly refused?: boolean;
  readonly deprecated?: boolean;
  readonly protobuf?: 'none' | 'message';
  readonly inline?: readonly (string | InlineEntry)[];
  /** JSON names, with a `?` when the field is not required. */
  readonly fields?: { readonly [name: string]: string | FieldEntry };
}

/** An embedded type that has more than a name. */
export interface InlineEntry {
  readonly type: string;
  readonly schema?: JsonSchemaProps;
  readonly protobuf?: number;
}

/** A field that has more than a type. */
export interface FieldEntry {
  readonly type: string;
  readonly schema?: JsonSchemaProps;
  readonly server?: JsonSchemaProps;
  readonly optionalOnServer?: boolean;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
  readonly omit?: 'empty' | 'zero' | 'never';
  readonly featureGate?: string;
  readonly deprecated?: boolean;
  readonly protobuf?: number;
}

/** The folder of the data file: beside `src` in the repository, beside `dist` in the published package. */
const dataFolder: URL = new URL('../../data/', import.meta.url);

/** Reads the file of a package. */
export function readPackageFile(name: PackageName): PackageFile {
  return readData(`${name}.json`) as PackageFile;
}

/**
 * Reads a file of the data. The tool that makes the data and a test guarantee its shape, so it is not checked again
 * here.
 */
export function readData(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, dataFolder), 'utf8'));
}
