import { COMMAND_PACKAGE, SCOPE } from '../../../package-names.ts';
import { withLastLine } from '../../lists/line-lists.ts';
import type { ProjectFacts } from '../../project-template.ts';
import type { ScaffoldFile } from '../../scaffold-file.ts';
import { toolVersions } from '../tool-versions.ts';

/** The `package.json` of the workspace, and `.npmrc`. */
export function manifestFiles({ projectName, kbVersion, registry }: ProjectFacts): ScaffoldFile[] {
  const added = registry === undefined ? [] : [`registry=${registry}`];
  return [
    {
      path: 'package.json',
      content: `${JSON.stringify(rootManifest(projectName, kbVersion), undefined, 2)}\n`,
    },
    {
      path: '.npmrc',
      content: [
        npmrc,
        ...added.map((line) => `# Where packages come from, in an image build and in CI too.\n${line}\n`),
      ].join(''),
      whenThere: (there) => ['yes=false', ...added].reduce(withSetting, there),
    },
  ];
}

const npmrc = `# npx runs what is installed here, and never a package of the same name from the registry.
yes=false
fund=false
audit=false
omit-lockfile-registry-resolved=true
`;

/** Adds a setting to an `.npmrc`, unless it is decided there already. */
function withSetting(there: string, line: string): string {
  const name = line.slice(0, line.indexOf('='));
  return new RegExp(`^\\s*${name}\\s*=`, 'm').test(there) ? there : withLastLine(there, line);
}

function rootManifest(projectName: string, kbVersion: string): object {
  const all = (target: string): string => `nx run-many -t ${target} --outputStyle=static`;
  return {
    name: projectName,
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    workspaces: ['packages/*'],
    scripts: {
      start: 'kb dev',
      generate: all('generate'),
      build: all('build'),
      typecheck: all('typecheck'),
      lint: all('lint'),
      format: 'prettier --write .',
      'format:check': 'prettier --check .',
      test: all('test'),
      'test-e2e': all('e2e'),
    },
    devDependencies: {
      [COMMAND_PACKAGE]: kbVersion,
      [`${SCOPE}/testing`]: kbVersion,
      '@types/node': toolVersions['@types/node'],
      nx: toolVersions.nx,
      oxlint: toolVersions.oxlint,
      'oxlint-tsgolint': toolVersions['oxlint-tsgolint'],
      prettier: toolVersions.prettier,
      typescript: toolVersions.typescript,
      vite: toolVersions.vite,
      vitest: toolVersions.vitest,
    },
    allowScripts: { nx: false },
  };
}
