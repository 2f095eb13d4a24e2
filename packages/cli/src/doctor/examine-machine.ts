import { spawn } from 'node:child_process';
import { hasNetworkStack, OLDEST_NODE } from '../node-version.ts';
import type { Environment, Finding } from './finding.ts';

/** How long a program may take to say its version, in milliseconds. */
const PATIENCE = 10_000;

/** Says what of the machine kb's commands use: Node, and programs that npm does not install. */
export async function examineMachine(env: Environment, node: string = process.versions.node): Promise<Finding[]> {
  const tool = env['CONTAINER_TOOL'] || 'docker';
  const [kubectl, kustomize, container, git] = await Promise.all([
    versionOf(env['KUBECTL'] || 'kubectl', ['version', '--client'], env),
    versionOf(env['KUSTOMIZE'] || 'kustomize', ['version'], env),
    versionOf(tool, ['--version'], env),
    versionOf('git', ['--version'], env),
  ]);
  const renderer = kubectl ?? kustomize;
  return [
    examineNode(node),
    renderer === undefined
      ? {
          level: 'warning',
          what: 'neither kubectl nor kustomize is installed',
          advice: 'kb install, deploy and build-installer render config with one of them: install kubectl.',
        }
      : { level: 'ok', what: `${kubectl === undefined ? 'kustomize' : 'kubectl'} renders config: ${renderer}` },
    container === undefined
      ? {
          level: 'warning',
          what: `${tool} is not installed`,
          advice: 'kb docker-build needs Docker, or another program that CONTAINER_TOOL names, such as podman.',
        }
      : { level: 'ok', what: container },
    git === undefined
      ? { level: 'warning', what: 'git is not installed', advice: 'kb update compares with what is committed.' }
      : { level: 'ok', what: git },
  ];
}

function examineNode(version: string): Finding {
  if (hasNetworkStack(version)) return { level: 'ok', what: `Node ${version}` };
  return {
    level: 'problem',
    what: `Node ${version} is too old for commands that use the network`,
    advice: `Install Node ${OLDEST_NODE} or later, or the optional packages of @kb/cli, which bring one.`,
  };
}

/** The first line of what a program prints; undefined if it is not there, fails or prints nothing. */
function versionOf(program: string, args: readonly string[], env: Environment): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: PATIENCE,
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.once('error', () => resolve(undefined));
    child.once('close', (code) => {
      const line = out.trim().split('\n')[0];
      resolve(code === 0 && line ? line : undefined);
    });
  });
}
