import type { ProjectFacts } from '../project-template.ts';
import { withLastLine } from '../lists/line-lists.ts';
import { type ScaffoldFile, text } from '../scaffold-file.ts';
import { toolVersions } from './tool-versions.ts';
import { COMMAND_PACKAGE, SCOPE } from '../../package-names.ts';

/** The files at the root of a project. */
export function rootFiles(facts: ProjectFacts): ScaffoldFile[] {
  const { projectName, kbVersion } = facts;
  return [
    { path: 'package.json', content: json(rootManifest(projectName, kbVersion)) },
    { path: '.npmrc', content: npmrc, whenThere: withoutStrangers },
    { path: 'nx.json', content: json(nxConfiguration) },
    { path: 'tsconfig.base.json', content: json(compilerOptions) },
    { path: 'vitest.config.ts', content: vitestConfiguration },
    { path: '.gitignore', content: 'node_modules/\n.nx/\ncoverage/\n*.log\n*.kb-*\n', whenThere: 'keep' },
    {
      path: '.dockerignore',
      content: '*\n!package.json\n!package-lock.json\n!.npmrc\n!packages\n**/*.test.ts\n**/node_modules\n',
    },
    { path: 'Makefile', content: makefile(projectName) },
    { path: 'Dockerfile', content: dockerfile },
    { path: 'renovate.json', content: json(renovate), whenThere: 'keep' },
    { path: 'README.md', content: readme(facts), whenThere: 'keep' },
  ];
}

const npmrc = `# npx runs what is installed here, and never a package of the same name from the registry.
yes=false
fund=false
audit=false
omit-lockfile-registry-resolved=true
`;

/** Adds to an existing `.npmrc`, unless it decides this itself, that npx installs nothing that it was not told to. */
function withoutStrangers(there: string): string {
  return /^\s*yes\s*=/m.test(there) ? there : withLastLine(there, 'yes=false');
}

function rootManifest(projectName: string, kbVersion: string): object {
  return {
    name: `${projectName}`,
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    workspaces: ['packages/*'],
    scripts: {
      start: 'kb dev',
      test: 'nx run-many -t test --outputStyle=static',
      generate: 'nx run-many -t generate --outputStyle=static',
      typecheck: 'nx run-many -t typecheck --outputStyle=static',
    },
    devDependencies: {
      [COMMAND_PACKAGE]: kbVersion,
      [`${SCOPE}/testing`]: kbVersion,
      '@types/node': toolVersions['@types/node'],
      nx: toolVersions.nx,
      typescript: toolVersions.typescript,
      vitest: toolVersions.vitest,
    },
    allowScripts: { nx: false },
  };
}

const sources = '{workspaceRoot}/packages/*/src/**/*.ts';

const nxConfiguration = {
  $schema: './node_modules/nx/schemas/nx-schema.json',
  cacheDirectory: '.nx/cache',
  useInferencePlugins: false,
  useDaemonProcess: false,
  neverConnectToCloud: true,
  analytics: false,
  namedInputs: {
    sharedGlobals: ['{workspaceRoot}/tsconfig.base.json', '{workspaceRoot}/package-lock.json', { runtime: 'node -v' }],
    default: ['{projectRoot}/**/*', 'sharedGlobals'],
  },
  targetDefaults: {
    generate: {
      cache: true,
      inputs: [sources, '{workspaceRoot}/PROJECT', '{workspaceRoot}/hack/**/*', 'sharedGlobals'],
      outputs: [
        '{projectRoot}/src',
        '{workspaceRoot}/config/crd/bases',
        '{workspaceRoot}/config/crd/external',
        '{workspaceRoot}/config/rbac/role.yaml',
        '{workspaceRoot}/config/webhook/manifests.yaml',
      ],
    },
    typecheck: { cache: true, inputs: ['default', '^default'] },
    test: {
      cache: true,
      inputs: [
        'default',
        '^default',
        '{workspaceRoot}/PROJECT',
        '{workspaceRoot}/config/crd/**/*',
        '{workspaceRoot}/config/default/kustomization.yaml',
        '{workspaceRoot}/config/rbac/**/*',
        '{workspaceRoot}/vitest.config.ts',
      ],
    },
  },
};

