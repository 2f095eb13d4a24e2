import { existsSync } from 'node:fs';
import path from 'node:path';
import { CliError } from '../../cli-error.ts';
import { type Manifest, readManifests } from '../../manifests/manifests.ts';
import type { OpenProject } from '../../open-project.ts';
import type { DevCluster } from '../cluster/dev-cluster.ts';
import type { Tell } from '../events/dev-event.ts';

/** The samples of a project. */
export interface Samples {
  /** Applies all in `config/samples`, one after the other, and tells those that are refused. */
  applyAll(): Promise<void>;
  /** Applies those in these files (absolute). What a file that is gone had stays in the cluster. */
  apply(files: readonly string[]): Promise<void>;
  /** Applies those again that were refused. */
  retry(): Promise<void>;
}

/** Returns the samples of a project, of which none is applied yet. */
export function projectSamples(
  { root, project }: Pick<OpenProject, 'root' | 'project'>,
  cluster: Pick<DevCluster, 'install'>,
  tell: Tell,
): Samples {
  const refused = new Set<string>();
  const relative = (file: string): string => path.relative(root, file).replaceAll('\\', '/');

  const refuse = (file: string, error: unknown): void => {
    if (!(error instanceof CliError)) throw error;
    refused.add(file);
    tell({ event: 'sample-refused', file: relative(file), message: error.message.replace(`${file}: `, '') });
  };

  function read(place: string): readonly Manifest[] {
    try {
      return readManifests(place);
    } catch (error) {
      refuse(place, error);
      return [];
    }
  }

  async function apply(places: readonly string[]): Promise<void> {
    for (const place of places.filter((file) => existsSync(file))) {
      for (const manifest of read(place)) {
        try {
          await cluster.install([manifest]);
          refused.delete(manifest.file);
          tell({ event: 'sample-applied', file: relative(manifest.file) });
        } catch (error) {
          refuse(manifest.file, error);
        }
      }
    }
  }

  return {
    apply,
    applyAll: () => apply([path.join(root, project.paths.config, 'samples')]),
    async retry() {
      const again = [...refused];
      refused.clear();
      await apply(again);
    },
  };
}
