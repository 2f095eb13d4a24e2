import type { ProjectPaths } from './project-file.ts';

/** Where each sort of generated file goes, relative to the project file. */
export interface OutputFolders {
  readonly client: string;
  readonly crd: string;
  /** CRDs of kinds that belong to other projects. */
  readonly externalCrd: string;
  readonly rbac: string;
  readonly webhook: string;
}

/** The folders that a project's files are generated into: those that its paths name, or those in `config`. */
export function outputFolders({ client, config, crd, externalCrd, rbac, webhook }: ProjectPaths): OutputFolders {
  return {
    client,
    crd: crd ?? `${config}/crd/bases`,
    externalCrd: externalCrd ?? `${config}/crd/external`,
    rbac: rbac ?? `${config}/rbac`,
    webhook: webhook ?? `${config}/webhook`,
  };
}
