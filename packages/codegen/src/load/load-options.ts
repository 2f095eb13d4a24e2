import type { Reporter } from '../diagnostic/reporter.ts';
import type { SourceReader } from '../read/source-reader.ts';
import type { SourcePackage } from './program/source-packages.ts';

/** What `loadModel` reads. */
export interface LoadOptions {
  readonly reader: SourceReader;
  readonly reporter: Reporter;
  /** Packages with the API's types. */
  readonly apiPackages: readonly SourcePackage[];
  /** Folders of sources whose markers of permissions and webhooks count too. */
  readonly controllerFolders: readonly string[];
  /** Prefixes of other tools' markers, which are left alone. */
  readonly ignoredMarkers: readonly string[];
  /** Floating point numbers are allowed in schemas, whatever markers of folders say. */
  readonly allowFloats: boolean;
}
