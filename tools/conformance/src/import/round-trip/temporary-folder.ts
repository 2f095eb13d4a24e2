import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder outside of the repository, removed when disposed of. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

/** Makes a folder. One that is not disposed of is removed when the process ends. */
export function temporaryFolder(): TemporaryFolder {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'kb-import-')));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return {
    path: folder,
    [Symbol.dispose]() {
      process.removeListener('exit', remove);
      remove();
    },
  };
}
