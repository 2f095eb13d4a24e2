import type { ProjectFacts } from '../project-template.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { SCOPE } from '../../package-names.ts';

/** The three packages of a project, without any kind. */
export function packageFiles({ projectName, domain, kbVersion, hasWebhooks = false }: ProjectFacts): ScaffoldFile[] {
  const scope = `@${projectName}`;
  const typecheck = 'tsc -p tsconfig.json';
  const byGroupVersion = { './*': './src/*/index.ts' };
  return [
    manifest('packages/api', {
      name: `${scope}/api`,
      description: 'The API: types with markers.',
      exports: byGroupVersion,
      scripts: { typecheck },
      dependencies: { [`${SCOPE}/apimachinery`]: kbVersion, [`${SCOPE}/kubernetes`]: kbVersion },
    }),
    manifest('packages/client', {
      name: `${scope}/client`,
      description: 'The typed client of the API. Generated.',
      sideEffects: false,
      exports: byGroupVersion,
      scripts: { generate: 'kb generate', typecheck },
      dependencies: { [`${scope}/api`]: '0.0.0', [`${SCOPE}/client`]: kbVersion },
    }),
    manifest('packages/controller', {
      name: `${scope}/controller`,
      description: 'The controllers.',
      scripts: {
        start: 'node src/main.ts',
        'install-crds': 'kubectl apply --server-side -k ../../config/crd',
        'uninstall-crds': 'kubectl delete --ignore-not-found -k ../../config/crd',
        typecheck,
        test: 'vitest run --config ../../vitest.config.ts',
      },
      dependencies: {
        [`${scope}/client`]: '0.0.0',
        [`${SCOPE}/apimachinery`]: kbVersion,
        [`${SCOPE}/client`]: kbVersion,
        [`${SCOPE}/kubernetes`]: kbVersion,
        [`${SCOPE}/runtime`]: kbVersion,
      },
      devDependencies: { [`${SCOPE}/testing`]: kbVersion },
    }),
    ...['api', 'client', 'controller'].map((name) => ({
      path: `packages/${name}/tsconfig.json`,
      content: '{ "extends": "../../tsconfig.base.json", "include": ["src"] }\n',
    })),
    {
      path: 'packages/controller/src/main.ts',
      content: mainFile(domain === '' ? projectName : `${projectName}.${domain}`, hasWebhooks),
    },
  ];
}

const mainFile = (leaderElectionId: string, hasWebhooks: boolean): string =>
  text(`
  import { runManager } from '${SCOPE}/runtime';
  import { controllers } from './controllers.ts';${hasWebhooks ? "\n  import { webhooks } from './webhooks.ts';" : ''}

  // Runs every controller of this package until the process is told to end. "--help" lists the flags.
  process.exitCode = await runManager({ controllers, ${hasWebhooks ? 'webhooks, ' : ''}leaderElectionId: '${leaderElectionId}' });
`);

function manifest(folder: string, fields: object): ScaffoldFile {
  const content = { ...fields, version: '0.0.0', private: true, type: 'module' };
  const { name, version, description, ...rest } = content as typeof content & { name: string; description: string };
  return {
    path: `${folder}/package.json`,
    content: `${JSON.stringify({ name, version, description, ...rest }, undefined, 2)}\n`,
  };
}
