import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ControlPlaneError } from '../errors.ts';
import type { Environment } from '../find.ts';

const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/**
 * The environment of the Go command: the caller's (proxy, caches, credentials of a proxy), with what decides the result
 * fixed.
 */
export function goEnvironment(env: Environment = process.env): Record<string, string> {
  const goarch = architectures[process.arch];
  if (goarch === undefined || (process.platform !== 'linux' && process.platform !== 'darwin')) {
    throw new ControlPlaneError(
      'KB_UNSUPPORTED_PLATFORM',
      `no control plane can be built for ${process.platform} on ${process.arch}`,
    );
  }
  const inherited = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Static binaries that need no C compiler, for this machine, whatever the caller builds otherwise.
  return { ...Object.fromEntries(inherited), CGO_ENABLED: '0', GOWORK: 'off', GOOS: process.platform, GOARCH: goarch };
}

/**
 * Runs a short Go command and returns its output, without the last line end.
 *
 * @throws ControlPlaneError GO_MISSING when there is no Go, BUILD_FAILED with its output when it fails.
 */
export async function goOutput(
  args: readonly string[],
  options: { env: Record<string, string>; cwd: string; timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<string> {
  const { env, cwd, timeoutMs, signal } = options;
  try {
    const { stdout } = await promisify(execFile)('go', [...args], {
      env,
      cwd,
      timeout: timeoutMs,
      maxBuffer: 1 << 26,
      ...(signal ? { signal } : {}),
    });
    return stdout.trimEnd();
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    if ('code' in error && error.code === 'ENOENT') {
      throw new ControlPlaneError(
        'KB_GO_MISSING',
        'building kube-apiserver and etcd needs Go 1.26 or later, and there is no `go` on the PATH: install it (https://go.dev/dl), ' +
          'or set KUBEBUILDER_ASSETS to a folder with etcd, kube-apiserver and kube-controller-manager',
        { cause: error },
      );
    }
    const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : error.message;
    throw new ControlPlaneError('KB_BUILD_FAILED', `go ${args.slice(0, 2).join(' ')} failed:\n${said}`, {
      cause: error,
    });
  }
}
