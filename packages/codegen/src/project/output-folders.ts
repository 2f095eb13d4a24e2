import type { ProjectPaths } from './project-file.ts';

/** The folder of each sort of generated file, relative to the project file. */
export interface OutputFolders {
  readonly client: string;
  readonly crd: string;
  /** CRDs of kinds that belong to other projects. */
  readonly externalCrd: string;
  readonly rbac: string;
  readonly webhook: string;
}

/** Returns the folders that files are generated into: those set in its paths, or those in `config`. */
export function outputFolders({ client, config, crd, externalCrd, rbac, webhook }: ProjectPaths): OutputFolders {
  return {
    client,
    crd: crd ?? `${config}/crd/bases`,
    externalCrd: externalCrd ?? `${config}/crd/external`,
    rbac: rbac ?? `${config}/rbac`,
    webhook: webhook ?? `${config}/webhook`,
  };
}
