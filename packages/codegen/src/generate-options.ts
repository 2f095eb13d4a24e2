import type { Describe } from '@kb/kubernetes/data';
import type { ProjectFile } from './project/project-file.ts';
import type { SourceReader } from './read/source-reader.ts';

/** Options of `generate`. */
export interface GenerateOptions {
  /** The folder of the project file, absolute. */
  readonly root: string;
  readonly project: ProjectFile;
  /** Reads the project's files. Default: the file system below `root`. */
  readonly reader?: SourceReader;
  /**
   * Copy Kubernetes' documentation into the descriptions of built-in types' fields, or use what the function returns.
   * Default: true.
   */
  readonly builtInDescriptions?: boolean | Describe;
  /**
   * Report schemas that the API server would refuse. Default: true. controller-gen does not check, so comparisons with
   * it set this to false.
   */
  readonly checkSchemas?: boolean;
  /** Generate the client too. Default: true. */
  readonly client?: boolean;
  /** Remove what earlier runs generated and this one does not. Default: true. */
  readonly removeStale?: boolean;
  /**
   * Folders of `paths.api` and `paths.controller` that have no `src` are sources themselves, not packages. Default:
   * false.
   */
  readonly bareFolders?: boolean;
}
