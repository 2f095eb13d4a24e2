import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, keyOfFiles } from '../support/cache-folder.ts';
import { mustRun, runCommand, whyNotInstalled } from '../support/run-command.ts';
import type { Software } from '../support/software.ts';
import { readTap } from '../support/tap.ts';

const sources = fileURLToPath(new URL('../../../../software/fabric8', import.meta.url));

/** fabric8, the Java client, with each of its HTTP clients. */
export const fabric8Clients: readonly Software[] = ['jdk', 'okhttp', 'vertx'].map((http) => ({
  name: `fabric8 with ${http}`,
  async prepare() {
    const built = await build();
    if ('skipped' in built) return built;
    return async ({ kubeconfig, folder }) =>
      readTap(
        await runCommand(['java', '-cp', built.classPath, 'example.Cases', http], {
          cwd: folder,
          env: { KUBECONFIG: kubeconfig },
          minutes: 15,
        }),
      );
  },
}));

/** Compiles the cases with Maven, once for each content, outside the repository. */
async function build(): Promise<{ readonly classPath: string } | { readonly skipped: string }> {
  const folder = cacheFolder(`fabric8-${keyOfFiles(sources, '**/*.{java,xml}')}`);
  const kept = path.join(folder, 'class-path');
  const classes = path.join(folder, 'target', 'classes');
  if (existsSync(kept)) return { classPath: `${classes}${path.delimiter}${readFileSync(kept, 'utf8')}` };
  rmSync(folder, { recursive: true, force: true });
  cpSync(sources, folder, { recursive: true });
  const libraries = path.join(folder, 'libraries');
  const fetch = ['mvn', '-q', '-B', 'dependency:build-classpath', `-Dmdep.outputFile=${libraries}`] as const;
  const skipped = await whyNotInstalled([fetch], { cwd: folder, minutes: 10 });
  if (skipped !== undefined) return { skipped };
  await mustRun(['mvn', '-q', '-B', 'compile'], { cwd: folder, minutes: 10 });
  renameSync(libraries, kept);
  return { classPath: `${classes}${path.delimiter}${readFileSync(kept, 'utf8')}` };
}
