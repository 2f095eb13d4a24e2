import { COMMAND_PACKAGE } from '../../../package-names.ts';
import type { ScaffoldFile } from '../../scaffold-file.ts';
import { toolVersions } from '../tool-versions.ts';
import { jsonText } from './json-text.ts';

/** Settings for VS Code, with debuggers, and for a container to develop in. */
export function editorFiles(projectName: string): ScaffoldFile[] {
  const files = {
    '.vscode/launch.json': { version: '0.2.0', configurations },
    '.vscode/extensions.json': { recommendations: ['esbenp.prettier-vscode', 'oxc.oxc-vscode', 'vitest.explorer'] },
    '.vscode/settings.json': settings,
    '.devcontainer/devcontainer.json': {
      name: projectName,
      image: `node:${toolVersions.node}`,
      features: {
        'ghcr.io/devcontainers/features/docker-in-docker:2': {},
        'ghcr.io/devcontainers/features/kubectl-helm-minikube:1': { minikube: 'none' },
      },
      postCreateCommand: 'npm ci',
      remoteUser: 'node',
      customizations: {
        vscode: { extensions: ['esbenp.prettier-vscode', 'oxc.oxc-vscode', 'vitest.explorer'] },
      },
    },
  };
  return Object.entries(files).map(([path, value]) => ({ path, content: jsonText(value), whenThere: 'keep' }));
}

const common = {
  type: 'node',
  request: 'launch',
  cwd: '${workspaceFolder}',
  console: 'integratedTerminal',
  skipFiles: ['<node_internals>/**', '**/node_modules/**'],
};

/** Breakpoints in a reconciler stop in each of them. */
const configurations = [
  {
    ...common,
    name: 'Operator on the embedded API server',
    program: `\${workspaceFolder}/node_modules/${COMMAND_PACKAGE}/bin/kb.js`,
    args: ['dev'],
    // The operator is a process of its own.
    autoAttachChildProcesses: true,
  },
  {
    ...common,
    name: 'Operator on the cluster of the kubeconfig',
    runtimeArgs: ['packages/controller/src/main.ts'],
  },
  {
    ...common,
    name: 'Tests of this file',
    program: '${workspaceFolder}/node_modules/vitest/vitest.mjs',
    args: [
      'run',
      '--root',
      '${workspaceFolder}/packages/controller',
      '--config',
      '${workspaceFolder}/vitest.config.ts',
      '--no-file-parallelism',
      '--test-timeout=0',
      '${file}',
    ],
    autoAttachChildProcesses: true,
  },
];

const settings = {
  'editor.formatOnSave': true,
  'editor.defaultFormatter': 'esbenp.prettier-vscode',
  'files.readonlyInclude': { 'packages/client/src/**': true, 'config/crd/bases/**': true },
  '[yaml]': { 'editor.formatOnSave': false },
};