const compilerOptions = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2025'],
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
};

const vitestConfiguration = text(`
  import { permissionReporter } from '${SCOPE}/testing/vitest';
  import { defineConfig } from 'vitest/config';

  export default defineConfig({
    test: {
      include: ['src/**/*.test.ts'],
      passWithNoTests: true,
      // A guard against hanging: a machine that is slow, or has other work, takes many times what another takes.
      testTimeout: 60_000,
      // The second says which permissions of config/rbac/role.yaml no test used.
      reporters: ['default', permissionReporter()],
    },
  });
`);

function makefile(projectName: string): string {
  return text(`
  # Each target is a thin call of the same nx target.
  .PHONY: all manifests generate test typecheck run install uninstall docker-build
  IMG ?= controller:latest

  all: generate test

  manifests generate: ## Write CRDs, RBAC role, webhook configurations and typed client from the types and markers.
  \tnpm run generate

  test: ## The tests, on an embedded API server.
  \tnpm test

  typecheck:
  \tnpm run typecheck

  run: ## The operator on this machine, on the cluster of your kubeconfig.
  \tnpx nx run @${projectName}/controller:start

  install: manifests ## The CRDs into the cluster of your kubeconfig.
  \tnpx nx run @${projectName}/controller:install-crds

  uninstall: ## The CRDs out of it, with every object of theirs.
  \tnpx nx run @${projectName}/controller:uninstall-crds

  docker-build: ## The operator's image.
  \tdocker build -t $(IMG) .
`);
}

/** Renovate keeps the image's version and adds its digest; both are asked for by `renovate.json`. */
const dockerfile = text(`
  # The operator alone: its packages and their dependencies, without development tools.
  FROM node:${toolVersions.node}-slim AS dependencies
  WORKDIR /app
  COPY . .
  RUN npm ci --omit=dev --no-audit --no-fund

  FROM node:${toolVersions.node}-slim
  WORKDIR /app
  ENV NODE_ENV=production NODE_COMPILE_CACHE=/var/cache/node
  COPY --from=dependencies /app .
  RUN install -d -o 65532 -g 65532 /var/cache/node
  USER 65532:65532
  # Keeps what Node makes of the TypeScript, or it would do it again whenever the operator starts: a fifth less memory and CPU then.
  RUN timeout 60 node --max-semi-space-size=2 packages/controller/src/main.ts --help > /dev/null || true
  # A small young generation: a fifth less memory, and a little more garbage collection while lists are read.
  ENTRYPOINT ["node", "--max-semi-space-size=2", "packages/controller/src/main.ts"]
`);

/** Keeps dependencies current by pull requests; the base image by its digest, so that a build takes the bytes that were reviewed. */
const renovate = {
  $schema: 'https://docs.renovatebot.com/renovate-schema.json',
  extends: ['config:recommended', 'docker:pinDigests', ':pinVersions'],
  // What kb is made of fits together in one version.
  packageRules: [{ matchPackageNames: [`${SCOPE}/**`], groupName: 'kb' }],
};

function readme({ projectName, domain }: ProjectFacts): string {
  return text(`
    # ${projectName}

    A Kubernetes operator, made with kb.

    \`\`\`
    npm install                         # once: from then on, npx kb is the kb of this project
    npx kb create api --kind MyKind     # adds a kind of ${domain}
    npx kb generate                     # CRDs, RBAC role and typed client, after a change of types or markers
    npm start                           # the operator on an embedded API server, with the samples, live
    npm test                            # the tests, on an embedded API server
    make install run                    # the same on the cluster of your kubeconfig
    \`\`\`

    | where | what |
    | --- | --- |
    | \`packages/api\` | the API's types with their markers: written by hand |
    | \`packages/client\` | the typed client: generated |
    | \`packages/controller\` | the controllers: written by hand |
    | \`config\` | manifests; \`crd/bases\`, \`crd/external\`, \`rbac/role.yaml\` and \`webhook/manifests.yaml\` are generated |
    | \`PROJECT\` | what the project has: written by kb |

    \`npx kb generate --check\` fails when a generated file is out of date: run it in CI.
  `);
}

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
