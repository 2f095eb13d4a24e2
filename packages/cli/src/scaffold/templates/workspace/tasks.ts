import { SCOPE } from '../../../package-names.ts';
import { type ChartOptions, chartFolders } from '../../plugins/chart-record.ts';
import { type ScaffoldFile, text } from '../../scaffold-file.ts';
import { jsonText } from './json-text.ts';

/**
 * What the tasks of the packages read: nx, TypeScript, vitest, the linter and the formatter. `chart`: where the
 * Helm chart is, if there is one.
 */
export function taskFiles(chart?: ChartOptions): ScaffoldFile[] {
  // Prettier cannot read Helm's templates.
  const ignored = chart === undefined || chart.output === 'dist' ? [] : chartFolders(chart);
  const charts = ignored.map((folder) => `${folder}/\n${folder}.base.json\n`).join('');
  return [
    { path: 'nx.json', content: jsonText(nxConfiguration) },
    { path: 'tsconfig.base.json', content: jsonText(compilerOptions) },
    { path: 'tsconfig.build.json', content: jsonText(buildOptions) },
    { path: 'vitest.config.ts', content: vitestConfiguration },
    { path: '.oxlintrc.json', content: jsonText(lintRules), whenThere: 'keep' },
    { path: '.prettierrc.json', content: jsonText({ singleQuote: true, printWidth: 120 }), whenThere: 'keep' },
    { path: '.prettierignore', content: prettierIgnore + charts, whenThere: 'keep' },
  ];
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
    build: {
      cache: true,
      dependsOn: ['^build'],
      inputs: ['default', '^default', '{workspaceRoot}/tsconfig.build.json'],
      outputs: ['{projectRoot}/dist'],
    },
    typecheck: { cache: true, inputs: ['default', '^default'] },
    lint: { cache: true, inputs: ['default', '^default', '{workspaceRoot}/.oxlintrc.json'] },
    // A test of a cluster, whose state nx does not know.
    e2e: { cache: false },
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

/** Of packages that other people install: they get JavaScript and declarations. */
const buildOptions = {
  extends: './tsconfig.base.json',
  compilerOptions: {
    noEmit: false,
    composite: true,
    rewriteRelativeImportExtensions: true,
    rootDir: '${configDir}/src',
    outDir: '${configDir}/dist',
    tsBuildInfoFile: '${configDir}/dist/.tsbuildinfo',
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

const lintRules = {
  $schema: './node_modules/oxlint/configuration_schema.json',
  plugins: ['typescript', 'import', 'unicorn', 'vitest', 'oxc'],
  categories: { correctness: 'error', suspicious: 'warn' },
  options: { typeAware: true },
  ignorePatterns: ['**/dist/**', 'packages/client/src/**'],
  rules: {
    eqeqeq: 'error',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'import/no-cycle': 'error',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-module-specifiers': 'off',
  },
};

const prettierIgnore = text(`
  # Generated, or written in the style of kustomize.
  config/
  dist/
  packages/client/src/
`);
