import { spawn } from 'node:child_process';
import { CliError } from '../cli-error.ts';
import { type Manifest, parseManifests } from '../manifests/manifests.ts';

/**
 * Renders a folder with a `kustomization.yaml`: by the program that the variable KUSTOMIZE names, or by `kubectl
 * kustomize`, or by `kustomize build`, the first that is installed. Throws a CliError if none is, or if the folder
 * cannot be rendered.
 */
export async function renderKustomization(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Manifest[]> {
  return parseManifests(await renderedText(folder, env), folder);
}

/** The same, as the text of a YAML stream. */
async function renderedText(folder: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { KUSTOMIZE, KUBECTL = 'kubectl' } = env;
  const programs: readonly (readonly [string, string])[] = KUSTOMIZE
    ? [[KUSTOMIZE, 'build']]
    : [
        [KUBECTL, 'kustomize'],
        ['kustomize', 'build'],
      ];
  for (const [program, verb] of programs) {
    const result = await run(program, [verb, folder], env);
    if (result === 'missing') continue;
    if (result.code === 0) return result.out;
    throw new CliError('KB_KUSTOMIZATION_INVALID', `${folder} cannot be rendered: ${result.err.trim()}`, {
      hint: `"${program} ${verb} ${folder}" says the same. Nothing was sent to the cluster.`,
    });
  }
  throw new CliError(
    'KB_KUSTOMIZE_NOT_FOUND',
    `${programs.map(([program]) => program).join(' and ')} ${programs.length > 1 ? 'are' : 'is'} not installed, and one of them renders ${folder}`,
    { hint: 'Install kubectl, or name a kustomize program in the environment variable KUSTOMIZE.' },
  );
}

/** A program that ended, or `missing` if there is none of this name. */
type Ended = { readonly code: number; readonly out: string; readonly err: string } | 'missing';

async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (texts.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.err += text));
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve('missing');
      else reject(error);
    });
    child.once('close', (code) => resolve({ code: code ?? 1, ...texts }));
  });
}
