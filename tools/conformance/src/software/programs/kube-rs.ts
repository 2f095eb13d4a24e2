import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../support/cache-folder.ts';
import { mustRun, runCommand, whyNotInstalled } from '../support/run-command.ts';
import type { Software } from '../support/software.ts';
import { readTap } from '../support/tap.ts';

const sources = fileURLToPath(new URL('../../../../software/kube-rs', import.meta.url));

/**
 * kube-rs, the Rust client, with a controller of its runtime. A cold build takes minutes; what it makes is kept outside
 * the repository.
 */
export const kubeRs: Software = {
  name: 'kube-rs',
  async prepare() {
    const target = cacheFolder('kube-rs');
    const env = { CARGO_TARGET_DIR: target };
    const skipped = await whyNotInstalled([['cargo', 'fetch', '--locked']], { cwd: sources, env, minutes: 10 });
    if (skipped !== undefined) return { skipped };
    await mustRun(['cargo', 'build', '--locked', '--quiet'], { cwd: sources, env, minutes: 20 });
    const binary = path.join(target, 'debug', 'kube-rs-cases');
    if (!existsSync(binary)) throw new Error(`cargo built no ${binary}`);
    return async ({ kubeconfig, folder }) =>
      readTap(
        await runCommand([binary], { cwd: folder, env: { KUBECONFIG: kubeconfig, RUST_BACKTRACE: '0' }, minutes: 15 }),
      );
  },
};
