import type { ProjectPaths } from './project-file.ts';

/** Where each sort of generated file goes, relative to the project file. */
export interface OutputFolders {
  readonly client: string;
  readonly crd: string;
  readonly rbac: string;
  readonly webhook: string;
}

/** The folders that a project's files are generated into: those that its paths name, or those in `config`. */
export function outputFolders({ client, config, crd, rbac, webhook }: ProjectPaths): OutputFolders {
  return {
    client,
    crd: crd ?? `${config}/crd/bases`,
    rbac: rbac ?? `${config}/rbac`,
    webhook: webhook ?? `${config}/webhook`,
  };
}
