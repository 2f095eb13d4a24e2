import type { Describe } from '@kb/kubernetes/data';
import type { ProjectFile } from './project/project-file.ts';
import type { SourceReader } from './read/source-reader.ts';

/** What `generate` works on. */
export interface GenerateOptions {
  /** The folder of the project file, absolute. */
  readonly root: string;
  readonly project: ProjectFile;
  /** How files are seen. Default: the file system below `root`. */
  readonly reader?: SourceReader;
  /** Put Kubernetes' prose into the descriptions of built-in types' fields, or what a function says. Default: true. */
  readonly builtInDescriptions?: boolean | Describe;
  /**
   * Report schemas that the API server would refuse. Default: true; controller-gen does not look, so that comparisons
   * with it do not either.
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
