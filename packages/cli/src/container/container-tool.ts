import { spawn } from 'node:child_process';
import { CliError } from '../cli-error.ts';
import type { CommandContext, Flags } from '../command-line/command.ts';
import { checkedImage } from '../deploy/image.ts';
import { openProject } from '../open-project.ts';

/** The flags of every command that works on an image. */
export const imageFlags = {
  image: {
    type: 'string',
    value: 'IMAGE',
    description: 'The image, with its registry and tag. Default: controller:latest.',
  },
  'container-tool': {
    type: 'string',
    value: 'PROGRAM',
    description: 'docker, podman, or its path. Default: the variable CONTAINER_TOOL, or docker.',
  },
  'dry-run': { type: 'boolean', description: 'Print the commands, and run none.' },
} as const satisfies Flags;

/** The values of {@link imageFlags}. */
export interface ImageValues {
  readonly image?: string | undefined;
  readonly 'container-tool'?: string | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

/** What the arguments of a container tool depend on. */
export interface ImageTarget {
  readonly image: string;
  /** Whether the tool is Podman, whose arguments for several platforms differ from Docker's. */
  readonly isPodman: boolean;
}

/**
 * Runs calls of the container tool in the folder of the project, one after the other, until one fails. Resolves with
 * the exit code. Throws a CliError if the image has no valid name, or if the tool is not there.
 */
export async function runContainerTool(
  values: ImageValues,
  callsFor: (target: ImageTarget) => readonly (readonly string[])[],
  context: CommandContext,
): Promise<number> {
  const { env, terminal } = context;
  const { root } = openProject(context);
  const image = checkedImage(values.image ?? 'controller:latest');
  const tool = values['container-tool'] ?? (env['CONTAINER_TOOL'] || 'docker');
  const isPodman = /(?:^|[/\\])podman(?:\.exe)?$/.test(tool);
  for (const call of callsFor({ image, isPodman })) {
    terminal.print([tool, ...call].join(' '));
    if (values['dry-run'] === true) continue;
    const code = await run(tool, call, { cwd: root, env });
    if (code !== 0) return code;
  }
  return 0;
}

function run(
  tool: string,
  call: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: CommandContext['env'] },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(tool, call, { cwd, env: { ...env }, stdio: 'inherit' });
    child.once('error', (error: NodeJS.ErrnoException) => {
      const isMissing = error.code === 'ENOENT';
      reject(
        new CliError(
          'KB_CONTAINER_TOOL',
          isMissing ? `there is no program ${tool}` : `${tool} cannot be run: ${error.message}`,
          {
            hint: 'Install Docker or Podman, or name the program with --container-tool or CONTAINER_TOOL.',
          },
        ),
      );
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
