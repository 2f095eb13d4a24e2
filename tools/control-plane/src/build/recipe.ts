import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One Go module of ours and the programs that are built from it. */
export interface RecipeModule {
  /** Folder of go.mod and go.sum. */
  folder: string;
  /** Import paths of the main packages. */
  packages: readonly string[];
  /** File names of the programs, in the order of `packages`. */
  programs: readonly string[];
  /** Linker flags. */
  ldflags: string;
}

/** Everything that determines the built binaries. */
export interface Recipe {
  /** Version of Kubernetes, as `v1.36.3`. */
  kubernetesVersion: string;
  /** Version of etcd, as `v3.6.8`. */
  etcdVersion: string;
  modules: readonly RecipeModule[];
  /** Name of the cache folder: versions, platform and a hash of all inputs. */
  key: string;
}

const goFolder = fileURLToPath(new URL('../../go/', import.meta.url));

/** Flags of every `go build`, so that the result depends on the recipe alone and go.mod is never edited by a build. */
export const buildFlags: readonly string[] = ['-trimpath', '-buildvcs=false', '-mod=readonly'];

/**
 * The version that a go.mod requires of a module: `v1.36.3`. Throws when it requires none, which is a bug of this
 * package.
 */
export function requiredVersion(goMod: string, module: string): string {
  for (const line of goMod.split('\n')) {
    const [first, second, third] = line.replace('require ', '').trim().split(/\s+/);
    if (first === module && second !== undefined && second !== '=>' && third !== '=>') return second;
  }
  throw new Error(`go.mod does not require ${module}`);
}

/** Inputs of {@link recipeKey}. */
export interface RecipeKeyInputs {
  kubernetesVersion: string;
  etcdVersion: string;
  /** `process.platform`. */
  platform: string;
  /** `process.arch`. */
  arch: string;
  /** Other inputs: the text of go.mod and go.sum, flags. */
  inputs: readonly string[];
}

/**
 * The cache key: readable versions and platform, then 12 hex digits of a hash over all inputs. A valid file name on
 * every platform.
 */
export function recipeKey(of: RecipeKeyInputs): string {
  const hash = createHash('sha256');
  // The length prefix distinguishes two lists of inputs with the same concatenation.
  for (const input of of.inputs) hash.update(`${Buffer.byteLength(input)}\n`).update(input);
  return `kubernetes-${of.kubernetesVersion}-etcd-${of.etcdVersion}-${of.platform}-${of.arch}-${hash.digest('hex').slice(0, 12)}`;
}

/** What is built of Kubernetes. */
const kubernetesPrograms = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

/** kubectl and clients read the version from these variables, which a plain `go build` leaves at a placeholder. */
function kubernetesLdflags(version: string): string {
  const [, major = '', minor = ''] = /^v(\d+)\.(\d+)\./.exec(version) ?? [];
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean', gitCommit: '' };
  const variables = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap((pkg) =>
    Object.entries(values).map(([name, value]) => `-X ${pkg}.${name}=${value}`),
  );
  return ['-s', '-w', ...variables].join(' ');
}

/**
 * Reads the recipe from the go.mod and go.sum files of this package: they are the only place where versions are
 * written.
 */
export function readRecipe(): Recipe {
  const folders = { kubernetes: `${goFolder}kubernetes`, etcd: `${goFolder}etcd` };
  const read = (folder: string, file: string): string =>
    readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n');
  const goMods = { kubernetes: read(folders.kubernetes, 'go.mod'), etcd: read(folders.etcd, 'go.mod') };
  const kubernetesVersion = requiredVersion(goMods.kubernetes, 'k8s.io/kubernetes');
  const etcdVersion = requiredVersion(goMods.etcd, 'go.etcd.io/etcd/server/v3');
  const modules: RecipeModule[] = [
    // etcd first: it is quick, so that a machine that cannot build fails early.
    { folder: folders.etcd, packages: ['go.etcd.io/etcd/server/v3'], programs: ['etcd'], ldflags: '-s -w' },
    {
      folder: folders.kubernetes,
      packages: kubernetesPrograms.map((program) => `k8s.io/kubernetes/cmd/${program}`),
      programs: kubernetesPrograms,
      ldflags: kubernetesLdflags(kubernetesVersion),
    },
  ];
  const inputs = [
    ...modules.flatMap(({ folder, packages, ldflags }) => [
      read(folder, 'go.mod'),
      read(folder, 'go.sum'),
      packages.join(' '),
      ldflags,
    ]),
    buildFlags.join(' '),
  ];
  const key = recipeKey({ kubernetesVersion, etcdVersion, platform: process.platform, arch: process.arch, inputs });
  return { kubernetesVersion, etcdVersion, modules, key };
}
