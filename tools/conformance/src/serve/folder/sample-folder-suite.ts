import { fileURLToPath } from 'node:url';
import type { GeneratedSuiteOptions } from '../../api-server/random-requests/generated-suite.ts';
import type { Failure, SuiteResult } from '../../suite.ts';
import { realBinaries } from '../../targets/real-target.ts';
import { serveFolder } from './serve-folder.ts';

/** A folder as people have them: nested, YAML and JSON, several documents a file. */
const folder = fileURLToPath(new URL('testdata/shop', import.meta.url));

/** `serve FOLDER`, with a folder of this repository. */
export const sampleFolderSuite = {
  name: 'served folder',
  live: true,
  needsControlPlane: true,
  async run(options: GeneratedSuiteOptions): Promise<SuiteResult | { readonly skipped: string }> {
    if (options.embedded) return { skipped: 'nothing was served: the real control plane was left out' };
    const binaries = await realBinaries(options.log);
    if ('reason' in binaries) return { skipped: `nothing was compared with a real control plane: ${binaries.reason}` };
    const failures: Failure[] = [];
    const notes: string[] = [];
    let total = 0;
    const came = await serveFolder(
      folder,
      binaries,
      {
        note: (line) => notes.push(line),
        failure: (failure) => failures.push(failure),
        count: (_, compared) => (total += compared),
      },
      options,
    );
    if (came === 'problem') throw new Error(notes.join('\n'));
    options.log(notes.at(-1) ?? '');
    return { total, failures };
  },
};
