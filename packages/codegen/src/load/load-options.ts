import type { Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from '../read/source-reader.ts';
import type { SourcePackage } from './program/source-packages.ts';

/** Options of `loadModel`. */
export interface LoadOptions {
  readonly reader: SourceReader;
  readonly reporter: Reporter;
  /** Packages with the API's types. */
  readonly apiPackages: readonly SourcePackage[];
  /** Folders of sources whose RBAC and webhook markers are read too. */
  readonly controllerFolders: readonly string[];
  /** Prefixes of other tools' markers, which are ignored. */
  readonly ignoredMarkers: readonly string[];
  /** Allow floating point numbers in schemas, whatever the markers of folders say. */
  readonly allowFloats: boolean;
}
