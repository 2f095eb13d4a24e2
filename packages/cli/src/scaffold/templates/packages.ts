import type { ProjectFacts } from '../project-template.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { SCOPE } from '../../package-names.ts';
import { toolVersions } from './tool-versions.ts';
import { jsonText, PRINT_WIDTH } from './workspace/json-text.ts';

/** The three packages of a project, without any kind. */
export function packageFiles({
  projectName,
  domain,
  kbVersion,
  hasWebhooks = false,
  namespaced = false,
}: ProjectFacts): ScaffoldFile[] {
  const scope = `@${projectName}`;
  const build = 'tsc --build tsconfig.build.json';
  const typecheck = 'tsc -p tsconfig.json';
  // An operator of other people's kinds alone has no types of its own.
  const lint = 'oxlint --config ../../.oxlintrc.json --type-aware --deny-warnings --no-error-on-unmatched-pattern .';
  const published = ['dist', '!dist/.tsbuildinfo', 'src'];
  const byGroupVersion = { './*': './src/*/index.ts' };
  return [
    manifest('packages/api', {
      name: `${scope}/api`,
      description: 'The API: types with markers.',
      exports: byGroupVersion,
      files: published,
      scripts: { build, typecheck, lint },
      dependencies: { [`${SCOPE}/apimachinery`]: kbVersion, [`${SCOPE}/kubernetes`]: kbVersion },
    }),
    manifest('packages/client', {
      name: `${scope}/client`,
      description: 'The typed client of the API. Generated.',
      sideEffects: false,
      exports: byGroupVersion,
      files: published,
      scripts: { generate: 'kb generate', build, typecheck },
      dependencies: { [`${scope}/api`]: '0.0.0', [`${SCOPE}/client`]: kbVersion },
    }),
    manifest('packages/controller', {
      name: `${scope}/controller`,
      description: 'The controllers.',
      scripts: {
        start: 'node src/main.ts',
        typecheck,
        lint,
        test: 'vitest run --config ../../vitest.config.ts',
        e2e: 'vitest run --config ../../vitest.e2e.config.ts',
      },
      dependencies: {
        [`${scope}/client`]: '0.0.0',
        [`${SCOPE}/apimachinery`]: kbVersion,
        [`${SCOPE}/client`]: kbVersion,
        [`${SCOPE}/kubernetes`]: kbVersion,
        [`${SCOPE}/runtime`]: kbVersion,
      },
      devDependencies: { [`${SCOPE}/testing`]: kbVersion, vitest: toolVersions.vitest },
    }),
    buildOptions('api', withoutSources),
    buildOptions('client', ['../api/tsconfig.build.json']),
    ...['api', 'client', 'controller'].map((name) => ({
      path: `packages/${name}/tsconfig.json`,
      content: jsonText({ extends: '../../tsconfig.base.json', include: ['src'], references: withoutSources }),
    })),
    {
      path: 'packages/controller/src/main.ts',
      content: mainFile(domain === '' ? projectName : `${projectName}.${domain}`, { hasWebhooks, namespaced }),
    },
  ];
}

/** References to no packages: with the list, TypeScript accepts a package that has no source yet. */
const withoutSources: readonly string[] = [];

const mainFile = (
  leaderElectionId: string,
  { hasWebhooks, namespaced }: { readonly hasWebhooks: boolean; readonly namespaced: boolean },
): string => {
  const where = namespaced ? '\n  // It watches the namespaces that WATCH_NAMESPACE lists, separated by commas.' : '';
  const options = [
    'controllers',
    ...(hasWebhooks ? ['webhooks'] : []),
    `leaderElectionId: '${leaderElectionId}'`,
    ...(namespaced ? ['namespaced: true'] : []),
  ];
  const call = (list: string): string => `process.exitCode = await runManager({${list}});`;
  const short = call(` ${options.join(', ')} `);
  return text(`
  import { runManager } from '${SCOPE}/runtime';
  import { controllers } from './controllers.ts';${hasWebhooks ? "\n  import { webhooks } from './webhooks.ts';" : ''}

  // Runs every controller of this package until the process is told to end. "--help" lists the flags.${where}
  ${!namespaced || short.length <= PRINT_WIDTH ? short : call(options.map((one) => `\n    ${one},`).join('') + '\n  ')}
`);
};

function buildOptions(name: string, references: readonly string[]): ScaffoldFile {
  return {
    path: `packages/${name}/tsconfig.build.json`,
    content: jsonText({
      extends: '../../tsconfig.build.json',
      include: ['src'],
      exclude: ['src/**/*.test.ts'],
      references: references.map((path) => ({ path })),
    }),
  };
}

function manifest(folder: string, fields: object): ScaffoldFile {
  const content = { ...fields, version: '0.0.0', private: true, type: 'module' };
  const { name, version, description, ...rest } = content as typeof content & { name: string; description: string };
  return {
    path: `${folder}/package.json`,
    content: `${JSON.stringify({ name, version, description, ...rest }, undefined, 2)}\n`,
  };
}
